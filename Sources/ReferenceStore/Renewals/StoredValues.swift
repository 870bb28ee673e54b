package import IAPModel

// How the values of a subscription are kept in the ledger: each by the word or number that signed data has for it.

extension Period: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let period = Period(iso8601: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is no period")
        }
        self = period
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(iso8601)
    }
}

extension OfferType: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(Int.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension PaymentMode: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension BillingPlanType: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension RenewalInfo.ExpirationReason: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(Int.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension AppliedOffer: Codable {
    private enum Key: String, CodingKey {
        case type, id, paymentMode, period
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            type: try container.decode(OfferType.self, forKey: .type),
            id: try container.decodeIfPresent(String.self, forKey: .id),
            paymentMode: try container.decodeIfPresent(PaymentMode.self, forKey: .paymentMode),
            period: try container.decodeIfPresent(Period.self, forKey: .period))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(type, forKey: .type)
        try container.encodeIfPresent(id, forKey: .id)
        try container.encodeIfPresent(paymentMode, forKey: .paymentMode)
        try container.encodeIfPresent(period, forKey: .period)
    }
}

extension Transaction.Commitment: Codable {
    private enum Key: String, CodingKey {
        case periodNumber, periodCount, expirationDate, priceMilliunits
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            periodNumber: try container.decode(Int.self, forKey: .periodNumber),
            periodCount: try container.decode(Int.self, forKey: .periodCount),
            expirationDate: try container.decode(Int64.self, forKey: .expirationDate),
            priceMilliunits: try container.decode(Int64.self, forKey: .priceMilliunits))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(periodNumber, forKey: .periodNumber)
        try container.encode(periodCount, forKey: .periodCount)
        try container.encode(expirationDate, forKey: .expirationDate)
        try container.encode(priceMilliunits, forKey: .priceMilliunits)
    }
}

extension LedgerTransaction.Reason: Codable {}

extension TimeRate: Codable {}

package import IAPModel

// These extensions define the form of a subscription's values in the ledger: the word or number of signed data.

extension RenewalInfo.ExpirationReason: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(Int.self))
    }

    package func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}

extension TimeRate: Codable {}

extension Transaction.Commitment: Codable {
    private enum CodingKeys: String, CodingKey {
        case periodNumber, periodCount, expirationDate, priceMilliunits
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            periodNumber: try values.decode(Int.self, forKey: .periodNumber),
            periodCount: try values.decode(Int.self, forKey: .periodCount),
            expirationDate: try values.decode(Int64.self, forKey: .expirationDate),
            priceMilliunits: try values.decode(Int64.self, forKey: .priceMilliunits))
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(periodNumber, forKey: .periodNumber)
        try values.encode(periodCount, forKey: .periodCount)
        try values.encode(expirationDate, forKey: .expirationDate)
        try values.encode(priceMilliunits, forKey: .priceMilliunits)
    }
}

extension AppliedOffer: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, id, paymentMode, period
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            type: try values.decode(OfferType.self, forKey: .type),
            id: try values.decodeIfPresent(String.self, forKey: .id),
            paymentMode: try values.decodeIfPresent(PaymentMode.self, forKey: .paymentMode),
            period: values.contains(.period) ? try values.decodePeriod(forKey: .period) : nil)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(type, forKey: .type)
        try values.encodeIfPresent(id, forKey: .id)
        try values.encodeIfPresent(paymentMode, forKey: .paymentMode)
        try values.encodeIfPresent(period?.iso8601, forKey: .period)
    }
}

extension KeyedDecodingContainer {
    /// Reads a period from its ISO 8601 text. The text has few digits: even a damaged file gives periods that date arithmetic
    /// can handle.
    func decodePeriod(forKey key: Key) throws -> Period {
        let text = try decode(String.self, forKey: key)
        guard let period = Period(iso8601: text) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "\(text) is not a period")
        }
        return period
    }
}

// How the values are kept that products are made of; see ProductCoding.swift.

extension Money: Codable {
    private enum Key: String, CodingKey {
        case milliunits
        case currencyCode = "currency_code"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            milliunits: try values.decode(Int64.self, forKey: .milliunits),
            currencyCode: try values.decode(String.self, forKey: .currencyCode))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(milliunits, forKey: .milliunits)
        try values.encode(currencyCode, forKey: .currencyCode)
    }
}

extension Period: Codable {
    private enum Key: String, CodingKey { case value, unit }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let word = try values.decode(String.self, forKey: .unit)
        guard let unit = Unit.allCases.first(where: { $0.word == word }) else {
            throw DecodingError.dataCorruptedError(forKey: .unit, in: values, debugDescription: "no unit of a period")
        }
        self.init(value: try values.decode(Int.self, forKey: .value), unit: unit)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(value, forKey: .value)
        try values.encode(unit.word, forKey: .unit)
    }
}

extension Period.Unit {
    fileprivate var word: String {
        switch self {
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .year: "year"
        }
    }
}

extension ProductType: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws { try encoder.write(rawValue) }
}

extension OfferType: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(Int.self))
    }

    public func encode(to encoder: any Encoder) throws { try encoder.write(rawValue) }
}

extension PaymentMode: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws { try encoder.write(rawValue) }
}

extension BillingPlanType: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws { try encoder.write(rawValue) }
}

extension Encoder {
    fileprivate func write(_ value: some Encodable) throws {
        var container = singleValueContainer()
        try container.encode(value)
    }
}

package import IAPModel

// How the values of a subscription are kept in the ledger: each by the word or number that signed data has for it.

extension RenewalInfo.ExpirationReason: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(Int.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension TimeRate: Codable {}

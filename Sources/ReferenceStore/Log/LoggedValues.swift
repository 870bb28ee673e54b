package import IAPModel

// How values of the log are written: by their numbers where StoreKit or the C header has one, by their names elsewhere.

extension PurchaseOrder: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let order = PurchaseOrder(rawValue: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is no order")
        }
        self = order
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension StoreMessage.Reason: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let reason = Self.allCases.first(where: { "\($0)" == name }) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(name) is no reason")
        }
        self = reason
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(self)")
    }
}

extension RenewalInfo.PriceIncrease: Codable {
    package init(from decoder: any Decoder) throws {
        switch try decoder.singleValueContainer().decode(String.self) {
        case "pending": self = .pending
        case "agreed": self = .agreed
        default: self = .none
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(self)")
    }
}

extension Feature: Codable {}
extension StoreAPI: Codable {}
extension StoreSheet: Codable {}
extension StoreFailure.Kind: Codable {}
extension GracePolicy: Codable {}
extension Promotion.Visibility: Codable {}

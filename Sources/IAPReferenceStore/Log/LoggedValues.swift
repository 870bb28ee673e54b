package import IAPModel

// These extensions define the form of values in the log and in the file: the numbers of StoreKit or the C header, or else these names.

extension PurchaseOrder: Codable {
    package init(from decoder: any Decoder) throws {
        self = try decoder.value(Self.init(rawValue:))
    }

    package func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}

extension StoreMessage.Reason: Codable {
    /// The name in the log and in the ledger.
    var keptName: String {
        switch self {
        case .unknown: "unknown"
        case .generic: "generic"
        case .priceIncreaseConsent: "priceIncreaseConsent"
        case .billingIssue: "billingIssue"
        case .winBackOffer: "winBackOffer"
        }
    }

    init?(keptName: String) {
        guard let reason = Self.allCases.first(where: { $0.keptName == keptName }) else { return nil }
        self = reason
    }

    package init(from decoder: any Decoder) throws {
        self = try decoder.value(Self.init(keptName:))
    }

    package func encode(to encoder: any Encoder) throws { try keptName.encode(to: encoder) }
}

extension RenewalInfo.PriceIncrease: Codable {
    private var keptName: String {
        switch self {
        case .none: "none"
        case .pending: "pending"
        case .agreed: "agreed"
        }
    }

    package init(from decoder: any Decoder) throws {
        self = try decoder.value { name in Self.allCases.first { $0.keptName == name } }
    }

    package func encode(to encoder: any Encoder) throws { try keptName.encode(to: encoder) }
}

extension Decoder {
    /// Reads a text; throws an error if it means nothing.
    fileprivate func value<Value>(_ read: (String) -> Value?) throws -> Value {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = read(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(text) is not a valid \(Value.self)")
        }
        return value
    }
}

extension Feature: Codable {}
extension StoreAPI: Codable {}
extension StoreSheet: Codable {}
extension StoreFailure.Kind: Codable {}
extension GracePolicy: Codable {}
extension Promotion.Visibility: Codable {}

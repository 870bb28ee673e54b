/// An enumeration of the store's words or numbers, with a case for values that this version does not know. It is stored
/// as its raw value.
///
/// It is not `RawRepresentable`: that would compare raw values, and the case for unknown values could equal a known
/// one.
public protocol OpenEnumeration: Codable {
    associatedtype RawValue: Codable

    init(rawValue: RawValue)
    var rawValue: RawValue { get }
}

extension OpenEnumeration {
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(RawValue.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

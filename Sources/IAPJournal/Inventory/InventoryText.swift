internal import IAPGrants
internal import Foundation
internal import IAPJSON
internal import IAPModel

/// A whole inventory as text, for the game's cloud save.
struct InventoryText: Sendable, Hashable, Encodable {
    static let version = 1

    /// By name; none is empty.
    var counters: [Counter]
    /// By date.
    var grants: [GrantRecord]
    /// Oldest first.
    var keys: [KeyedChange]

    struct Counter: Sendable, Hashable, Encodable {
        var name: String
        var balance: Int64

        fileprivate enum CodingKeys: String, CodingKey {
            case name = "name"
            case balance = "balance"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case version = "version"
        case counters = "counters"
        case grants = "grants"
        case keys = "keys"
    }

    init(counters: [Counter], grants: [GrantRecord], keys: [KeyedChange]) {
        (self.counters, self.grants, self.keys) = (counters, grants, keys)
    }

    /// One line.
    var json: String {
        get throws(IAPError) {
            guard let text = JSONEncoder.sortedText(self) else {
                throw IAPError(.internalFailure, "the inventory cannot be written as text")
            }
            return text
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.version, forKey: .version)
        try container.encode(counters, forKey: .counters)
        try container.encode(grants, forKey: .grants)
        try container.encode(keys, forKey: .keys)
    }
}

extension InventoryText {
    /// Reads a text that `json` produced on any device. Refuses any text that `json` cannot produce.
    init(reading text: String) throws(IAPError) {
        do throws(JSONFieldError) { try self.init(JSONField.read(Array(text.utf8)).object()) } catch {
            throw IAPError(.invalidText, "the text is not an export of an inventory: \(error.description)")
        }
    }

    private init(_ fields: JSONFields) throws(JSONFieldError) {
        func field(_ key: CodingKeys) -> JSONField { fields[key.rawValue] }
        // A newer version may differ in everything else.
        let version = try field(.version).wholeNumber(1...Int64(Int32.max))
        guard version == Self.version else {
            throw field(.version).error(
                "is \(version), which is newer than this library's version \(Self.version); update the game")
        }
        self.init(counters: [], grants: [], keys: [])
        for element in try field(.counters).list() { counters.append(try Counter(element.object())) }
        for element in try field(.grants).list() { grants.append(try GrantRecord(element.object())) }
        for element in try field(.keys).list() { keys.append(try KeyedChange(element.object())) }
        try Self.refuseRepeated(field(.counters), counters.map { ExactText($0.name) })
        try Self.refuseRepeated(field(.grants), grants.map(\.id))
        try Self.refuseRepeated(field(.keys), keys.map { ExactText($0.key) })
        guard keys.count <= InventoryLimit.exportedKeys else {
            throw field(.keys).error(
                "has \(keys.count) elements; an export has at most \(InventoryLimit.exportedKeys)")
        }
    }

    private static func refuseRepeated(
        _ field: JSONField, _ names: [some Hashable]
    ) throws(JSONFieldError) {
        var known: Set<AnyHashable> = []
        for (index, name) in names.enumerated() where !known.insert(AnyHashable(name)).inserted {
            throw JSONFieldError(path: "\(field.path)[\(index)]", reason: "repeats an earlier one")
        }
    }
}

extension InventoryText.Counter {
    fileprivate init(_ fields: JSONFields) throws(JSONFieldError) {
        name = try fields[CodingKeys.name.rawValue].text(GrantRule.mistake(inName:))
        balance = try fields[CodingKeys.balance.rawValue].wholeNumber(0...InventoryLimit.balance)
    }
}

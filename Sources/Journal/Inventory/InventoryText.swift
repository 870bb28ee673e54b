internal import Foundation
internal import IAPModel

/// A whole inventory as text, for the game's cloud save.
struct InventoryText: Sendable, Hashable {
    static let version = 1

    /// By name; none is empty.
    var counters: [Counter]
    /// By date.
    var grants: [GrantRecord]
    /// Oldest first.
    var keys: [KeyedChange]

    struct Counter: Sendable, Hashable {
        var name: String
        var balance: Int64
    }

    init(counters: [Counter], grants: [GrantRecord], keys: [KeyedChange]) {
        (self.counters, self.grants, self.keys) = (counters, grants, keys)
    }

    /// Reads what `json` gave, here or elsewhere, and nothing that it could not have given.
    init(reading text: String) throws(IAPError) {
        do throws(JSONMistake) { self = try JSONMistake.find(Data(text.utf8)) } catch {
            throw IAPError(.invalidText, "this is no export of an inventory: \(error.text)")
        }
    }

    /// One line.
    var json: String {
        get throws(IAPError) {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            do { return String(decoding: try encoder.encode(self), as: UTF8.self) } catch {
                throw IAPError(.internalFailure, "the inventory cannot be written as text: \(error)")
            }
        }
    }
}

extension InventoryText: Codable {
    private enum CodingKeys: CodingKey { case version, counters, grants, keys }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // A newer version may differ in everything else.
        let version = try container.wholeNumber(.version, 1...Int64(Int32.max))
        guard version == Self.version else {
            throw container.mistake(.version, "is \(version), newer than the \(Self.version) that is known here")
        }
        counters = try container.decode([Counter].self, forKey: .counters)
        grants = try container.decode([GrantRecord].self, forKey: .grants)
        keys = try container.decode([KeyedChange].self, forKey: .keys)
        try container.refuseRepeated(.counters, counters.map { ExactText($0.name) })
        try container.refuseRepeated(.grants, grants.map(\.id))
        try container.refuseRepeated(.keys, keys.map { ExactText($0.key) })
        guard keys.count <= InventoryLimit.exportedKeys else {
            throw container.mistake(
                .keys, "has \(keys.count) elements; an export has \(InventoryLimit.exportedKeys) at most")
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

extension KeyedDecodingContainer {
    fileprivate func refuseRepeated(_ key: Key, _ names: [some Hashable]) throws {
        var known: Set<AnyHashable> = []
        for (index, name) in names.enumerated() where !known.insert(AnyHashable(name)).inserted {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: codingPath + [key, ListIndex(intValue: index)],
                    debugDescription: "repeats an earlier one"))
        }
    }
}

/// A place in a list.
private struct ListIndex: CodingKey {
    private let index: Int

    init(intValue: Int) { index = intValue }
    init?(stringValue: String) { nil }

    var intValue: Int? { index }
    var stringValue: String { String(index) }
}

extension InventoryText.Counter: Codable {
    private enum CodingKeys: CodingKey { case name, balance }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.text(.name, GrantRule.mistake(inName:))
        balance = try container.wholeNumber(.balance, 0...InventoryLimit.balance)
    }
}

internal import IAPDatabase
internal import IAPModel

extension Quirk {
    /// What the values are. The raw values are the words of the admin API.
    package enum Kind: String, Sendable, Hashable {
        /// 1 or 0.
        case flag
        case milliseconds
        case count
        case percent
        /// The values 0, 1, ... have names.
        case choice
    }

    /// The largest value; the smallest is 0.
    package var largest: Int64 {
        switch kind {
        case .flag: 1
        // One day.
        case .milliseconds: 86_400_000
        case .count: 1000
        case .percent: 100
        case .choice: Int64(choices.count - 1)
        }
    }

    /// Returns the value's name; nil if it has none.
    package func name(of value: Int64) -> String? {
        choices.indices.contains(Int(clamping: value)) ? choices[Int(value)].name : nil
    }

    /// Returns the value that a text means; nil if it means none. Flags can also be on and off.
    package func value(named text: String) -> Int64? {
        if let number = Int64(text) { return (0...largest).contains(number) ? number : nil }
        if kind == .flag { return ["off": 0, "on": 1][text] }
        return choices.firstIndex { $0.name == text }.map(Int64.init)
    }

    package init?(named name: String) {
        guard let quirk = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = quirk
    }

    package var name: String { row.name }
    package var group: QuirkGroup { row.group }
    package var kind: Kind { row.kind }
    /// The values 0, 1, ... of a choice; empty for the other kinds.
    package var choices: [QuirkChoice] { row.choices }
    /// The description: one or two sentences.
    package var sentence: PageText { row.sentence }
    /// Who saw it, and where.
    package var source: String { row.source }
    package var documented: Int64 { value(in: .documented) }

    package func value(in profile: QuirkProfile) -> Int64 { row.values[Int(profile.rawValue) - 1] }

    private var row: QuirkRow { QuirkRow.all[Int(rawValue) - 1] }
}

extension QuirkProfile {
    package init?(named name: String) {
        guard let profile = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = profile
    }
}

/// What the list of quirks says about a quirk.
struct QuirkRow: Sendable {
    var name: String
    var group: QuirkGroup
    var kind: Quirk.Kind
    var choices: [QuirkChoice] = []
    /// The value in each profile, in the order of their numbers.
    var values: [Int64]
    var sentence: PageText
    var source: String
}

/// A value that has a name.
package struct QuirkChoice: Sendable, Hashable {
    package var name: String
    package var title: PageText
}

/// A text of the store's page in the page's languages.
package struct PageText: Sendable, Hashable {
    package var english: String
    package var chinese: String

    init(_ english: String, _ chinese: String) {
        self.english = english
        self.chinese = chinese
    }
}

/// The quirks of a store, by name. It contains only those that differ from the documented behaviour.
struct QuirkValues: Sendable, Hashable {
    private(set) var changed: [Quirk: Int64] = [:]

    init() {}

    init(_ profile: QuirkProfile) { for quirk in Quirk.allCases { self[quirk] = quirk.value(in: profile) } }

    /// - Parameter text: A text from `text`. Unknown names are those of a newer version.
    init(_ text: String) throws {
        for (name, value) in try KeptJSON.value([String: Int64].self, of: text) {
            if let quirk = Quirk(named: name) { self[quirk] = value }
        }
    }

    var text: String {
        get throws { try KeptJSON.text(Dictionary(changed.map { ($0.key.name, $0.value) }, uniquingKeysWith: { $1 })) }
    }

    subscript(quirk: Quirk) -> Int64 {
        get { changed[quirk] ?? quirk.documented }
        set { changed[quirk] = newValue == quirk.documented ? nil : newValue }
    }
}

/// Remembers the quirks for a text of the file. Use it only with the store's lock held.
final class QuirkMemory {
    private var last: (text: ExactText, values: QuirkValues)?

    func values(_ text: String) throws -> QuirkValues {
        if let last, last.text == ExactText(text) { return last.values }
        guard let values = try? QuirkValues(text) else {
            throw DatabaseError(.failed, "the store's file is damaged: its quirks cannot be read")
        }
        last = (ExactText(text), values)
        return values
    }
}

extension Ledger {
    func quirks() throws -> QuirkValues {
        guard let text = try text(.quirks) else { return QuirkValues() }
        return try quirkMemory.values(text)
    }

    func quirk(_ quirk: Quirk) throws -> Int64 { try text(.quirks) == nil ? quirk.documented : quirks()[quirk] }

    func has(_ quirk: Quirk) throws -> Bool { try self.quirk(quirk) != 0 }
}

/// The quirks of the store.
package struct StoreQuirks: Sendable {
    let file: LedgerFile

    /// Sets every quirk to its value in the profile.
    package func setProfile(_ profile: QuirkProfile) throws {
        try file.change { ledger in try self.write(QuirkValues(profile), ledger) }
    }

    /// - Parameter value: From 0 to the largest value of the quirk.
    package func set(_ quirk: Quirk, to value: Int64) throws {
        try file.change { ledger in
            var values = try ledger.quirks()
            values[quirk] = min(max(value, 0), quirk.largest)
            try self.write(values, ledger)
        }
    }

    package func value(_ quirk: Quirk) throws -> Int64 { try file.readAsItIs { ledger in try ledger.quirk(quirk) } }

    /// All quirks with their values.
    package var all: [Quirk: Int64] {
        get throws {
            let values = try file.readAsItIs { ledger in try ledger.quirks() }
            return Dictionary(Quirk.allCases.map { ($0, values[$0]) }, uniquingKeysWith: { $1 })
        }
    }

    /// The profile with exactly these values; nil if there is none.
    package var profile: QuirkProfile? {
        get throws {
            let values = try file.readAsItIs { ledger in try ledger.quirks() }
            return QuirkProfile.allCases.first { QuirkValues($0) == values }
        }
    }

    private func write(_ values: QuirkValues, _ ledger: Ledger) throws {
        if values.changed.isEmpty { return try ledger.remove(.quirks) }
        guard let text = try? values.text else { throw DatabaseError(.failed, "the quirks cannot be written") }
        try ledger.set(.quirks, .text(text))
        try ledger.planLooks(after: ledger.now)
    }
}

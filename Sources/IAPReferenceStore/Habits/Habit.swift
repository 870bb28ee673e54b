extension Habit {
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
        guard let habit = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = habit
    }

    package var name: String { row.name }
    package var group: HabitGroup { row.group }
    package var kind: Kind { row.kind }
    /// The values 0, 1, ... of a choice; empty for the other kinds.
    package var choices: [HabitChoice] { row.choices }
    /// The description: one or two sentences.
    package var sentence: PageText { row.sentence }
    /// Who saw it, and where.
    package var source: String { row.source }
    package var documented: Int64 { value(in: .documented) }

    package func value(in profile: HabitProfile) -> Int64 { row.values[Int(profile.rawValue) - 1] }

    private var row: HabitRow { HabitRow.all[Int(rawValue) - 1] }
}

extension HabitProfile {
    package init?(named name: String) {
        guard let profile = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = profile
    }
}

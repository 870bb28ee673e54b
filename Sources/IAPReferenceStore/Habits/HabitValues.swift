internal import IAPDatabase
internal import IAPModel

/// The habits of a store, by name. It contains only those that differ from the documented behaviour.
struct HabitValues: Sendable, Hashable {
    private(set) var changed: [Habit: Int64] = [:]

    init() {}

    init(_ profile: HabitProfile) {
        for habit in Habit.allCases { self[habit] = habit.value(in: profile) }
    }

    /// - Parameter text: A text from `text`. Unknown names are those of a newer version.
    init(_ text: String) throws {
        for (name, value) in try KeptJSON.value([String: Int64].self, of: text) {
            if let habit = Habit(named: name) { self[habit] = value }
        }
    }

    var text: String {
        get throws {
            try KeptJSON.text(Dictionary(changed.map { ($0.key.name, $0.value) }, uniquingKeysWith: { $1 }))
        }
    }

    subscript(habit: Habit) -> Int64 {
        get { changed[habit] ?? habit.documented }
        set { changed[habit] = newValue == habit.documented ? nil : newValue }
    }
}

/// Remembers the habits for a text of the file. Use it only with the store's lock held.
final class HabitMemory {
    private var last: (text: ExactText, values: HabitValues)?

    func values(_ text: String) throws(DatabaseError) -> HabitValues {
        if let last, last.text == ExactText(text) { return last.values }
        guard let values = try? HabitValues(text) else {
            throw DatabaseError(.failed, "the store's file is damaged: its habits cannot be read")
        }
        last = (ExactText(text), values)
        return values
    }
}

extension Ledger {
    func habits() throws(DatabaseError) -> HabitValues {
        guard let text = try text(.habits) else { return HabitValues() }
        return try habitMemory.values(text)
    }

    func habit(_ habit: Habit) throws(DatabaseError) -> Int64 {
        try text(.habits) == nil ? habit.documented : habits()[habit]
    }

    func has(_ habit: Habit) throws(DatabaseError) -> Bool { try self.habit(habit) != 0 }
}

extension ReferenceStore {
    /// Sets every habit to its value in the profile.
    package func setProfile(_ profile: HabitProfile) throws(StoreFailure) {
        try change(.setProfile(name: profile.name)) { ledger throws(DatabaseError) in
            try self.write(HabitValues(profile), ledger)
        }
    }

    /// - Parameter value: From 0 to the largest value of the habit.
    package func setHabit(_ habit: Habit, to value: Int64) throws(StoreFailure) {
        try change(.setHabit(name: habit.name, value: value)) { ledger throws(DatabaseError) in
            var values = try ledger.habits()
            values[habit] = min(max(value, 0), habit.largest)
            try self.write(values, ledger)
        }
    }

    package func habit(_ habit: Habit) throws(StoreFailure) -> Int64 {
        try readAsItIs { ledger throws(DatabaseError) in try ledger.habit(habit) }
    }

    /// The profile with exactly these values; nil if there is none.
    package var profile: HabitProfile? {
        get throws(StoreFailure) {
            let values = try readAsItIs { ledger throws(DatabaseError) in try ledger.habits() }
            return HabitProfile.allCases.first { HabitValues($0) == values }
        }
    }

    private func write(_ values: HabitValues, _ ledger: Ledger) throws(DatabaseError) {
        if values.changed.isEmpty { return try ledger.remove(.habits) }
        guard let text = try? values.text else { throw DatabaseError(.failed, "the habits cannot be written") }
        try ledger.set(.habits, .text(text))
        try ledger.planLooks(after: now(ledger))
    }
}

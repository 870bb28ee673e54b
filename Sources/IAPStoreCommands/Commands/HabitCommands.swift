internal import IAPModel
internal import IAPReferenceStore

/// What the store does that Apple's documentation does not say.
enum HabitCommands {
    static let all = [profiles, profile, habits, habit]

    // MARK: Profiles

    static let profiles = Command(
        name: "profiles", summary: "List the profiles: sets of habits, each of a system",
        example: "iap-store profiles"
    ) { call throws(CommandError) in
        let store = try call.files.store()
        defer { call.files.release(store) }
        let present = try asking { () throws(StoreFailure) in try store.profile }
        return .rows(
            [Column("profile", "PROFILE"), Column("changed", "NOT AS DOCUMENTED"), Column("inForce", "IN FORCE")],
            HabitProfile.allCases.map { profile in
                let changed = Habit.allCases.count { $0.value(in: profile) != $0.documented }
                return [.text(profile.name), .number(changed), .flag(profile == present)]
            }, none: "")
    }

    static let profile = Command(
        name: "profile", summary: "Show the profile of the store, or give every habit the value of a profile",
        arguments: [
            .init("NAME", "whose habits the store takes", .optional, choices: HabitProfile.allCases.map(\.name))
        ],
        details: """
            Run the tests of a game under each of them. 'iap-store habits --profile sandbox --changed' shows what a profile
            is. After a habit was changed by itself there may be none that fits.
            """,
        example: "iap-store profile macos-26"
    ) { call throws(CommandError) in
        let store = try call.files.store()
        defer { call.files.release(store) }
        if let name = call.optionalArgument("NAME") {
            guard let profile = HabitProfile(named: name) else { throw .usage("there is no profile \(quoted(name))") }
            try asking { () throws(StoreFailure) in try store.setProfile(profile) }
        }
        let (present, values) = try asking { () throws(StoreFailure) in (try store.profile, try store.habits) }
        return .fields([
            Field("profile", "Profile", .text(present?.name ?? (call.isJSON ? nil : "none"))),
            Field(
                "changed", "Habits that are not as documented", .number(values.count { $0.key.documented != $0.value })),
        ])
    }

    // MARK: Habits

    static let habits = Command(
        name: "habits", summary: "List what real systems do that Apple's documentation does not say",
        options: [
            .init(
                "profile", "NAME", "the values of this profile, in place of the store's",
                choices: HabitProfile.allCases.map(\.name)),
            .init("changed", nil, "only what is not as documented"),
            .init("sources", nil, "who has seen it, and where (JSON has it always)"),
        ],
        details: "Names that end in _ms are milliseconds of the store's clock.",
        example: "iap-store habits --profile sandbox --changed"
    ) { call throws(CommandError) in
        let values = try listed(call)
        let shown = Habit.allCases.filter { !call.has("changed") || values[$0] != $0.documented }
        let columns = call.isJSON ? HabitColumn.json : HabitColumn.table(hasSources: call.has("sources"))
        return .rows(
            columns.map(\.column),
            shown.map { habit in columns.map { $0.cell(habit, values[habit] ?? habit.documented) } },
            none: "All is as documented.")
    }

    private static func listed(_ call: Call) throws(CommandError) -> [Habit: Int64] {
        if let profile = call.option("profile").flatMap(HabitProfile.init(named:)) {
            return Dictionary(Habit.allCases.map { ($0, $0.value(in: profile)) }, uniquingKeysWith: { $1 })
        }
        let store = try call.files.store()
        defer { call.files.release(store) }
        return try asking { () throws(StoreFailure) in try store.habits }
    }

    static let habit = Command(
        name: "habit", summary: "Show a habit of the store, or change it",
        arguments: [
            .init("NAME", "which; 'iap-store habits' lists them", proposals: Habit.allCases.map(\.name)),
            .init("VALUE", "a number; on or off; or the name of a choice", .optional),
        ],
        options: [.init("reset", nil, "back to what is documented")],
        example: "iap-store habit listing_lag_ms 1000"
    ) { call throws(CommandError) in
        let name = call.argument("NAME")
        guard let habit = Habit(named: name) else {
            throw .usage(
                "there is no habit \(quoted(name))" + CommandLineReader.suggestion(name, Habit.allCases.map(\.name))
                    + "; 'iap-store habits' lists them")
        }
        let new = try call.optionalArgument("VALUE").map { text throws(CommandError) in try read(text, of: habit) }
        guard new == nil || !call.has("reset") else { throw .usage("--reset takes no value beside it") }
        let store = try call.files.store()
        defer { call.files.release(store) }
        if let value = call.has("reset") ? habit.documented : new {
            try asking { () throws(StoreFailure) in try store.setHabit(habit, to: value) }
        }
        let value = try asking { () throws(StoreFailure) in try store.habit(habit) }
        let columns = call.isJSON ? HabitColumn.json : HabitColumn.details
        return .fields(columns.map { Field($0.column.key, $0.column.title, $0.cell(habit, value)) })
    }

    private static func read(_ text: String, of habit: Habit) throws(CommandError) -> Int64 {
        if let value = habit.value(named: text) { return value }
        guard case .choice(let names) = habit.kind else {
            throw .usage("\(habit.name) is \(habit.range), not \(quoted(text))")
        }
        throw .usage(
            "\(habit.name) is one of \(habit.range), not \(quoted(text))" + CommandLineReader.suggestion(text, names))
    }
}

/// What is shown of a habit.
private struct HabitColumn {
    var column: Column
    var cell: @Sendable (Habit, Int64) -> Cell

    init(_ column: Column, _ cell: @escaping @Sendable (Habit, Int64) -> Cell) {
        self.column = column
        self.cell = cell
    }

    static let json: [Self] = [
        Self(Column("name", "")) { habit, _ in .text(habit.name) },
        Self(Column("group", "")) { habit, _ in .text(habit.group.rawValue) },
        Self(Column("kind", "")) { habit, _ in .text(habit.kind.word) },
        Self(Column("value", "")) { _, value in .number(value) },
        Self(Column("valueName", "")) { habit, value in .text(habit.name(of: value)) },
        Self(Column("documented", "")) { habit, _ in .number(habit.documented) },
        Self(Column("largest", "")) { habit, _ in .number(habit.largest) },
        Self(Column("names", "")) { habit, _ in
            guard case .choice(let names) = habit.kind else { return .none }
            return .words(names)
        },
        Self(Column("sentence", "")) { habit, _ in .text(habit.sentence) },
        Self(Column("source", "")) { habit, _ in .text(habit.source) },
    ]

    static func table(hasSources: Bool) -> [Self] {
        [
            Self(Column("name", "HABIT")) { habit, _ in .text(habit.name) },
            value("VALUE"), documented("DOCUMENTED"), range("RANGE"),
            Self(Column("sentence", "", isBelow: true)) { habit, _ in .text(habit.sentence) },
        ]
            + (hasSources
                ? [Self(Column("source", "", isBelow: true)) { habit, _ in .text("Source: \(habit.source)") }] : [])
    }

    static let details: [Self] =
        [
            Self(Column("name", "Habit")) { habit, _ in .text(habit.name) },
            Self(Column("group", "Group")) { habit, _ in .text(habit.group.title) },
            Self(Column("sentence", "What it does")) { habit, _ in .text(habit.sentence) },
            value("Value"), range("Range"),
        ]
        + HabitProfile.allCases.map { profile in
            Self(Column(profile.name, profile == .documented ? "As documented" : "In \(profile.name)")) { habit, _ in
                .text(habit.word(habit.value(in: profile)))
            }
        } + [Self(Column("source", "Source")) { habit, _ in .text(habit.source) }]

    private static func value(_ title: String) -> Self {
        Self(Column("value", title)) { habit, value in
            let word = habit.word(value)
            return value == habit.documented ? .text(word) : .state(word, .waiting)
        }
    }

    private static func documented(_ title: String) -> Self {
        Self(Column("documented", title)) { habit, _ in .text(habit.word(habit.documented)) }
    }

    private static func range(_ title: String) -> Self {
        Self(Column("range", title)) { habit, _ in .text(habit.range) }
    }
}

extension Habit {
    /// As `habit` takes it.
    fileprivate func word(_ value: Int64) -> String {
        if kind == .flag { return value == 0 ? "off" : "on" }
        return name(of: value) ?? String(value)
    }

    fileprivate var range: String {
        switch kind {
        case .flag: "on or off"
        case .milliseconds, .count, .percent: "0 to \(largest)"
        case .choice(let names): names.joined(separator: ", ")
        }
    }
}

extension Habit.Kind {
    /// Its name in JSON.
    fileprivate var word: String {
        switch self {
        case .flag: "flag"
        case .milliseconds: "milliseconds"
        case .count: "count"
        case .percent: "percent"
        case .choice: "choice"
        }
    }
}

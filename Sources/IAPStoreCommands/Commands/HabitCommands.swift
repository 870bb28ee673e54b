internal import IAPModel
internal import IAPReferenceStore

/// Behaviour of real systems that Apple's documentation does not describe.
enum HabitCommands {
    static let all = [profiles, profile, habits, habit]

    // MARK: Profiles

    static let profiles = Command(
        name: "profiles", summary: "List the profiles; a profile is a set of habits that describes one system",
        example: "iap-store profiles"
    ) { call throws(CommandError) in
        let store = try call.files.store()
        defer { call.files.release(store) }
        let present = try asking { () throws(StoreFailure) in try store.profile }
        return .rows(
            [Column("profile", "PROFILE"), Column("changed", "DIFFERENCES"), Column("inForce", "ACTIVE")]
                + (call.isJSON ? [Column("title", ""), Column("titleInChinese", "")] : []),
            HabitProfile.allCases.map { profile in
                let changed = Habit.allCases.count { $0.value(in: profile) != $0.documented }
                return [.text(profile.name), .number(changed), .flag(profile == present)]
                    + (call.isJSON ? [.text(profile.title.english), .text(profile.title.chinese)] : [])
            }, none: "")
    }

    static let profile = Command(
        name: "profile", summary: "Show the profile of the store, or set every habit to the values of a profile",
        arguments: [
            .init("NAME", "the profile to use", .optional, choices: HabitProfile.allCases.map(\.name))
        ],
        details: """
            Run the tests of a game under each profile. 'iap-store habits --profile reported --changed' shows the content
            of a profile. After you change a single habit, the store may match no profile.
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
                "changed", "Habits that differ from the documentation",
                .number(values.count { $0.key.documented != $0.value })),
        ])
    }

    // MARK: Habits

    static let habits = Command(
        name: "habits", summary: "List habits: behaviour of real systems that Apple's documentation does not describe",
        options: [
            .init(
                "profile", "NAME", "show the values of this profile, not of the store",
                choices: HabitProfile.allCases.map(\.name)),
            .init("changed", nil, "show only habits that differ from the documentation"),
            .init("sources", nil, "show who observed each habit, and where (JSON always contains this)"),
        ],
        details: "The values of habits with names in _ms are milliseconds of the store's clock.",
        example: "iap-store habits --profile reported --changed"
    ) { call throws(CommandError) in
        let values = try listed(call)
        let shown = Habit.allCases.filter { !call.has("changed") || values[$0] != $0.documented }
        let columns = call.isJSON ? HabitColumn.json : HabitColumn.table(hasSources: call.has("sources"))
        return .rows(
            columns.map(\.column),
            shown.map { habit in columns.map { $0.cell(habit, values[habit] ?? habit.documented) } },
            none: "No habit differs from the documentation.")
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
        name: "habit", summary: "Show or change a habit of the store",
        arguments: [
            .init("NAME", "the habit; 'iap-store habits' lists all", proposals: Habit.allCases.map(\.name)),
            .init("VALUE", "a number, on or off, or the name of a choice", .optional),
        ],
        options: [.init("reset", nil, "set the documented value")],
        example: "iap-store habit listing_lag_ms 1000"
    ) { call throws(CommandError) in
        let name = call.argument("NAME")
        guard let habit = Habit(named: name) else {
            throw .usage(
                "there is no habit \(quoted(name))" + CommandLineReader.suggestion(name, Habit.allCases.map(\.name))
                    + "; 'iap-store habits' lists the habits")
        }
        let new = try call.optionalArgument("VALUE").map { text throws(CommandError) in try read(text, of: habit) }
        guard new == nil || !call.has("reset") else { throw .usage("--reset takes no value") }
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
        guard habit.kind == .choice else {
            throw .usage("\(habit.name) must be \(habit.range), not \(quoted(text))")
        }
        throw .usage(
            "\(habit.name) must be one of \(habit.range), not \(quoted(text))"
                + CommandLineReader.suggestion(text, habit.choices.map(\.name)))
    }
}

/// A column of a table of habits.
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
        Self(Column("groupTitle", "")) { habit, _ in .text(habit.group.title.english) },
        Self(Column("groupTitleInChinese", "")) { habit, _ in .text(habit.group.title.chinese) },
        Self(Column("kind", "")) { habit, _ in .text(habit.kind.rawValue) },
        Self(Column("value", "")) { _, value in .number(value) },
        Self(Column("valueName", "")) { habit, value in .text(habit.name(of: value)) },
        Self(Column("documented", "")) { habit, _ in .number(habit.documented) },
        Self(Column("largest", "")) { habit, _ in .number(habit.largest) },
        choices("names", \.name),
        choices("titles", \.title.english),
        choices("titlesInChinese", \.title.chinese),
        Self(Column("sentence", "")) { habit, _ in .text(habit.sentence.english) },
        Self(Column("sentenceInChinese", "")) { habit, _ in .text(habit.sentence.chinese) },
        Self(Column("source", "")) { habit, _ in .text(habit.source) },
    ]

    static func table(hasSources: Bool) -> [Self] {
        [
            Self(Column("name", "HABIT")) { habit, _ in .text(habit.name) },
            value("VALUE"), documented("DOCUMENTED"), range("RANGE"),
            Self(Column("sentence", "", isBelow: true)) { habit, _ in .text(habit.sentence.english) },
        ]
            + (hasSources
                ? [Self(Column("source", "", isBelow: true)) { habit, _ in .text("Source: \(habit.source)") }] : [])
    }

    static let details: [Self] =
        [
            Self(Column("name", "Habit")) { habit, _ in .text(habit.name) },
            Self(Column("group", "Group")) { habit, _ in .text(habit.group.title.english) },
            Self(Column("sentence", "Description")) { habit, _ in .text(habit.sentence.english) },
            value("Value"), range("Range"),
        ]
        + HabitProfile.allCases.map { profile in
            Self(Column(profile.name, profile == .documented ? "As documented" : "In \(profile.name)")) { habit, _ in
                .text(habit.word(habit.value(in: profile)))
            }
        } + [Self(Column("source", "Source")) { habit, _ in .text(habit.source) }]

    private static func choices(_ key: String, _ text: @escaping @Sendable (HabitChoice) -> String) -> Self {
        Self(Column(key, "")) { habit, _ in habit.kind == .choice ? .words(habit.choices.map(text)) : .none }
    }

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
    /// The value in the form that `habit` accepts.
    fileprivate func word(_ value: Int64) -> String {
        if kind == .flag { return value == 0 ? "off" : "on" }
        return name(of: value) ?? String(value)
    }

    fileprivate var range: String {
        switch kind {
        case .flag: "on or off"
        case .milliseconds, .count, .percent: "0 to \(largest)"
        case .choice: choices.map(\.name).joined(separator: ", ")
        }
    }
}

internal import IAPModel
internal import IAPReferenceStore

/// Behaviour of real systems that Apple's documentation does not describe.
enum QuirkCommands {
    static let all = [profiles, profile, quirks, quirk]

    // MARK: Profiles

    static let profiles = Command(
        name: "profiles", summary: "List the profiles; a profile is a set of quirks that describes one system",
        example: "iap-store profiles"
    ) { call, store in
        let present = try store.quirks.profile
        return .rows(
            [Column("profile", "PROFILE"), Column("changed", "DIFFERENCES"), Column("inForce", "ACTIVE")]
                + (call.isJSON ? [Column("title", ""), Column("titleInChinese", "")] : []),
            QuirkProfile.allCases.map { profile in
                let changed = Quirk.allCases.count { $0.value(in: profile) != $0.documented }
                return [.text(profile.name), .number(changed), .flag(profile == present)]
                    + (call.isJSON ? [.text(profile.title.english), .text(profile.title.chinese)] : [])
            }, none: "")
    }

    static let profile = Command(
        name: "profile", summary: "Show the profile of the store, or set every quirk to the values of a profile",
        arguments: [
            .init("NAME", "the profile to use", .optional, choices: QuirkProfile.allCases.map(\.name))
        ],
        details: """
            Run the tests of a game under each profile. 'iap-store quirks --profile reported --changed' shows the content
            of a profile. After you change a single quirk, the store may match no profile.
            """,
        example: "iap-store profile macos-26"
    ) { call, store in
        if let name = call.optionalArgument("NAME") {
            guard let profile = QuirkProfile(named: name) else {
                throw CommandError.usage("there is no profile \(quoted(name))")
            }
            try store.quirks.setProfile(profile)
        }
        let (present, values) = (try store.quirks.profile, try store.quirks.all)
        return .fields([
            Field("profile", "Profile", .text(present?.name ?? (call.isJSON ? nil : "none"))),
            Field(
                "changed", "Quirks that differ from the documentation",
                .number(values.count { $0.key.documented != $0.value })),
        ])
    }

    // MARK: Quirks

    static let quirks = Command(
        name: "quirks", summary: "List quirks: behaviour of real systems that Apple's documentation does not describe",
        options: [
            .init(
                "profile", "NAME", "show the values of this profile, not of the store",
                choices: QuirkProfile.allCases.map(\.name)),
            .init("changed", nil, "show only quirks that differ from the documentation"),
            .init("sources", nil, "show who observed each quirk, and where (JSON always contains this)"),
        ],
        details: "The values of quirks with names in _ms are milliseconds of the store's clock.",
        example: "iap-store quirks --profile reported --changed"
    ) { call in
        let values = try listed(call)
        let shown = Quirk.allCases.filter { !call.has("changed") || values[$0] != $0.documented }
        let columns = call.isJSON ? QuirkColumn.json : QuirkColumn.table(hasSources: call.has("sources"))
        return .rows(
            columns.map(\.column),
            shown.map { quirk in columns.map { $0.cell(quirk, values[quirk] ?? quirk.documented) } },
            none: "No quirk differs from the documentation.")
    }

    private static func listed(_ call: Call) throws -> [Quirk: Int64] {
        if let profile = call.option("profile").flatMap(QuirkProfile.init(named:)) {
            return Dictionary(Quirk.allCases.map { ($0, $0.value(in: profile)) }, uniquingKeysWith: { $1 })
        }
        let store = try call.files.store()
        defer { call.files.release(store) }
        return try store.quirks.all
    }

    static let quirk = Command(
        name: "quirk", summary: "Show or change a quirk of the store",
        arguments: [
            .init("NAME", "the quirk; 'iap-store quirks' lists all"),
            .init("VALUE", "a number, on or off, or the name of a choice", .optional),
        ],
        options: [.init("reset", nil, "set the documented value")],
        example: "iap-store quirk listing_lag_ms 1000"
    ) { call, store in
        let name = call.argument("NAME")
        guard let quirk = Quirk(named: name) else {
            throw CommandError.usage("there is no quirk \(quoted(name)); 'iap-store quirks' lists the quirks")
        }
        let new = try call.optionalArgument("VALUE").map { text in try read(text, of: quirk) }
        guard new == nil || !call.has("reset") else { throw CommandError.usage("--reset takes no value") }
        if let value = call.has("reset") ? quirk.documented : new { try store.quirks.set(quirk, to: value) }
        let value = try store.quirks.value(quirk)
        let columns = call.isJSON ? QuirkColumn.json : QuirkColumn.details
        return .fields(columns.map { Field($0.column.key, $0.column.title, $0.cell(quirk, value)) })
    }

    private static func read(_ text: String, of quirk: Quirk) throws -> Int64 {
        if let value = quirk.value(named: text) { return value }
        guard quirk.kind == .choice else {
            throw CommandError.usage("\(quirk.name) must be \(quirk.range), not \(quoted(text))")
        }
        throw CommandError.usage("\(quirk.name) must be one of \(quirk.range), not \(quoted(text))")
    }
}

/// A column of a table of quirks.
private struct QuirkColumn {
    var column: Column
    var cell: @Sendable (Quirk, Int64) -> Cell

    init(_ column: Column, _ cell: @escaping @Sendable (Quirk, Int64) -> Cell) {
        self.column = column
        self.cell = cell
    }

    static let json: [Self] = [
        Self(Column("name", "")) { quirk, _ in .text(quirk.name) },
        Self(Column("group", "")) { quirk, _ in .text(quirk.group.rawValue) },
        Self(Column("groupTitle", "")) { quirk, _ in .text(quirk.group.title.english) },
        Self(Column("groupTitleInChinese", "")) { quirk, _ in .text(quirk.group.title.chinese) },
        Self(Column("kind", "")) { quirk, _ in .text(quirk.kind.rawValue) },
        Self(Column("value", "")) { _, value in .number(value) },
        Self(Column("valueName", "")) { quirk, value in .text(quirk.name(of: value)) },
        Self(Column("documented", "")) { quirk, _ in .number(quirk.documented) },
        Self(Column("largest", "")) { quirk, _ in .number(quirk.largest) },
        choices("names", \.name),
        choices("titles", \.title.english),
        choices("titlesInChinese", \.title.chinese),
        Self(Column("sentence", "")) { quirk, _ in .text(quirk.sentence.english) },
        Self(Column("sentenceInChinese", "")) { quirk, _ in .text(quirk.sentence.chinese) },
        Self(Column("source", "")) { quirk, _ in .text(quirk.source) },
    ]

    static func table(hasSources: Bool) -> [Self] {
        [
            Self(Column("name", "QUIRK")) { quirk, _ in .text(quirk.name) },
            value("VALUE"), documented("DOCUMENTED"), range("RANGE"),
            Self(Column("sentence", "", isBelow: true)) { quirk, _ in .text(quirk.sentence.english) },
        ]
            + (hasSources
                ? [Self(Column("source", "", isBelow: true)) { quirk, _ in .text("Source: \(quirk.source)") }] : [])
    }

    static let details: [Self] =
        [
            Self(Column("name", "Quirk")) { quirk, _ in .text(quirk.name) },
            Self(Column("group", "Group")) { quirk, _ in .text(quirk.group.title.english) },
            Self(Column("sentence", "Description")) { quirk, _ in .text(quirk.sentence.english) },
            value("Value"), range("Range"),
        ]
        + QuirkProfile.allCases.map { profile in
            Self(Column(profile.name, profile == .documented ? "As documented" : "In \(profile.name)")) { quirk, _ in
                .text(quirk.word(quirk.value(in: profile)))
            }
        } + [Self(Column("source", "Source")) { quirk, _ in .text(quirk.source) }]

    private static func choices(_ key: String, _ text: @escaping @Sendable (QuirkChoice) -> String) -> Self {
        Self(Column(key, "")) { quirk, _ in quirk.kind == .choice ? .words(quirk.choices.map(text)) : .none }
    }

    private static func value(_ title: String) -> Self {
        Self(Column("value", title)) { quirk, value in
            let word = quirk.word(value)
            return value == quirk.documented ? .text(word) : .text(word)
        }
    }

    private static func documented(_ title: String) -> Self {
        Self(Column("documented", title)) { quirk, _ in .text(quirk.word(quirk.documented)) }
    }

    private static func range(_ title: String) -> Self {
        Self(Column("range", title)) { quirk, _ in .text(quirk.range) }
    }
}

extension Quirk {
    /// The value in the form that `quirk` accepts.
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

import IAPJSON
import IAPReferenceStore
import Testing

@testable import IAPStoreCommands

/// Commands for profiles and habits.
struct HabitCommandTests {
    private let shop: Shop

    init() throws {
        shop = try Shop()
        _ = try shop.buy("coins")
    }

    private func habit(_ name: String) throws -> JSONValue {
        try #require(try shop.json("habits").list.first { $0["name"]?.text == name })
    }

    @Test func storeBeginsAsDocumented() throws {
        #expect(try shop.json("profile")["profile"]?.text == "documented")
        #expect(try shop.json("profile")["changed"]?.number == 0)
        #expect(shop.run("habits", "--changed").text == "No habit differs from the documentation.\n")
    }

    @Test(arguments: HabitProfile.allCases) func profileSetsEveryHabit(profile: HabitProfile) throws {
        #expect(try shop.json("profile", profile.name)["profile"]?.text == profile.name)
        let listed = try shop.json("habits").list
        #expect(listed.map { $0["value"]?.number } == Habit.allCases.map { $0.value(in: profile) })
        // The result is the same without the store.
        #expect(try shop.json("habits", "--profile", profile.name, "--store", "/nowhere").list == listed)
        let inForce = try shop.json("profiles").list.filter { $0["inForce"] == .flag(true) }
        #expect(inForce.map { $0["profile"]?.text } == [profile.name])
        let changed = try shop.json("habits", "--changed").list
        #expect(changed == listed.filter { $0["value"] != $0["documented"] })
        #expect(try shop.json("profile")["changed"]?.number == Int64(changed.count))
    }

    @Test func listDescribesEachHabit() throws {
        let listed = try shop.json("habits").list
        #expect(listed.map { $0["name"]?.text } == Habit.allCases.map(\.name))
        for (shown, habit) in zip(listed, Habit.allCases) {
            #expect(shown["sentence"]?.text == habit.sentence.english && shown["source"]?.text == habit.source)
            #expect(shown["sentenceInChinese"]?.text == habit.sentence.chinese)
            #expect(shown["group"]?.text == habit.group.rawValue)
            #expect(shown["groupTitle"]?.text == habit.group.title.english)
            #expect(shown["largest"]?.number == habit.largest)
            guard habit.kind == .choice else {
                #expect(shown["names"] == nil && shown["titles"] == nil && shown["valueName"] == nil)
                continue
            }
            #expect(shown["names"]?.list == habit.choices.map { .text($0.name) })
            #expect(shown["titles"]?.list == habit.choices.map { .text($0.title.english) })
            #expect(shown["valueName"]?.text == habit.choices[Int(habit.documented)].name)
        }
    }

    @Test(arguments: [
        ("listing_lag_ms", "1000", 1000, "1000"), ("finish_fails_percent", "100", 100, "100"),
        ("repeat_after_finish", "3", 3, "3"), ("two_ids", "on", 1, "on"), ("two_ids", "1", 1, "on"),
        ("launch_replays_unfinished", "off", 0, "off"), ("lapse_returns_old", "always", 2, "always"),
        ("lapse_returns_old", "1", 1, "at_once"),
    ])
    func habitTakesANumberOrAName(name: String, text: String, value: Int64, word: String) throws {
        #expect(try shop.json("habit", name, text)["value"]?.number == value)
        #expect(try habit(name)["value"]?.number == value)
        #expect(shop.run("habit", name).lines.contains { $0.hasPrefix("Value") && $0.hasSuffix("  " + word) })
        // No profile consists of this one change.
        #expect(shop.run("profile").lines.contains { $0.hasPrefix("Profile") && $0.hasSuffix("  none") })
        #expect(try shop.json("profile")["profile"] == nil)
        #expect(try shop.json("habits", "--changed").list.map { $0["name"]?.text } == [name])
        #expect(shop.run("habit", name, "--reset").code == 0)
        #expect(try shop.json("profile")["profile"]?.text == "documented")
    }

    @Test(arguments: [
        (["habit", "missed_odrer"], "no habit 'missed_odrer'; did you mean 'missed_order'?; 'iap-store habits' lists"),
        (["habit", "nonsense"], "no habit 'nonsense'; 'iap-store habits' lists the habits"),
        (["habit", "missed_order", "newset_first"], "not 'newset_first'; did you mean 'newest_first'?"),
        (
            ["habit", "missed_order", "nonsense"],
            "missed_order must be one of oldest_first, newest_first, not 'nonsense'"
        ),
        (["habit", "missed_order", "2"], "not '2'"), (["habit", "two_ids", "maybe"], "on or off, not 'maybe'"),
        (["habit", "listing_lag_ms", "86400001"], "0 to 86400000, not '86400001'"),
        (["habit", "listing_lag_ms", "on"], "not 'on'"),
        (["habit", "two_ids", "on", "--reset"], "--reset takes no value"),
        (["profile", "reprted"], "did you mean 'reported'?"), (["habits", "--profile", "best"], "not 'best'"),
    ])
    func wrongInputIsNamedAndChangesNothing(words: [String], reason: String) throws {
        let outcome = shop.run(words)
        #expect(outcome.code == 2 && outcome.error.contains(reason), "\(outcome.error)")
        #expect(try shop.json("profile")["profile"]?.text == "documented")
    }

    // MARK: Output format

    /// Each sentence is below its row, so it is not shortened.
    @Test(arguments: [80, 120]) func sentencesFitTheTerminal(width: Int) throws {
        let lines = shop.run("habits", "--sources", "--color", "never", columns: width).lines
        #expect(lines.allSatisfy { $0.terminalWidth <= width })
        #expect(lines.count > 3 * Habit.allCases.count)
        if width == 120 { #expect(!lines.contains { $0.contains("…") }) }
        let text = lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
        for habit in Habit.allCases {
            #expect(text.contains(habit.sentence.english) && text.contains("Source: \(habit.source)"))
        }
        #expect(!shop.run("habits").text.contains("Source:"))
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func shellsCompleteNames(shell: String) {
        let words = Set(
            shop.run("completion", shell).text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
        for habit in Habit.allCases { #expect(words.contains(habit.name)) }
    }
}

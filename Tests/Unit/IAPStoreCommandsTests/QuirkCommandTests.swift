import IAPJSON
import IAPReferenceStore
import Testing

@testable import IAPStoreCommands

/// Commands for profiles and quirks.
struct QuirkCommandTests {
    private let shop: Shop

    init() throws {
        shop = try Shop()
        _ = try shop.buy("coins")
    }

    private func quirk(_ name: String) throws -> JSONValue {
        try #require(try shop.json("quirks").list.first { $0["name"]?.text == name })
    }

    @Test func storeBeginsAsDocumented() throws {
        #expect(try shop.json("profile")["profile"]?.text == "documented")
        #expect(try shop.json("profile")["changed"]?.number == 0)
        #expect(shop.run("quirks", "--changed").text == "No quirk differs from the documentation.\n")
    }

    @Test(arguments: QuirkProfile.allCases) func profileSetsEveryQuirk(profile: QuirkProfile) throws {
        #expect(try shop.json("profile", profile.name)["profile"]?.text == profile.name)
        let listed = try shop.json("quirks").list
        #expect(listed.map { $0["value"]?.number } == Quirk.allCases.map { $0.value(in: profile) })
        // The result is the same without the store.
        #expect(try shop.json("quirks", "--profile", profile.name, "--store", "/nowhere").list == listed)
        let inForce = try shop.json("profiles").list.filter { $0["inForce"] == .flag(true) }
        #expect(inForce.map { $0["profile"]?.text } == [profile.name])
        let changed = try shop.json("quirks", "--changed").list
        #expect(changed == listed.filter { $0["value"] != $0["documented"] })
        #expect(try shop.json("profile")["changed"]?.number == Int64(changed.count))
    }

    @Test func listDescribesEachQuirk() throws {
        let listed = try shop.json("quirks").list
        #expect(listed.map { $0["name"]?.text } == Quirk.allCases.map(\.name))
        for (shown, quirk) in zip(listed, Quirk.allCases) {
            #expect(shown["sentence"]?.text == quirk.sentence.english && shown["source"]?.text == quirk.source)
            #expect(shown["sentenceInChinese"]?.text == quirk.sentence.chinese)
            #expect(shown["group"]?.text == quirk.group.rawValue)
            #expect(shown["groupTitle"]?.text == quirk.group.title.english)
            #expect(shown["largest"]?.number == quirk.largest)
            guard quirk.kind == .choice else {
                #expect(shown["names"] == nil && shown["titles"] == nil && shown["valueName"] == nil)
                continue
            }
            #expect(shown["names"]?.list == quirk.choices.map { .text($0.name) })
            #expect(shown["titles"]?.list == quirk.choices.map { .text($0.title.english) })
            #expect(shown["valueName"]?.text == quirk.choices[Int(quirk.documented)].name)
        }
    }

    @Test(arguments: [
        ("listing_lag_ms", "1000", 1000, "1000"), ("finish_fails_percent", "100", 100, "100"),
        ("repeat_after_finish", "3", 3, "3"), ("two_ids", "on", 1, "on"), ("two_ids", "1", 1, "on"),
        ("launch_replays_unfinished", "off", 0, "off"), ("lapse_returns_old", "always", 2, "always"),
        ("lapse_returns_old", "1", 1, "at_once"),
    ])
    func quirkTakesANumberOrAName(name: String, text: String, value: Int64, word: String) throws {
        #expect(try shop.json("quirk", name, text)["value"]?.number == value)
        #expect(try quirk(name)["value"]?.number == value)
        #expect(shop.run("quirk", name).lines.contains { $0.hasPrefix("Value") && $0.hasSuffix("  " + word) })
        // No profile consists of this one change.
        #expect(shop.run("profile").lines.contains { $0.hasPrefix("Profile") && $0.hasSuffix("  none") })
        #expect(try shop.json("profile")["profile"] == nil)
        #expect(try shop.json("quirks", "--changed").list.map { $0["name"]?.text } == [name])
        #expect(shop.run("quirk", name, "--reset").code == 0)
        #expect(try shop.json("profile")["profile"]?.text == "documented")
    }

    @Test(arguments: [
        (["quirk", "missed_odrer"], "no quirk 'missed_odrer'; 'iap-store quirks' lists"),
        (["quirk", "nonsense"], "no quirk 'nonsense'; 'iap-store quirks' lists the quirks"),
        (["quirk", "missed_order", "newset_first"], "not 'newset_first'"),
        (
            ["quirk", "missed_order", "nonsense"],
            "missed_order must be one of oldest_first, newest_first, not 'nonsense'"
        ),
        (["quirk", "missed_order", "2"], "not '2'"), (["quirk", "two_ids", "maybe"], "on or off, not 'maybe'"),
        (["quirk", "listing_lag_ms", "86400001"], "0 to 86400000, not '86400001'"),
        (["quirk", "listing_lag_ms", "on"], "not 'on'"),
        (["quirk", "two_ids", "on", "--reset"], "--reset takes no value"),
        (["profile", "reprted"], "'reprted'"), (["quirks", "--profile", "best"], "not 'best'"),
    ])
    func wrongInputIsNamedAndChangesNothing(words: [String], reason: String) throws {
        let outcome = shop.run(words)
        #expect(outcome.code == 2 && outcome.error.contains(reason), "\(outcome.error)")
        #expect(try shop.json("profile")["profile"]?.text == "documented")
    }

    // MARK: Output format

    /// Each sentence is below its row, so it is not shortened.
    @Test(arguments: [80, 120]) func sentencesFitTheTerminal(width: Int) throws {
        let lines = shop.run("quirks", "--sources", columns: width).lines
        #expect(lines.allSatisfy { $0.terminalWidth <= width })
        #expect(lines.count > 3 * Quirk.allCases.count)
        if width == 120 { #expect(!lines.contains { $0.contains("…") }) }
        let text = lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
        for quirk in Quirk.allCases {
            #expect(text.contains(quirk.sentence.english) && text.contains("Source: \(quirk.source)"))
        }
        #expect(!shop.run("quirks").text.contains("Source:"))
    }
}

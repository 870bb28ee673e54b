import Foundation
import IAPJSON
import Testing

@testable import IAPStoreCommands

/// Parsing, help and errors of the command line.
struct CommandLineTests {
    private let shop: Shop

    init() throws { shop = try Shop() }

    @Test func eachCommandHasHelpAndAnExampleThatReads() throws {
        let overview = shop.run("help").text
        let reader = CommandLineReader(CommandGroups.all)
        for command in CommandGroups.all {
            #expect(overview.contains("  \(command.name) "))
            #expect(!command.summary.hasSuffix("."))
            for words in [["help", command.name], [command.name, "--help"], [command.name, "-h"]] {
                let page = shop.run(words)
                #expect(page.code == 0 && page.error.isEmpty)
                #expect(page.text.contains(command.example))
            }
            // Ignore the part that the shell handles.
            let words = command.example.split(separator: " ").map(String.init).prefix { $0 != ">" }
            #expect(words.first == "iap-store")
            let line = try reader.read(Array(words.dropFirst()))
            #expect(line.command?.name == command.name)
        }
    }

    @Test func versionIsPrintedAndInTheManualPage() throws {
        let printed = shop.run("--version")
        let version = try #require(printed.text.wholeMatch(of: /iap-store (\d+\.\d+\.\d+)\n/))
        #expect(printed.code == 0)
        #expect(shop.run("manual").text.hasPrefix(#".TH IAP-STORE 1 "" "IAPBridge \#(version.1)" "#))
    }

    @Test func everyNameHasOneMeaning() {
        let names = CommandGroups.all.map(\.name)
        #expect(Set(names).count == names.count)
        for command in CommandGroups.all {
            let options = (command.options + CommandLineReader.common).map(\.name)
            #expect(Set(options).count == options.count, "\(command.name)")
        }
    }

    @Test(arguments: [
        (["refnd", "1"], "no command 'refnd'"), (["products", "--jsn"], "no option '--jsn'"),
        (["refund"], "ID is missing"), (["refund", "one"], "'one', which is not an id"),
        (["refund", "1", "2"], "'2' is an unexpected argument"),
        (["buy", "a", "b", "--quantity", "0"], "from 1 to 1000000, not '0'"),
        (["buy", "a", "b", "--quantity"], "--quantity needs a value"), (["products", "--json=1"], "takes no value"),
        (["products", "--iso", "--iso"], "given twice"), (["fail", "purchase", "networkEror"], "not 'networkEror'"),
        (["clock", "turn", "1d"], "one of show, advance, set, rate"), (["--account", "x"], "there is no option"),
        (["buy", "a", "b", "--token", "x"], "must be a UUID"), (["buy", "a", "b", "--offer", "x"], "promotional:ID"),
        (["help", "a", "b"], "help takes one command"), (["price-increase", "1", "much"], "a price such as 12.99"),
    ])
    func errorNamesTheMistake(words: [String], reason: String) {
        let outcome = shop.run(words)
        #expect(outcome.code == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.hasPrefix("iap-store: ") && outcome.error.contains(reason), "\(outcome.error)")
    }

    @Test func mistypedStoreIsNotMade() {
        let outcome = shop.run("transactions")
        #expect(outcome.code == 3)
        #expect(outcome.error.contains("--store FILE"))
        #expect(!FileManager.default.fileExists(atPath: shop.storePath))
    }

    @Test func storekitFileHasToBeNamedWhereThereAreTwo() {
        let outcome = shop.run("products", environment: ["IAP_STOREKIT": ""])
        #expect(outcome.code == 2 && outcome.error.contains("--storekit FILE"))
    }

    @Test func wordsAfterTwoDashesAreNoOptions() throws {
        let outcome = shop.run("buy", "--clock", "virtual", "--", "--anna", "com.example.game.coins")
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(try shop.json("transactions").list.first?["account"]?.text == "--anna")
    }

    // MARK: Output format

    @Test(arguments: [80, 100, 120], ["transactions", "subscriptions", "products"])
    func tablesFitTheTerminal(width: Int, command: String) throws {
        _ = try shop.buy("club")
        let lines = shop.run(command, columns: width).lines
        #expect(lines.count == (command == "products" ? 4 : 2))
        #expect(lines.allSatisfy { $0.terminalWidth <= width }, "\(lines)")
        // Output that is not for a terminal is never shortened.
        #expect(!shop.run(command).text.contains("…"))
    }

    @Test func timesAreLocalOrISO() throws {
        _ = try shop.buy("coins")
        #expect(shop.run("transactions").text.contains("2026-01-01 01:00:00"))
        #expect(shop.run("transactions", "--iso").text.contains("2026-01-01T00:00:00.000Z"))
        #expect(try shop.json("transactions").list.first?["purchaseDate"]?.text == "2026-01-01T00:00:00.000Z")
    }

    @Test func namesDoNothingToTheTerminal() throws {
        let name = "\u{1B}]0;title\u{07}\u{202E}x"
        #expect(shop.run("buy", name, "com.example.game.coins").code == 0)
        let table = shop.run("transactions").text
        #expect(table.contains("\\u{1b}]0;title\\u{7}\\u{202e}x"))
        #expect(!table.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x07 || $0.value == 0x202E })
        #expect(try shop.json("transactions").list.first?["account"]?.text == name)
        let refusal = shop.run("buy", "anna", name)
        #expect(refusal.code == 1 && !refusal.error.contains("\u{1B}"))
    }

    @Test(
        arguments: [
            ("90s", 90_000), ("1d12h", 129_600_000), ("2w", 1_209_600_000), ("5", nil), ("", nil), ("d", nil),
            ("1x", nil),
            ("99999999999999999w", nil), ("0s", nil),
        ] as [(String, Int64?)])
    func lengthsOfTime(text: String, expected: Int64?) { #expect(Times.length(text) == expected) }

    @Test(
        arguments: [
            ("2026-01-01T00:00:00Z", 1_767_225_600_000), ("2026-01-01T01:00:00.5+01:00", 1_767_225_600_500),
            ("2026-01-01", 1_767_225_600_000), ("1767225600000", 1_767_225_600_000), ("yesterday", nil), ("-1", nil),
        ] as [(String, Int64?)])
    func times(text: String, expected: Int64?) { #expect(Times.milliseconds(text) == expected) }
}

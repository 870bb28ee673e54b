import IAPModel
import Foundation
import IAPPaymentQueue
import Testing

@testable import IAPJournal

/// A text that is not an export changes nothing. The error message names the place.
struct InventoryTextRefusalTests {
    private let device: InventoryDevice

    init() throws {
        device = try InventoryDevice()
        try device.buy(.bought(7, "bundle"))
        try device.revoke(.bought(7, "bundle"))
        try device.buy(.bought(8, "gems.kept"))
        try device.add(70, key: "k")
    }

    private static let grant = #""kind":"counter","name":"coins","purchase_ms":1000,"transaction_id":"7""#
    private static let key = #""counter":"coins","key":"k","time_ms":5"#

    private static func export(_ member: String, _ elements: String) -> String {
        var lists = ["counters": "", "grants": "", "keys": ""]
        lists[member] = elements
        let members = lists.sorted { $0.key < $1.key }.map { "\"\($0.key)\":[\($0.value)]" }
        return "{\(members.joined(separator: ",")),\"version\":1}"
    }

    private static let refused: [(text: String, place: String)] = [
        ("", "the text is not JSON"),
        ("{}", "version is missing"),
        ("[]", "the text is not an object"),
        ("null", "the text is null"),
        ("{", "the text is not JSON"),
        ("hello", "the text is not JSON"),
        (#"{"version":"1"}"#, "version is not a number"),
        (#"{"version":true}"#, "version is not a number"),
        (#"{"version":0}"#, "version is 0"),
        (#"{"version":1.5}"#, "version is 1.5"),
        (#"{"version":2}"#, "version is 2, which is newer than this library's version 1; update the game"),
        (#"{"version":1e999}"#, "the text is not JSON"),
        (#"{"version":1}"#, "counters is missing"),
        (#"{"version":1,"counters":{},"grants":[],"keys":[]}"#, "counters is not an array"),
        (#"{"version":1,"counters":[],"grants":[]}"#, "keys is missing"),
        (export("counters", "1"), "counters[0] is not an object"),
        (export("counters", #"{"name":"a","balance":1},{"name":"b"}"#), "counters[1].balance is missing"),
        (export("counters", #"{"balance":1}"#), "counters[0].name is missing"),
        (export("counters", #"{"name":5,"balance":1}"#), "counters[0].name is not a text"),
        (export("counters", #"{"name":"","balance":1}"#), "counters[0].name is empty"),
        (export("counters", #"{"name":"\u0000","balance":1}"#), "counters[0].name contains"),
        (export("counters", #"{"name":"\ud800","balance":1}"#), "the text is not JSON"),
        (
            export("counters", #"{"name":"\#(String(repeating: "a", count: 256))","balance":1}"#),
            "counters[0].name is longer than 255 bytes"
        ),
        (export("counters", #"{"name":"a","balance":-1}"#), "counters[0].balance is -1"),
        (
            export("counters", #"{"name":"a","balance":9000000000000001}"#),
            "counters[0].balance is 9000000000000001; it"
        ),
        (
            export("counters", #"{"name":"a","balance":1e300}"#),
            "counters[0].balance is not a whole number from 0 to 9000000000000000"
        ),
        (export("counters", #"{"name":"a","balance":0.5}"#), "counters[0].balance is 0.5"),
        (export("counters", #"{"name":"a","balance":"1"}"#), "counters[0].balance is not a number"),
        (export("counters", #"{"name":"a","balance":1},{"name":"a","balance":1}"#), "counters[1] repeats"),
        (export("grants", "{\(grant)}"), "grants[0].amount is missing"),
        (export("grants", #"{"amount":0,\#(grant)}"#), "grants[0].amount is 0"),
        (export("grants", #"{"amount":1,"state":"gone",\#(grant)}"#), "grants[0].state is not one of"),
        (export("grants", #"{"amount":1,"on_revocation":"",\#(grant)}"#), "grants[0].on_revocation is not one of"),
        (export("grants", #"{"amount":1,\#(grant)},{"amount":2,\#(grant)}"#), "grants[1] repeats"),
        (
            export("grants", #"{"kind":"gift","name":"a","purchase_ms":1,"transaction_id":"7"}"#),
            "grants[0].kind is not one of"
        ),
        (
            export("grants", #"{"kind":"unlock","name":"a","purchase_ms":1,"transaction_id":7}"#),
            "grants[0].transaction_id is not a text"
        ),
        (
            export("grants", #"{"kind":"unlock","name":"a","purchase_ms":1,"transaction_id":"07"}"#),
            "grants[0].transaction_id is no"
        ),
        (
            export("grants", #"{"kind":"unlock","name":"a","purchase_ms":1,"transaction_id":"18446744073709551616"}"#),
            "transaction_id is no"
        ),
        (
            export("grants", #"{"kind":"unlock","name":"a","purchase_ms":1e17,"transaction_id":"7"}"#),
            "grants[0].purchase_ms is"
        ),
        (
            export("grants", #"{"kind":"unlock","name":"a","purchase_ms":1,"transaction_id":"7","expiration_ms":0.1}"#),
            "grants[0].expiration_ms is"
        ),
        (export("keys", "{\(key)}"), "keys[0].amount is missing"),
        (export("keys", #"{"amount":0,\#(key)}"#), "keys[0].amount is 0"),
        (export("keys", #"{"amount":1e17,\#(key)}"#), "keys[0].amount is"),
        (export("keys", #"{"amount":1,\#(key)},{"amount":1,\#(key)}"#), "keys[1] repeats"),
        (String(repeating: "[", count: 1_000_000), "the text is not JSON"),
        (#"{"version":"# + String(repeating: "{\"version\":", count: 1_000_000), "the text is not JSON"),
        (export("keys", "") + "x", "the text is not JSON"),
    ]

    @Test(arguments: refused.indices) func textThatIsNoExportIsRefusedAndChangesNothing(index: Int) throws {
        let (text, place) = Self.refused[index]
        try device.unchanged {
            let error = #expect(throws: IAPError.self) { try device.journal.apply(.import(text)) }
            #expect(error?.status == .invalidText)
            #expect(error?.message.contains("not an export of an inventory: ") == true)
            #expect(error?.message.contains(place) == true, "\(error?.message ?? "")")
        }
    }

    @Test func exportHasTenThousandKeysAtMost() throws {
        let keys = (0...10_000).map { #"{"amount":1,"counter":"coins","key":"k\#($0)","time_ms":5}"# }
        try device.unchanged {
            expect(.invalidText) { try device.journal.apply(.import(Self.export("keys", keys.joined(separator: ",")))) }
        }
        try device.journal.apply(.import(Self.export("keys", keys.dropLast().joined(separator: ","))))
    }

    @Test func textAbove16MiBIsRefused() throws {
        let text = #"{"version":1,"counters":[],"grants":[],"keys":[]}"#
        let longest = text + String(repeating: " ", count: InventoryLimit.text - text.utf8.count)
        try device.unchanged { expect(.tooLarge) { try device.journal.apply(.import(longest + " ")) } }
        try device.journal.apply(.import(longest))
        #expect(device.holdings == "coins 70, gems 10", "this device's own purchase and change are added")
    }

    @Test func fieldsOfANewerLibraryAreIgnored() throws {
        let text =
            #"{"version":1,"counters":[{"balance":5,"name":"coins","colour":"red"}],"grants":[],"keys":[],"more":[{}]}"#
        try device.journal.apply(.import(text))
        #expect(device.coins == 75)
    }

    /// Any text is either accepted or refused as a whole. The inventory can always be exported afterwards.
    @Test func hostileTextsNeverHalfChangeAnything() throws {
        try device.buy(.bought(9, "club", until: 9_000_000))
        let export = Array(try device.journal.exportInventory().utf8)
        let pieces = [
            "\"", "{", "}", "[", "]", ",", ":", "-", "9", "e", ".", "null", "1e400", "\\u0000", "\u{FF}", "\"name\"",
        ]
        var random = Seed(1)
        var taken = 0
        for _ in 0..<3000 {
            var text = export
            for _ in 0...random.below(3) {
                let place = random.below(text.count)
                switch random.below(4) {
                case 0: text.remove(at: place)
                case 1: text.insert(contentsOf: Array(pieces[random.below(pieces.count)].utf8), at: place)
                case 2: text[place] = UInt8(32 + random.below(95))
                default: text.removeSubrange(place..<min(place + random.below(40), text.count))
                }
            }
            let (before, items) = (try device.journal.exportInventory(), device.journal.inventoryItems)
            do {
                try device.journal.apply(.import(String(decoding: text, as: UTF8.self)))
                taken += 1
                let after = try device.journal.exportInventory()
                try device.unchanged { try device.journal.apply(.import(after)) }
            } catch let error as IAPError {
                #expect(error.status == .invalidText)
                #expect(try device.journal.exportInventory() == before)
                #expect(device.journal.inventoryItems == items)
            }
        }
        #expect(taken > 100, "only \(taken) texts are still exports")
    }
}

/// Random numbers that are the same in each run.
struct Seed {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func below(_ limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(truncatingIfNeeded: (state >> 11) % UInt64(max(limit, 1)))
    }
}

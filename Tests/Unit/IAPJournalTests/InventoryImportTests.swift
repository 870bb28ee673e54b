import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPJournal

/// How an import handles changes that only this device knows.
struct InventoryImportTests {
    private let phone: InventoryDevice

    init() throws { phone = try InventoryDevice() }

    @Test func oldSaveRemovesNoLaterChange() throws {
        try phone.add(900, key: "start")
        let save = try phone.journal.exportInventory()
        try phone.buy(.bought(7, "coins.100"))
        try phone.spend(100, key: "shield")
        try phone.add(7, key: "daily")
        for _ in 1...3 {
            try phone.journal.apply(.import(save))
            #expect(phone.coins == 907)
        }
        try phone.unchanged {
            try phone.spend(100, key: "shield")
            try phone.add(7, key: "daily")
        }
    }

    private static let most = InventoryLimit.balance
    /// The balance in the text, the changes on this device, and the resulting balance.
    private static let onTop: [(text: Int64, changes: [Int64], balance: Int64)] = [
        (50, [], 50), (50, [7], 57), (50, [1000, -30], 1020), (50, [100, -80, -20], 50), (0, [5], 5),
        (50, [100, -100, 30], 80),
        // The amount to spend is no longer available.
        (50, [-200], 0), (0, [-1], 0), (50, [-200, 10], 0), (50, [-200, 160], 10), (50, [-most], 0),
        (50, [-most, -most], 0),
        (most, [5], most), (most, [5, -5], most - 5), (most - 5, [3, 3, -1], most - 1),
        (1, [most, most, -2], most - 2),
    ]

    @Test(arguments: onTop.indices) func changesThatTheTextDoesNotKnowAreMadeOnTopOfIt(index: Int) throws {
        let (balance, changes, expected) = Self.onTop[index]
        for (number, change) in changes.enumerated() {
            phone.clock.now += 1
            // Make room for the change under a key that the text already knows.
            if change < 0, phone.coins < -change { try phone.add(-change - phone.coins, key: "known \(number)") }
            if change > 0, phone.coins > Self.most - change { try phone.spend(phone.coins, key: "known \(number)") }
            try change > 0 ? phone.add(change, key: "k\(number)") : phone.spend(-change, key: "k\(number)")
        }
        for _ in 1...2 {
            try phone.journal.apply(.import(Self.text(balance, keys: changes.indices.map { ("known \($0)", 5) })))
            #expect(phone.coins == expected)
        }
    }

    private static func text(_ balance: Int64, keys: [(name: String, time: Int64)]) -> String {
        let keys = keys.map { #"{"amount":1,"counter":"coins","key":"\#($0.name)","time_ms":\#($0.time)}"# }
        return """
            {"counters":[{"balance":\(balance),"name":"coins"}],"grants":[],"keys":[\(keys.joined(separator: ","))],\
            "version":1}
            """
    }

    /// The exporting device knew the older changes, but the text had no room for their keys.
    @Test(arguments: [(9999, 50 + 111), (10_000, 50 + 100)]) func fullTextTreatsOnlyNewerChangesAsUnknown(
        count: Int, expected: Int64
    ) throws {
        for (time, amount) in [(1999, 1), (2000, 10), (2001, 100)] as [(Int64, Int64)] {
            phone.clock.now = time
            try phone.add(amount, key: "at \(time)")
        }
        let keys = (0..<count).map { ("there \($0)", 2000 + Int64($0)) }
        // The keys may be in any order.
        try phone.journal.apply(.import(Self.text(50, keys: keys.reversed())))
        #expect(phone.coins == expected)
    }

    @Test func auditLogListsRepeatedChangesForEachCounter() throws {
        for counter in ["gems", "coins"] {
            for number in 1...2 { try phone.add(40, to: counter, key: "add \(counter) \(number)") }
            try phone.spend(70, of: counter, key: "spend \(counter)")
        }
        let lines = try phone.audit { try phone.journal.apply(.import(Self.text(5, keys: [("add coins 1", 5)]))) }
        #expect(
            lines == [
                #"{"count":0,"event":"imported"}"#,
                #"{"amount":40,"balance":45,"cause":"import","event":"added","name":"coins"}"#,
                #"{"amount":45,"balance":0,"cause":"import","event":"spent","name":"coins"}"#,
                #"{"amount":80,"balance":80,"cause":"import","event":"added","name":"gems"}"#,
                #"{"amount":70,"balance":10,"cause":"import","event":"spent","name":"gems"}"#,
                #"{"balance":0,"event":"imported","name":"coins"}"#,
            ])
    }

    // MARK: Names that the grants use for another kind

    @Test func textWithANameOfAnotherKindIsRefused() throws {
        for (member, element) in [
            ("counters", #"{"name":"no_ads","balance":1}"#),
            ("grants", #"{"kind":"unlock","name":"coins","purchase_ms":1,"transaction_id":"7"}"#),
        ] {
            var lists = ["counters": "", "grants": "", "keys": ""]
            lists[member] = element
            let members = lists.map { "\"\($0.key)\":[\($0.value)]" }.joined(separator: ",")
            try phone.unchanged {
                let error = #expect(throws: IAPError.self) {
                    try phone.journal.apply(.import("{\(members),\"version\":1}"))
                }
                #expect(error?.status == .invalidText)
                #expect(
                    error?.message.contains(member == "grants" ? "holds \"coins\" as" : "holds \"no_ads\" as")
                        == true)
            }
        }
    }

    /// All of the counter was spent, and the name is now an unlock.
    @Test func nameThatBecameAnUnlockIsNotACounterAgain() throws {
        let folder = try Folder()
        let device = try InventoryDevice(path: folder.path("journal"))
        try device.buy(.bought(7, "coins.100"))
        try device.add(5, key: "k")
        try device.spend(105, key: "l")
        try device.relaunch([Grant(productID: "p", kind: .unlock, name: "coins")])
        try device.journal.apply(.import(#"{"counters":[],"grants":[],"keys":[],"version":1}"#))
        #expect(device.holdings == "")
        try device.relaunch([Grant(productID: "p", kind: .unlock, name: "coins")])
    }
}

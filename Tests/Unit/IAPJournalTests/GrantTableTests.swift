import IAPModel
import Foundation
import Testing

@testable import IAPJournal

/// What products grant, defined in code or in a file.
struct GrantTableTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func file(_ content: some DataProtocol, name: String = "grants.json") throws -> String {
        let path = folder.path(name)
        try Data(content).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func table(_ text: String, _ grants: [Grant] = []) throws -> GrantTable {
        try GrantTable(grants, path: try file(Data(text.utf8)))
    }

    private static let coins = Grant(productID: "coins.100", kind: .counter, name: "coins", amount: 100)

    // MARK: Reading

    @Test func fileSaysWhatProductsGrant() throws {
        let table = try table(
            """
            {"products": [{"id": "coins.100", "grants": [{"counter": "coins", "amount": 100},
                                                         {"unlock": "no_ads", "on_revocation": "keep"}]},
                          {"id": "gems", "grants": [{"counter": "gems", "amount": 5, "on_revocation": "game_decides"}]}]}
            """)
        #expect(
            table.grants(of: "coins.100") == [
                Grant(productID: "coins.100", kind: .counter, name: "coins", amount: 100),
                Grant(productID: "coins.100", kind: .unlock, name: "no_ads", revocationPolicy: .keep),
            ])
        #expect(
            table.grants(of: "gems") == [
                Grant(productID: "gems", kind: .counter, name: "gems", amount: 5, revocationPolicy: .gameDecides)
            ])
        #expect(table.productIDs == [ExactText("coins.100"), ExactText("gems")])
        #expect(table.items.map(\.name) == ["coins", "gems", "no_ads"])
        #expect(table.kind(of: "coins") == .counter)
        #expect(table.kind(of: "no_ads") == .unlock)
        #expect(table.kind(of: "swords") == nil)
    }

    /// This makes a product list a valid grants file, and a grants file a valid product list.
    @Test func productsWithoutGrantsAndIDsInPlaceOfObjectsGrantNothing() throws {
        let table = try table(
            """
            {"products": ["a", {"id": "b"}, {"id": "c", "grants": []}, {"id": "d", "grants": null}, ""]}
            """)
        #expect(table.productIDs == [])
        #expect(try self.table(#"{"products": []}"#).productIDs == [])
    }

    @Test func otherKeysOfProductsAreLeftAlone() throws {
        let table = try table(
            """
            {"version": 7, "products": [{"id": "a", "price": 0.99, "grants":
                [{"counter": "coins", "unlock": null, "amount": 1.0, "on_revocation": null},
                 {"unlock": "x", "amount": 0}, {"unlock": "y", "amount": null}]}]}
            """)
        #expect(
            table.grants(of: "a") == [
                Grant(productID: "a", kind: .counter, name: "coins", amount: 1),
                Grant(productID: "a", kind: .unlock, name: "x"), Grant(productID: "a", kind: .unlock, name: "y"),
            ])
    }

    @Test func fileMayBeginWithAByteOrderMark() throws {
        #expect(try table("\u{FEFF}{\"products\": []}").productIDs == [])
    }

    @Test func codeAndFileAreTakenTogether() throws {
        let table = try table(
            #"{"products": [{"id": "coins.100", "grants": [{"counter": "gems", "amount": 1}]}]}"#, [Self.coins])
        #expect(table.grants(of: "coins.100").map(\.name) == ["coins", "gems"])
    }

    @Test func productMayBeNamedInSeveralObjects() throws {
        let table = try table(
            """
            {"products": [{"id": "a", "grants": [{"unlock": "x"}]}, {"id": "a", "grants": [{"unlock": "y"}]}]}
            """)
        #expect(table.grants(of: "a").map(\.name) == ["x", "y"])
    }

    @Test func tableMayBeEmpty() throws {
        #expect(try GrantTable([], path: nil).productIDs == [])
    }

    @Test func sameNameMayBeGrantedByManyProducts() throws {
        let other = Grant(productID: "coins.500", kind: .counter, name: "coins", amount: 500)
        #expect(try GrantTable([Self.coins, other], path: nil).items.count == 1)
    }

    @Test func namesAreComparedByTheirBytes() throws {
        let grants = ["caf\u{E9}", "cafe\u{301}"].map { Grant(productID: "p", kind: .unlock, name: $0) }
        #expect(try GrantTable(grants, path: nil).items.count == 2)
    }

    // MARK: Refusals

    private static func grants(_ grant: String) -> String {
        #"{"products": ["x", {"id": "a", "grants": [{"unlock": "fine"}, \#(grant)]}]}"#
    }

    private static let refused: [(text: String, place: String)] = [
        ("", "the text is not JSON"),
        ("{", "the text is not JSON"),
        ("[]", "the text is not an object"),
        ("\"products\"", "the text is not an object"),
        ("{}", "products is missing"),
        (#"{"products": {}}"#, "products is not an array"),
        (#"{"products": null}"#, "products is"),
        (#"{"products": [1]}"#, "products[0] is not an object"),
        (#"{"products": ["a", null]}"#, "products[1] is"),
        (#"{"products": [{"grants": []}]}"#, "products[0].id is missing"),
        (#"{"products": [{"id": 5}]}"#, "products[0].id is not a text"),
        (#"{"products": [{"id": ""}]}"#, "products[0].id is empty"),
        (#"{"products": [{"id": "a\u0000"}]}"#, "products[0].id contains"),
        (
            #"{"products": [{"id": "\#(String(repeating: "a", count: 1025))"}]}"#,
            "products[0].id is longer than 1024 bytes"
        ),
        (#"{"products": [{"id": "a", "grants": {}}]}"#, "products[0].grants is not an array"),
        (grants("5"), "products[1].grants[1] is not an object"),
        (grants("{}"), "products[1].grants[1] names neither"),
        (grants(#"{"counter": "a", "unlock": "b", "amount": 1}"#), "products[1].grants[1] names both"),
        (grants(#"{"counter": "a"}"#), "products[1].grants[1].amount is missing"),
        (grants(#"{"counter": 1, "amount": 1}"#), "products[1].grants[1].counter is not a text"),
        (grants(#"{"counter": "", "amount": 1}"#), "products[1].grants[1].counter is empty"),
        (grants(#"{"unlock": ""}"#), "products[1].grants[1].unlock is empty"),
        (
            grants(#"{"unlock": "\#(String(repeating: "é", count: 128))"}"#),
            "products[1].grants[1].unlock is longer than 255 bytes"
        ),
        (grants(#"{"counter": "a", "amount": 0}"#), "products[1].grants[1].amount is 0; it must be a"),
        (grants(#"{"counter": "a", "amount": -1}"#), "products[1].grants[1].amount is -1; it must be a"),
        (grants(#"{"counter": "a", "amount": 1000000000001}"#), "products[1].grants[1].amount is 1000000000001; it"),
        (grants(#"{"counter": "a", "amount": 1e17}"#), "products[1].grants[1].amount is 100000000000000000; it must"),
        (
            grants(#"{"counter": "a", "amount": 1e300}"#),
            "products[1].grants[1].amount is not a whole number from 1 to 1000000000000"
        ),
        (grants(#"{"counter": "a", "amount": 1e-9}"#), "products[1].grants[1].amount is not a whole number"),
        (grants(#"{"counter": "a", "amount": 1e999}"#), "the text is not JSON"),
        (grants(#"{"counter": "a", "amount": 1.5}"#), "products[1].grants[1].amount is 1.5"),
        (grants(#"{"counter": "a", "amount": "1"}"#), "products[1].grants[1].amount is not a number"),
        (grants(#"{"counter": "a", "amount": true}"#), "products[1].grants[1].amount is not a number"),
        (
            grants(#"{"unlock": "a", "amount": 1}"#),
            "products[1].grants[1].amount is given, but an unlock has no amount"
        ),
        (grants(#"{"unlock": "a", "amount": "1"}"#), "products[1].grants[1].amount is not a number"),
        (
            grants(#"{"counter": "a", "ammount": 1}"#),
            #"products[1].grants[1] has the unknown key "ammount"; a grant has "counter", "unlock", "amount", "on_rev"#
        ),
        (
            grants(#"{"unlock": "a", "on_revoke": null, "name": 1}"#),
            #"products[1].grants[1] has the unknown key "name""#
        ),
        (grants(#"{"a\n\u0000": 1}"#), #"products[1].grants[1] has the unknown key "a\n\0""#),
        (#"{"products": [{"id": "a", "grant": []}]}"#, #"products[0] has the key "grant"; it is called "grants""#),
        (#"{"products": ["a", {"id": "b", "grant": null, "grants": []}]}"#, #"products[1] has the key "grant""#),
        (grants(#"{"unlock": "a", "on_revocation": "never"}"#), "products[1].grants[1].on_revocation is not one of"),
        (grants(#"{"unlock": "a", "on_revocation": 1}"#), "products[1].grants[1].on_revocation is not a text"),
        (grants(#"{"unlock": "fine"}"#), "products[1].grants[1] repeats the grant of \"fine\" for \"a\""),
        (grants(#"{"counter": "fine", "amount": 1}"#), "products[1].grants[1] uses the name \"fine\" for a counter"),
        (
            #"{"products": [{"id": "a", "grants": [{"unlock": "x"}]}, {"id": "a", "grants": [{"unlock": "x"}]}]}"#,
            "products[1].grants[0] repeats the grant of \"x\""
        ),
        (String(repeating: "[", count: 100_000), "the text is not JSON"),
        (#"{"products": [], "x": \#(String(repeating: "[", count: 100_000))"#, "the text is not JSON"),
    ]

    @Test(arguments: refused.indices) func badFileIsRefusedWithItsNameAndThePlace(index: Int) throws {
        let (text, place) = Self.refused[index]
        let path = try file(Data(text.utf8))
        let error = #expect(throws: IAPError.self) { try GrantTable([], path: path) }
        #expect(error?.status == .invalidFile)
        #expect(error?.message.hasPrefix("\(path): \(place)") == true, "\(error?.message ?? "")")
    }

    @Test(
        arguments: [
            [0xFF, 0xFE], [0x7B, 0x22, 0xFF, 0x22, 0x7D], [0x7B, 0x00, 0x7D, 0x00], [0x00], [0xC0, 0x80],
            [0xFE, 0xFF, 0x00, 0x7B, 0x00, 0x7D],
        ] as [[UInt8]])
    func fileThatIsNotUTF8IsRefused(bytes: [UInt8]) throws {
        let path = try file(bytes)
        let error = #expect(throws: IAPError.self) { try GrantTable([], path: path) }
        #expect(error?.status == .invalidFile)
        #expect(error?.message == "\(path): the text is not UTF-8")
    }

    @Test func fileThatCannotBeReadIsRefused() throws {
        for (path, reason) in [
            (folder.path("missing.json"), "cannot be read (No such file or directory)"),
            (folder.path(""), "is not a file"), ("/dev/zero", "is not a file"),
            ("", "cannot be read (No such file or directory)"),
        ] {
            let error = #expect(throws: IAPError.self) { try GrantTable([], path: path) }
            #expect(error?.status == .invalidFile)
            #expect(error?.message == "\(path): \(reason)")
        }
    }

    @Test func fileAbove16MiBIsRefused() throws {
        let text = #"{"products": []}"#
        let longest = text + String(repeating: " ", count: InventoryLimit.file - text.utf8.count)
        #expect(try table(longest).productIDs == [])
        expect(.invalidFile) { _ = try table(longest + " ") }
    }

    @Test func fileMayNotContradictTheCode() throws {
        for grant in [#"{"counter": "coins", "amount": 1}"#, #"{"unlock": "coins"}"#] {
            let error = #expect(throws: IAPError.self) {
                try table(#"{"products": [{"id": "coins.100", "grants": [\#(grant)]}]}"#, [Self.coins])
            }
            #expect(error?.status == .invalidFile)
            #expect(error?.message.contains("grants.json: products[0].grants[0] ") == true)
        }
    }

    private static let mistakes: [(grant: Grant, place: String)] = [
        (Grant(productID: "", kind: .unlock, name: "x"), "product_id is empty"),
        (Grant(productID: "a\0", kind: .unlock, name: "x"), "product_id contains"),
        (
            Grant(productID: String(repeating: "a", count: 1025), kind: .unlock, name: "x"),
            "product_id is longer than 1024"
        ),
        (Grant(productID: "a", kind: .unlock, name: ""), "name is empty"),
        (Grant(productID: "a", kind: .unlock, name: String(repeating: "a", count: 256)), "name is longer than 255"),
        (Grant(productID: "a", kind: .unlock, name: "x", amount: 1), "amount is 1; an unlock has no amount"),
        (Grant(productID: "a", kind: .counter, name: "x"), "amount is 0"),
        (Grant(productID: "a", kind: .counter, name: "x", amount: -1), "amount is -1"),
        (Grant(productID: "a", kind: .counter, name: "x", amount: .min), "amount is -9223372036854775808"),
        (Grant(productID: "a", kind: .counter, name: "x", amount: 1_000_000_000_001), "amount is 1000000000001"),
    ]

    @Test(arguments: mistakes.indices) func badGrantOfTheCodeIsRefused(index: Int) {
        let (grant, place) = Self.mistakes[index]
        let error = #expect(throws: IAPError.self) { try GrantTable([Self.coins, grant], path: nil) }
        #expect(error?.status == .invalidArgument)
        #expect(error?.message.hasPrefix("grants[1].\(place)") == true, "\(error?.message ?? "")")
    }

    @Test func grantsInCodeMustNotConflict() {
        for other in [Self.coins, Grant(productID: "b", kind: .unlock, name: "coins")] {
            let error = #expect(throws: IAPError.self) { try GrantTable([Self.coins, other], path: nil) }
            #expect(error?.status == .invalidArgument)
            #expect(error?.message.hasPrefix("grants[1] ") == true)
        }
    }

    @Test(arguments: [1, 1_000_000_000_000] as [Int64]) func amountsAtTheirEndsAreTaken(amount: Int64) throws {
        let longest = String(repeating: "a", count: 255)
        let grant = Grant(productID: String(repeating: "p", count: 1024), kind: .counter, name: longest, amount: amount)
        #expect(try GrantTable([grant], path: nil).grants(of: grant.productID) == [grant])
        let text = #"{"products": [{"id": "p", "grants": [{"counter": "c", "amount": \#(amount)}]}]}"#
        #expect(try table(text).grants(of: "p").map(\.amount) == [amount])
    }

    @Test func inventoryHasTenThousandGrantsAtMost() throws {
        let grants = (0..<InventoryLimit.grants).map { Grant(productID: "p", kind: .unlock, name: "\($0)") }
        #expect(try GrantTable(grants, path: nil).items.count == InventoryLimit.grants)
        expect(.tooLarge) { _ = try GrantTable(grants + [Self.coins], path: nil) }
        let text = #"{"products": [{"id": "q", "grants": [{"unlock": "x"}]}]}"#
        expect(.invalidFile) { _ = try table(text, grants) }
        _ = try table(text, grants.dropLast())
    }
}

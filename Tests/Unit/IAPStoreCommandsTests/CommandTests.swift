import Foundation
import IAPJSON
import IAPModel
import IAPReferenceStore
import Testing

@testable import IAPStoreCommands

/// What each command does to a store.
struct CommandTests {
    private let shop: Shop

    init() throws { shop = try Shop() }

    /// Returns the state of the transaction with this id.
    private func state(_ id: String) throws -> String? { try shop.json("transaction", id)["state"]?.text }
    private func status() throws -> JSONValue { try #require(try shop.json("subscriptions").list.first) }

    /// People copy the key out of the terminal.
    @Test func keyIsPrintedInLines() throws {
        let lines = shop.run("key").lines
        let start = try #require(lines.firstIndex(of: "-----BEGIN PRIVATE KEY-----"))
        #expect(lines.last == "-----END PRIVATE KEY-----" && lines.count - start > 3)
        #expect(lines[start...].allSatisfy { $0.count <= 64 })
        let text = try shop.json("key")["privateKey"]?.text
        #expect(text == lines[start...].joined(separator: "\n") + "\n")
    }

    @Test func productsNeedNoStore() throws {
        let products = try shop.json("products").list
        #expect(
            products.compactMap { $0["productId"]?.text }
                == ["coins", "editor", "club"].map { "com.example.game." + $0 })
        #expect(products.allSatisfy { $0["onSale"] == .flag(true) })
    }

    @Test func purchaseIsListedAndShown() throws {
        let id = try shop.buy("coins", "--quantity", "3", "--token", "0A1B2C3D-0000-4000-8000-00000000000F")
        let shown = try shop.json("transaction", id)
        #expect(shown["quantity"]?.number == 3)
        #expect(shown["appAccountToken"]?.text == "0a1b2c3d-0000-4000-8000-00000000000f")
        #expect(shown["price"]?["milliunits"]?.number == 2970)
        _ = try shop.buy("editor")
        #expect(try shop.json("transactions").list.count == 2)
        #expect(try shop.json("transactions", "--product", "com.example.game.coins").list.count == 1)
        #expect(try shop.json("transactions", "--account", "bert").list.isEmpty)
        #expect(
            try shop.json("transactions", "--limit", "1").list.first?["productId"]?.text == "com.example.game.editor")
        #expect(try shop.json("transactions", "--unfinished").list.count == 2)
    }

    @Test(arguments: [("refund", true), ("revoke", false)]) func purchaseIsTakenBack(command: String, refunds: Bool)
        throws
    {
        let id = try shop.buy("editor")
        #expect(try shop.json(command, id, "--reason", "issue")["revocationReason"]?.number == 1)
        #expect(try state(id) == "revoked")
        #expect((try shop.json("transaction", id)["refunded"] != nil) == refunds)
        let again = shop.run(command, id)
        #expect(again.code == 1 && again.error.contains("was refunded or revoked before"))
    }

    @Test func purchaseThatWaitsIsApprovedOrDeclined() throws {
        _ = try shop.buy("coins")
        let ids = try waitingPurchases(2)
        #expect(try shop.json("approvals").list.compactMap { $0["id"]?.text } == ids)
        #expect(try shop.json("approve", ids[0])["state"]?.text == "purchased")
        #expect(try shop.json("decline", ids[1])["declined"]?.text == ids[1])
        #expect(shop.run("approvals").text == "No purchase waits for approval.\n")
        for command in ["approve", "decline"] { #expect(shop.run(command, ids[0]).code == 1) }
    }

    /// The requests come from a game on a device.
    private func waitingPurchases(_ count: Int) throws -> [String] {
        var options = ReferenceStore.Options()
        options.statePath = shop.storePath
        options.clock = nil
        let store = try ReferenceStore(catalogue: Catalogue.load(path: shop.path("Game.storekit")), options: options)
        defer { store.close() }
        try store.controls.setAskToBuy(true)
        let device = try StoreDevice(store: store, account: "bert", name: "phone")
        for _ in 0..<count {
            _ = try device.purchase("com.example.game.coins", PurchaseOptions())
        }
        return try store.purchases.approvals.map { String($0.id) }
    }

    // MARK: Subscriptions

    @Test func subscriptionLivesByTheClock() throws {
        let id = try shop.buy("club")
        #expect(try status()["status"]?.text == "active")
        #expect(try shop.json("clock", "advance", "40d")["now"]?.text == "2026-02-10T00:00:00.000Z")
        #expect(try shop.json("transactions").list.count == 2)
        #expect(shop.run("cancel", id).code == 0)
        #expect(try status()["autoRenewStatus"] == .flag(false))
        #expect(shop.run("resubscribe", id).code == 0)
        #expect(try status()["autoRenewStatus"] == .flag(true))
        #expect(shop.run("renew", id).code == 0)
        #expect(try shop.json("transactions").list.count == 3)
        #expect(shop.run("expire", id).code == 0)
        #expect(try status()["status"]?.text == "expired")
        let refusal = shop.run("price-increase", id, "3.99")
        #expect(refusal.code == 1 && refusal.error.contains("it has ended"))
    }

    @Test func priceIncreaseWaitsForConsent() throws {
        let id = try shop.buy("club")
        #expect(try shop.json("price-increase", id, "3.99", "--consent")["awaitsPriceConsent"] == .flag(true))
        #expect(shop.run("price-increase", id, "agree").code == 0)
        #expect(shop.run("clock", "advance", "31d").code == 0)
        #expect(try shop.json("transactions").list.last?["price"]?["milliunits"]?.number == 3990)
    }

    @Test func changeLeadsToProductsOfTheGroupOnly() throws {
        let id = try shop.buy("club")
        let refusal = shop.run("change", id, "com.example.game.coins")
        #expect(refusal.code == 1 && refusal.error.contains("does not name a product"))
        #expect(shop.run("resolve", id).error.contains("no billing issue to resolve"))
    }

    // MARK: Settings

    @Test func storefrontMoves() throws {
        _ = try shop.buy("coins")
        #expect(try shop.json("storefront", "deu", "--locale", "de_DE")["currency"]?.text == "EUR")
        #expect(try shop.json("settings")["storefront"]?.text == "DEU")
        #expect(shop.run("storefront", "XYZ").code == 2)
        #expect(shop.run("storefront", "--locale", "de_DE").code == 2)
    }

    @Test func realClockIsNotMoved() throws {
        #expect(shop.run("buy", "anna", "com.example.game.coins", "--clock", "real").code == 0)
        let refusal = shop.run("clock", "advance", "1d")
        #expect(refusal.code == 1 && refusal.error.contains("cannot be changed"))
        #expect(try shop.json("clock")["clock"]?.text == "real")
    }

    /// A store keeps its kind of clock for programs that open it later.
    @Test func clockIsThatOfTheStore() throws {
        _ = try shop.buy("coins")
        #expect(try shop.json("clock")["clock"]?.text == "virtual")
        #expect(try shop.json("clock", "set", "2027-03-01")["now"]?.text == "2027-03-01T00:00:00.000Z")
        #expect(try shop.json("clock", "rate", "month-in-5-minutes")["rate"]?.text == "month-in-5-minutes")
        for words in [
            ["clock", "advance"], ["clock", "show", "1d"], ["clock", "set", "soon"], ["clock", "rate", "fast"],
        ] {
            #expect(shop.run(words).code == 2, "\(words)")
        }
    }

    @Test func failureIsSetAndTakenBack() throws {
        _ = try shop.buy("coins")
        #expect(shop.run("fail", "purchase", "networkError").code == 0)
        #expect(try shop.json("settings")["fails.purchase"]?.text == "networkError")
        #expect(shop.run("fail", "purchase", "none").code == 0)
        #expect(try shop.json("settings")["fails.purchase"] == nil)
        let refusal = shop.run("fail", "products", "invalidSignature")
        #expect(refusal.code == 2 && refusal.error.contains("cannot fail with"))
    }

    // MARK: Files

    @Test func everythingWrongWithAFileHasItsPlace() throws {
        let text = Beginning.text.replacing("\"0.99\"", with: "1").replacing("\"P1M\"", with: "\"month\"")
            .replacing("\"NonConsumable\"", with: "\"nonconsumable\"")
        let shop = try Shop(storekit: text)
        let outcome = shop.run("check", shop.path("Game.storekit"), "--json")
        #expect(outcome.code == 1 && outcome.error == "iap-store: 3 errors\n")
        let problems = try JSONReader.read(outcome.output).list
        let found = problems.map { [$0["path"]?.text ?? "", $0["severity"]?.text ?? ""] }
        #expect(found.contains(["products[0].displayPrice", "error"]))
        #expect(found.contains(["products[1].type", "error"]))
        #expect(found.contains(["subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod", "error"]))
        for problem in problems {
            guard case .number(let line)? = problem["line"], let path = problem["path"]?.text else {
                Issue.record("the problem has no place: \(problem)")
                continue
            }
            let name = path.split(separator: ".").last.map(String.init) ?? ""
            #expect(
                text.split(separator: "\n", omittingEmptySubsequences: false)[Int(line.whole ?? 0) - 1].contains(
                    "\"\(name)\""))
        }
        #expect(shop.run("check", shop.path("Game.storekit"), shop.path("nothing.storekit")).code == 3)
    }

    @Test(arguments: [("", "the file is empty"), ("{\n  \"a\": }", "line 2"), ("[]", "found an array")])
    func textThatIsNoFileIsNamed(text: String, reason: String) throws {
        let shop = try Shop(storekit: text)
        let outcome = shop.run("check", shop.path("Game.storekit"))
        #expect(outcome.code == 1 && outcome.text.contains(reason), "\(outcome.text)")
    }

    @Test func manyWarningsHideNoError() throws {
        let keys = (0..<300).map { "\"key\($0)\" : 1," }.joined(separator: "\n")
        let text = Beginning.text.replacing("\"P1M\"", with: "\"month\"")
            .replacing("\"identifier\"", with: keys + "\"identifier\"")
            .replacing(
                "\"productID\" : \"com.example.game.coins\"", with: keys + "\"productID\" : \"com.example.game.coins\"")
        let shop = try Shop(storekit: text)
        let outcome = shop.run("check", shop.path("Game.storekit"))
        #expect(outcome.code == 1 && outcome.error == "iap-store: 1 error\n", "\(outcome.error)")
        #expect(outcome.text.contains("more warnings are not shown"))
    }

    @Test func strictTakesWarningsForErrors() throws {
        let shop = try Shop(storekit: Beginning.text.replacing("\"identifier\"", with: "\"identifer\""))
        #expect(shop.run("check", shop.path("Game.storekit")).code == 0)
        #expect(shop.run("check", shop.path("Game.storekit"), "--strict").code == 1)
    }

    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment["STOREKIT_FILES"] != nil,
            "STOREKIT_FILES names no folder with .storekit files of public projects."))
    func checkAcceptsXcodesFiles() throws {
        let folder = try #require(ProcessInfo.processInfo.environment["STOREKIT_FILES"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        for name in names where name.hasSuffix(".storekit") {
            let outcome = shop.run("check", folder + "/" + name)
            #expect(outcome.code == 0, "\(name): \(outcome.text)")
        }
    }

    @Test func beginningIsAFileWithoutAProblem() throws {
        #expect(shop.run("init", shop.path("New.storekit")).code == 0)
        #expect(shop.run("check", shop.path("New.storekit")).text == "No problems found.\n")
        let again = shop.run("init", shop.path("New.storekit"))
        #expect(again.code == 1 && again.error.contains("was not changed"))
    }

    @Test func signedTextIsVerifiedByTheRoot() throws {
        let id = try shop.buy("coins")
        let jws = try signed(id)
        try jws.write(toFile: shop.path("a.jws"), atomically: true, encoding: .utf8)
        #expect(shop.run("root", "--output", shop.path("root.pem")).code == 0)
        for words in [
            [jws], [shop.path("a.jws")], [jws, "--root", shop.path("root.pem")], [jws, "--kind", "transaction"],
        ] {
            let outcome = shop.run(["verify"] + words)
            #expect(outcome.code == 0 && outcome.text.contains("genuine"), "\(outcome.error)")
        }
        for words in [[jws + "A"], [jws, "--kind", "notification"], [jws, "--bundle-id", "com.other"], ["a.b.c"]] {
            let outcome = shop.run(["verify"] + words)
            #expect(
                outcome.code == 1 && outcome.error.contains("not valid"), "\(words): \(outcome.text)\(outcome.error)")
        }
        let other = try Shop()
        _ = try other.buy("coins")
        #expect(other.run("verify", jws).code == 1)
        #expect(shop.run("root", "--der").output.first == 0x30)
    }

    private func signed(_ id: String) throws -> String {
        var options = ReferenceStore.Options()
        options.statePath = shop.storePath
        options.clock = nil
        let store = try ReferenceStore(catalogue: Catalogue.load(path: shop.path("Game.storekit")), options: options)
        defer { store.close() }
        let device = try StoreDevice(store: store, account: "anna", name: "phone")
        let listed = try #require(try store.transactions.listed(UInt64(id) ?? 0))
        guard case .charged(let transaction, _) = listed else { return "" }
        return try device.signer.signed(transaction).text
    }

    @Test func devicesAreThoseThatWereOpened() throws {
        _ = try shop.buy("coins")
        #expect(shop.run("devices").text == "No game has opened a device.\n")
        _ = try waitingPurchases(1)
        let device = try #require(try shop.json("devices").list.first)
        #expect(
            device["account"]?.text == "bert" && device["device"]?.text == "phone" && device["network"]?.text == "up")
    }
}

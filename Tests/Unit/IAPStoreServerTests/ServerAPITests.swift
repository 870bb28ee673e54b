import Foundation
import IAPJSON
import IAPModel
import IAPPlatform
import IAPReferenceStore
import IAPSignatures
import Testing

@testable import IAPStoreServer

@Suite struct ServerAPITests {
    // MARK: Tokens

    @Test(
        arguments: [
            { claims in claims.issuer = "other" }, { claims in claims.audience = "other" },
            { claims in claims.bundleID = "other" },
            { claims in claims.expiresAt = 1000 }, { claims in claims.expiresAt = nil },
        ] as [@Sendable (inout RequestClaims) -> Void])
    func tokenHasToBeInOrder(_ change: @Sendable (inout RequestClaims) -> Void) throws {
        let served = try ServedStore()
        let bearer = try ServedStore.bearer(served.store, change: change)
        #expect(served.ask("GET", "/inApps/v1/transactions/1", bearer: bearer).status == 401)
        #expect(served.ask("GET", "/inApps/v1/transactions/1").status == 404)
    }

    @Test func tokenNeedsNoTimeOfIssue() throws {
        let served = try ServedStore()
        let bearer = try ServedStore.bearer(served.store) { $0.issuedAt = nil }
        #expect(served.ask("GET", "/inApps/v1/transactions/1", bearer: bearer).status == 404)
    }

    @Test func tokenOfAnotherKeyIsRefused() throws {
        let (served, other) = (try ServedStore(), try SigningKey(seed: [1], label: "other"))
        let claims = RequestClaims(
            issuer: served.store.identity.issuerID, issuedAt: nil, audience: "appstoreconnect-v1",
            bundleID: served.store.identity.bundleID)
        let bearer = try JWSSigner(keyID: served.store.serverKeys.ownID, key: other).sign(payload: claims.json)
        #expect(served.ask("GET", "/inApps/v1/transactions/1", bearer: bearer).status == 401)
    }

    // MARK: Cached responses

    @Test func cachedResponseIsRenewedAfterEachCommand() throws {
        let served = try ServedStore()
        let id = try served.buy("coins")
        let path = "/inApps/v1/transactions/\(id)"
        func isRevoked() throws -> Bool {
            try ServedStore.payload(served.ask("GET", path).body["signedTransactionInfo"])["revocationDate"] != nil
        }
        #expect(try !isRevoked() && !isRevoked())
        _ = try served.store.refunds.refund(id, .full, reason: 0)
        #expect(try isRevoked() && isRevoked())
        let history = "/inApps/v2/history/\(id)"
        #expect(served.ask("GET", history + "?productType=CONSUMABLE").body["signedTransactions"]?.list.count == 1)
        #expect(
            served.ask("GET", history + "?productType=NON_CONSUMABLE").body["signedTransactions"]?.list.isEmpty == true)
        #expect(served.ask("GET", "/production" + path).status == 404)
        #expect(served.ask("GET", path, bearer: "x").status == 401)
    }

    @Test func responseLastsNoLongerThanItsToken() throws {
        let now = Guarded(Int64(Date().timeIntervalSince1970 * 1000))
        let served = try ServedStore(machineTime: { now.value })
        let path = "/inApps/v1/transactions/\(try served.buy("coins"))"
        #expect(served.ask("GET", path).status == 200)
        #expect(served.ask("GET", path).status == 200)
        // The token was created with the machine's time, shortly after this clock started. It is valid for five
        // minutes.
        now.value += 600_000
        #expect(served.ask("GET", path).status == 401)
    }

    // MARK: Transactions

    @Test func transactionIsSignedForServers() throws {
        let served = try ServedStore()
        let id = try served.buy("coins")
        let response = served.ask("GET", "/inApps/v1/transactions/\(id)")
        #expect(response.status == 200)
        let payload = try ServedStore.payload(response.body["signedTransactionInfo"])
        #expect(payload["transactionId"] == .text(String(id)))
        #expect(payload["deviceVerification"] == nil)
    }

    @Test func otherEnvironmentHasNothing() throws {
        let served = try ServedStore()
        let id = try served.buy("coins")
        for path in ["transactions/\(id)", "history/\(id)", "subscriptions/\(id)", "refund/lookup/\(id)"] {
            let version = path.hasPrefix("refund") ? "v2" : "v1"
            #expect(served.error("GET", "/production/inApps/\(version)/\(path)") == 4_040_010, "\(path)")
        }
    }

    @Test func appTransactionIdentifiesTheCustomer() throws {
        let served = try ServedStore()
        let id = try served.buy("coins")
        let signed = served.ask("GET", "/inApps/v1/transactions/appTransactions/\(id)").body["signedAppTransactionInfo"]
        guard case .text(let app) = try ServedStore.payload(signed)["appTransactionId"] else {
            Issue.record("the appTransactionId is missing")
            return
        }
        #expect(served.ask("GET", "/inApps/v2/history/\(app)").body["signedTransactions"]?.list.count == 1)
        #expect(served.error("GET", "/inApps/v1/transactions/\(app)") == 4_000_048)
    }

    @Test func orderIsFoundByItsNumber() throws {
        let served = try ServedStore()
        let transaction = try #require(try served.store.transactions.find(try served.buy("coins")))
        let found = served.ask("GET", "/inApps/v1/lookup/\(transaction.orderID)").body
        #expect(found["status"]?.number == 0)
        #expect(found["signedTransactions"]?.list.count == 1)
        let missing = served.ask("GET", "/inApps/v1/lookup/M0000000000000").body
        #expect(missing["status"]?.number == 1)
        #expect(missing["signedTransactions"] == nil)
    }

    // MARK: History

    private func ids(_ page: JSONValue) throws -> [String] {
        try page["signedTransactions"]?.list.map { signed in
            guard case .text(let id) = try ServedStore.payload(signed)["transactionId"] else {
                throw ServedStore.Missing()
            }
            return id
        } ?? []
    }

    @Test func historyComesInPagesAndGoesOnWhereItEnded() throws {
        let served = try ServedStore()
        let bought = try (0..<45).map { _ in String(try served.buy("coins")) }
        var (found, revision, pages): ([String], String, Int) = ([], "", 0)
        var hasMore = true
        while hasMore {
            let page = served.ask(
                "GET", "/inApps/v2/history/\(bought[0])" + (pages == 0 ? "" : "?revision=\(revision)")
            ).body
            found += try ids(page)
            guard case .text(let next) = page["revision"], case .flag(let more) = page["hasMore"] else { break }
            (revision, hasMore, pages) = (next, more, pages + 1)
        }
        #expect(found == bought)
        #expect(pages == 3)
        // A later change is new data, even for the oldest transaction and with a stopped clock.
        let later = try served.buy("coins")
        _ = try served.store.refunds.refund(try #require(UInt64(bought[0])))
        let news = served.ask("GET", "/inApps/v2/history/\(bought[0])?revision=\(revision)").body
        #expect(try ids(news) == [String(later), bought[0]])
    }

    @Test func historyIsFilteredAndSorted() throws {
        let served = try ServedStore()
        let (coins, editor, club) = (try served.buy("coins"), try served.buy("editor"), try served.buy("club"))
        func found(_ query: String, version: Int = 2) throws -> [UInt64] {
            try ids(served.ask("GET", "/inApps/v\(version)/history/\(coins)?\(query)").body).compactMap { UInt64($0) }
        }
        #expect(try found("productType=CONSUMABLE&productType=AUTO_RENEWABLE") == [coins, club])
        #expect(try found("productId=editor") == [editor])
        #expect(try found("subscriptionGroupIdentifier=21") == [club])
        #expect(try found("sort=DESCENDING") == [club, editor, coins])
        #expect(try found("inAppOwnershipType=FAMILY_SHARED").isEmpty)
        #expect(try found("startDate=1767225600001").isEmpty)
        #expect(try found("startDate=1767225600000&endDate=1767225600001").count == 3)
        _ = try served.store.server.carryOut(.finish(id: coins))
        #expect(try found("", version: 1) == [editor, club])
        _ = try served.store.refunds.refund(editor)
        #expect(try found("revoked=True") == [editor])
        #expect(try found("revoked=false").count == 2)
    }

    @Test(arguments: [
        ("revision=x", 4_000_005), ("startDate=x", 4_000_015), ("endDate=x", 4_000_016),
        ("startDate=5&endDate=5", 4_000_013), ("sort=UP", 4_000_021), ("productType=COIN", 4_000_022),
        ("productId=", 4_000_023), ("subscriptionGroupIdentifier=", 4_000_024), ("inAppOwnershipType=X", 4_000_026),
        ("revoked=maybe", 4_000_030),
    ])
    func wrongFilterIsNamed(_ query: String, _ code: Int) throws {
        let served = try ServedStore()
        #expect(served.error("GET", "/inApps/v2/history/\(try served.buy("coins"))?\(query)") == code)
    }

    // MARK: Subscriptions

    @Test func statusesAreOfTheWholeCustomer() throws {
        let served = try ServedStore()
        let coins = try served.buy("coins")
        _ = try served.buy("club")
        let data = served.ask("GET", "/inApps/v1/subscriptions/\(coins)").body["data"]?.list
        #expect(data?.first?["subscriptionGroupIdentifier"] == .text("21"))
        #expect(data?.first?["lastTransactions"]?.list.first?["status"]?.number == 1)
        #expect(served.ask("GET", "/inApps/v1/subscriptions/\(coins)?status=2").body["data"]?.list.isEmpty == true)
        #expect(served.error("GET", "/inApps/v1/subscriptions/\(coins)?status=6") == 4_000_031)
    }

    @Test func extensionMovesTheEndTwiceAYear() throws {
        let served = try ServedStore()
        let club = try served.buy("club")
        let before = try #require(try served.store.transactions.find(club)?.expirationDate)
        let body = #"{"extendByDays":10,"extendReasonCode":1,"requestIdentifier":"a"}"#
        let path = "/inApps/v1/subscriptions/extend/\(club)"
        #expect(served.ask("PUT", path, body).body["success"] == .flag(true))
        #expect(try served.store.transactions.find(club)?.expirationDate == before + 10 * 86_400_000)
        #expect(served.ask("PUT", path, body).status == 200)
        #expect(served.error("PUT", path, body) == 4_030_005)
        #expect(served.error("PUT", path, #"{"extendByDays":91}"#) == 4_000_009)
        #expect(served.error("PUT", path, #"{"extendByDays":1,"extendReasonCode":4}"#) == 4_000_010)
        #expect(served.error("PUT", path, #"{"extendByDays":1,"extendReasonCode":0}"#) == 4_000_011)
        // The next period begins at the end of the extended one.
        try served.store.clock.advance(by: 60 * 86_400_000)
        let next = try #require(try served.store.subscriptions.statuses(of: "anna").first?.transaction)
        #expect(next.purchaseDate == before + 20 * 86_400_000)
    }

    @Test func allSubscriptionsOfAProductAreExtendedOnce() throws {
        let served = try ServedStore()
        _ = try (served.buy("club"), served.buy("club", account: "ben"))
        let end = try #require(try served.store.subscriptions.statuses(of: "ben").first?.transaction.expirationDate)
        let body = #"{"extendByDays":5,"extendReasonCode":3,"requestIdentifier":"r1","productId":"club"}"#
        for _ in 0..<2 { #expect(served.ask("POST", "/inApps/v1/subscriptions/extend/mass", body).status == 200) }
        #expect(
            try served.store.subscriptions.statuses(of: "ben").first?.transaction.expirationDate == end + 5 * 86_400_000
        )
        let status = served.ask("GET", "/inApps/v1/subscriptions/extend/mass/club/r1").body
        #expect(status["succeededCount"]?.number == 2)
        #expect(served.error("GET", "/inApps/v1/subscriptions/extend/mass/club/r2") == 4_040_009)
    }

    @Test func clearedPurchasesLeaveMessages() throws {
        let served = try ServedStore()
        let path = "/inApps/v1/messaging/realtime/url"
        #expect(served.ask("PUT", path, #"{"realtimeURL":"http://127.0.0.1:9/"}"#).status == 200)
        try served.store.transactions.clear()
        #expect(served.ask("GET", path).status == 200)
    }

    // MARK: Changes

    @Test func appAccountTokenIsSetAndInherited() throws {
        let served = try ServedStore()
        let club = try served.buy("club")
        let token = "6A5E0B0E-6D0C-4A5E-9D0B-5B1F0E6A5E0B"
        let path = "/inApps/v1/transactions/\(club)/appAccountToken"
        #expect(served.ask("PUT", path, #"{"appAccountToken":"\#(token)"}"#).status == 200)
        try served.store.clock.advance(by: 40 * 86_400_000)
        let renewal = try #require(try served.store.subscriptions.statuses(of: "anna").first?.transaction)
        #expect(renewal.appAccountToken == token.lowercased())
        #expect(served.error("PUT", path, #"{"appAccountToken":"x"}"#) == 4_000_183)
        let other = "/inApps/v1/transactions/\(renewal.id)/appAccountToken"
        #expect(served.error("PUT", other, #"{"appAccountToken":"\#(token)"}"#) == 4_000_187)
    }

    @Test func finishingIsIdempotent() throws {
        let served = try ServedStore()
        let coins = try served.buy("coins")
        for _ in 0..<2 { #expect(served.ask("POST", "/inApps/v1/transactions/\(coins)/finish").status == 200) }
        #expect(try served.store.transactions.find(coins)?.isFinished == true)
        #expect(served.error("POST", "/inApps/v1/transactions/77/finish") == 4_040_010)
    }

    @Test func consumptionIsCheckedByItsVersion() throws {
        let served = try ServedStore()
        let coins = try served.buy("coins")
        let second = #"{"customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED"}"#
        #expect(served.ask("PUT", "/inApps/v2/transactions/consumption/\(coins)", second).status == 202)
        let path = "/inApps/v1/transactions/consumption/\(coins)"
        #expect(served.error("PUT", path, #"{"customerConsented":false}"#) == 4_000_035)
        #expect(served.error("PUT", path, second) == 4_000_034)
    }

    @Test func refundsAreListedByTheirDate() throws {
        let served = try ServedStore()
        let (first, second) = (try served.buy("coins"), try served.buy("coins"))
        _ = try served.store.refunds.refund(second)
        try served.store.clock.advance(by: 1000)
        _ = try served.store.refunds.refund(first)
        let page = served.ask("GET", "/inApps/v2/refund/lookup/\(first)").body
        #expect(try ids(page) == [String(second), String(first)])
        #expect(page["hasMore"] == .flag(false))
        // The oldest purchase is refunded last, while the clock is stopped.
        guard case .text(let revision) = page["revision"] else { throw ServedStore.Missing() }
        let third = try served.buy("coins")
        _ = try served.store.refunds.refund(third)
        #expect(
            try ids(served.ask("GET", "/inApps/v2/refund/lookup/\(first)?revision=\(revision)").body) == [String(third)]
        )
    }
}

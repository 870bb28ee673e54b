import IAPHTTPServer
import IAPJSON
import IAPModel
import IAPReferenceStore
import IAPStoreCommands
import Testing

@testable import IAPStoreServer

@Suite struct AdminAPITests {
    @Test func tokenIsCheckedFirst() throws {
        let served = try ServedStore()
        for token in ["", "admin-tokem", "admin-token-and-more"] {
            #expect(served.ask("POST", "/admin/v1/transactions", bearer: token).status == 401)
            #expect(served.ask("POST", "/admin/v1/nothing", bearer: token).status == 401)
        }
        #expect(served.ask("POST", "/admin/v1/nothing", bearer: served.token).status == 404)
        #expect(served.ask("GET", "/admin/v1/transactions", bearer: served.token).status == 405)
    }

    @Test func commandDoesWhatTheCommandLineDoes() throws {
        let served = try ServedStore()
        let bought = served.admin("buy", #"{"account":"anna","product":"coins","quantity":2}"#)
        #expect(bought.status == 200)
        guard case .text(let id) = bought.body["transactionId"] else { throw ServedStore.Missing() }
        #expect(served.admin("transactions").body.list.first?["quantity"]?.number == 2)
        #expect(served.admin("refund", #"{"id":"\#(id)","reason":"issue"}"#).status == 200)
        #expect(served.admin("refund", #"{"id":"\#(id)"}"#).status == 409)
        #expect(served.admin("transactions", #"{"unfinished":false}"#).body.list.count == 1)
    }

    @Test(arguments: [
        ("buy", "{"), ("buy", "[]"), ("buy", "{}"), ("buy", #"{"account":"a","product":"coins","color":"red"}"#),
        ("buy", #"{"account":["a"],"product":"coins"}"#), ("transactions", #"{"unfinished":"yes"}"#),
        ("refund", #"{"id":"1","reason":"bored"}"#), ("clock", #"{"what":"jump"}"#), ("root", #"{"output":"/tmp/x"}"#),
        ("control", #"{"json":{"fly":{}}}"#), ("profile", #"{"name":"best"}"#), ("quirk", #"{"name":"nonsense"}"#),
        ("quirk", #"{"name":"two_ids","value":2}"#), ("quirk", #"{"name":"two_ids","value":true}"#),
    ])
    func wrongRequestIsNamed(_ command: String, _ body: String) throws {
        let response = try ServedStore().admin(command, body)
        #expect(response.status == 400)
        guard case .text(let message) = response.body["error"] else { throw ServedStore.Missing() }
        #expect(!message.isEmpty)
    }

    @Test func everyControlOfATestCanBeSent() throws {
        let served = try ServedStore()
        #expect(served.admin("control", #"{"json":{"setAskToBuy":{"isEnabled":true}}}"#).status == 200)
        #expect(served.admin("settings").body["askToBuy"] == .flag(true))
    }

    @Test func profilesAndQuirksAreThoseOfTheStore() throws {
        let served = try ServedStore()
        #expect(served.admin("profile").body["profile"] == .text("documented"))
        #expect(served.admin("profile", #"{"name":"worst"}"#).body["profile"] == .text("worst"))
        #expect(try served.store.quirks.profile == .worst)
        let profiles = served.admin("profiles").body.list
        #expect(profiles.map { $0["inForce"] == .flag(true) } == QuirkProfile.allCases.map { $0 == .worst })
        #expect(served.admin("quirk", #"{"name":"listing_lag_ms","value":7}"#).body["value"]?.number == 7)
        #expect(served.admin("quirk", #"{"name":"two_ids","value":"off"}"#).body["value"]?.number == 0)
        #expect(try served.store.quirks.value(.listingLag) == 7 && served.store.quirks.value(.twoIDs) == 0)
        #expect(served.admin("profile").body["profile"] == nil)
        let listed = served.admin("quirks", #"{"changed":true}"#).body.list
        #expect(listed.first { $0["name"] == .text("listing_lag_ms") }?["value"]?.number == 7)
        #expect(!listed.contains { $0["name"] == .text("two_ids") })
        #expect(served.admin("quirk", #"{"name":"listing_lag_ms","reset":true}"#).body["value"]?.number == 0)
    }

    @Test func filesOfTheMachineAreOutOfReach() throws {
        let served = try ServedStore()
        for command in ["init", "check", "receipt", "verify", "serve"] {
            #expect(served.admin(command).status == 404, "\(command)")
        }
    }

    // MARK: Faults

    @Test func faultLastsAsLongAsItWasOrdered() throws {
        let served = try ServedStore()
        let path = "/inApps/v1/transactions/\(try served.buy("coins"))"
        #expect(
            served.admin("fault", #"{"route":"/inApps/v1/transactions","kind":"429","count":2,"value":30}"#).status
                == 200)
        served.routes.lookForFaults()
        let now = try served.store.clock.now
        let request = HTTPRequest(method: "GET", path: path)
        let limited = served.routes.respond(to: request)
        #expect(limited.status == 429)
        #expect(limited.headers.contains { $0.name == "Retry-After" && $0.value == String(now + 30_000) })
        #expect(served.error("GET", path) == 4_290_000)
        #expect(served.ask("GET", path).status == 200)
        #expect(served.admin("fault", #"{"route":"none"}"#).body.list.isEmpty)
    }

    @Test(arguments: [-1, 86_400_001, Int.max])
    func faultOutOfItsLimitsIsRefused(_ value: Int) throws {
        let served = try ServedStore()
        #expect(served.admin("fault", #"{"route":"/","kind":"delay","value":\#(value)}"#).status == 400)
        #expect(try served.store.serverFaults.all.isEmpty)
    }

    @Test func sameFaultOrderedAgainRestarts() throws {
        let served = try ServedStore()
        let path = "/inApps/v1/transactions/\(try served.buy("coins"))"
        for _ in 0..<2 {
            _ = served.admin("fault", #"{"route":"/inApps","kind":"500","count":1}"#)
            served.routes.lookForFaults()
            #expect(served.error("GET", path) == 5_000_001)
            #expect(served.ask("GET", path).status == 200)
            // This request arrives before the server polls again.
            _ = served.admin("fault", #"{"route":"none"}"#)
        }
    }

    @Test func limitsOfTheSandboxAreKept() throws {
        let served = try ServedStore(change: { $0.hasRateLimits = true })
        // Production allows one per second. That makes 360 per hour in the sandbox.
        for _ in 0..<360 { #expect(served.error("POST", "/inApps/v1/notifications/test") == 4_040_007) }
        #expect(served.error("POST", "/inApps/v1/notifications/test") == 4_290_000)
        try served.store.clock.advance(by: 3_600_000)
        #expect(served.error("POST", "/inApps/v1/notifications/test") == 4_040_007)
    }

    // MARK: Other pages

    @Test func verifyReceiptSendsToTheOtherEnvironment() throws {
        let served = try ServedStore()
        #expect(served.ask("GET", "/verifyReceipt").body["status"]?.number == 21000)
        #expect(
            served.ask("POST", "/verifyReceipt", #"{"receipt-data":"x"}"#).body["status"]?.number == 21002)
    }

    @Test func pageAllowsNothingFromElsewhere() throws {
        let response = try ServedStore().routes.respond(to: HTTPRequest(method: "GET", path: "/"))
        #expect(response.status == 200)
        let policy = response.headers.first { $0.name == "Content-Security-Policy" }?.value ?? ""
        #expect(policy.contains("default-src 'none'"))
        #expect(policy.contains("frame-ancestors 'none'"))
    }
}

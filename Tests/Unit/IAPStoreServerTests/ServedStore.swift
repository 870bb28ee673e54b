import Foundation
import IAPHTTPServer
import IAPJSON
import IAPModel
import IAPReferenceStore
import IAPSignatures
import Testing

@testable import IAPStoreServer

/// A store with a virtual clock and its HTTP routes, without a network.
struct ServedStore {
    let store: ReferenceStore
    let routes: StoreRoutes
    let token = "admin-token"
    private let bearer: String

    init(
        environment: SigningEnvironment = .sandbox,
        machineTime: @escaping @Sendable () -> Int64 = ReferenceStore.Options().machineTime,
        change: (inout StoreServer.Options) -> Void = { _ in }
    ) throws {
        var options = ReferenceStore.Options()
        options.environment = environment
        options.machineTime = machineTime
        options.seed = 7
        options.clock = .virtual(start: 1_767_225_600_000)
        store = try ReferenceStore(
            catalogue: Catalogue(text: Array(Self.storekit.utf8), name: "Game.storekit"), options: options)
        var server = StoreServer.Options(token: token)
        change(&server)
        routes = StoreRoutes(store, server, faults: FaultList(store), events: EventFeed(store))
        bearer = try Self.bearer(store)
    }

    /// Returns a token for the App Store Server API with the longest lifetime that Apple's libraries allow.
    static func bearer(
        _ store: ReferenceStore, change: (inout RequestClaims) -> Void = { _ in }
    ) throws -> String {
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        var claims = RequestClaims(
            issuer: store.identity.issuerID, issuedAt: now, audience: "appstoreconnect-v1",
            bundleID: store.identity.bundleID)
        claims.expiresAt = now + 300_000
        change(&claims)
        let key = try PrivateKey(pkcs8Text: store.serverKeys.ownPEM)
        return try JWSSigner(keyID: store.serverKeys.ownID, key: key).sign(payload: claims.json)
    }

    func buy(_ product: String, account: String = "anna") throws -> UInt64 {
        try store.purchases.buyOutside(Purchases.OutsidePurchase(productID: product), account: account).id
    }

    /// Returns the status and the JSON of the response. A response without a body gives null.
    func ask(
        _ method: String, _ path: String, _ body: String = "", bearer: String? = nil
    ) -> (status: Int, body: JSONValue) {
        let parts = path.split(separator: "?", maxSplits: 1)
        let token = bearer ?? self.bearer
        var request = HTTPRequest(method: method, path: String(parts[0]), body: Array(body.utf8)) {
            $0.lowercased() == "authorization" ? "Bearer \(token)" : nil
        }
        if parts.count == 2 {
            request.query = parts[1].split(separator: "&").map {
                let pair = $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(pair[0]), pair.count == 2 ? String(pair[1]) : nil)
            }
        }
        let response = routes.respond(to: request)
        return (response.status, (try? JSONReader.read(response.body)) ?? .null)
    }

    func admin(_ command: String, _ body: String = "") -> (status: Int, body: JSONValue) {
        ask("POST", "/admin/v1/\(command)", body, bearer: token)
    }

    /// Returns the error code, or nil for another response.
    func error(_ method: String, _ path: String, _ body: String = "") -> Int? {
        if case .number(let number) = ask(method, path, body).body["errorCode"] {
            number.wholeNumber().map { Int($0) }
        } else {
            nil
        }
    }

    /// Returns the payload of a signed text.
    static func payload(_ value: JSONValue?) throws -> JSONObject {
        guard case .text(let text) = value else { throw Missing() }
        guard case .object(let object) = try JSONReader.read(CompactJWS(text.utf8).decodedPayload()) else {
            throw Missing()
        }
        return object
    }

    struct Missing: Error {}

    private static let storekit = """
        {"identifier":"A","nonRenewingSubscriptions":[],"products":[
        {"displayPrice":"0.99","familyShareable":false,"internalID":"1","localizations":[],"productID":"coins","referenceName":"Coins","type":"Consumable"},
        {"displayPrice":"4.99","familyShareable":true,"internalID":"2","localizations":[],"productID":"editor","referenceName":"Editor","type":"NonConsumable"}],
        "settings":{},"subscriptionGroups":[{"id":"21","localizations":[],"name":"Club","subscriptions":[
        {"adHocOffers":[],"codeOffers":[],"displayPrice":"2.99","familyShareable":false,"groupNumber":1,"internalID":"3","introductoryOffer":null,"localizations":[],"productID":"club","recurringSubscriptionPeriod":"P1M","referenceName":"Club","subscriptionGroupID":"21","type":"RecurringSubscription"},
        {"adHocOffers":[],"codeOffers":[],"displayPrice":"1.99","familyShareable":false,"groupNumber":2,"internalID":"4","introductoryOffer":null,"localizations":[],"productID":"club.small","recurringSubscriptionPeriod":"P1M","referenceName":"Small","subscriptionGroupID":"21","type":"RecurringSubscription"}]}],
        "version":{"major":3,"minor":0}}
        """
}

extension JSONValue {
    subscript(_ name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }

    var list: [JSONValue] {
        if case .list(let list) = self { list } else { [] }
    }
}

extension JSONValue {
    var number: Int? {
        if case .number(let number) = self { number.wholeNumber().map { Int($0) } } else { nil }
    }
}

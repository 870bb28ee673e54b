import Foundation
import IAPLedger
import IAPHTTPServer
import IAPJSON
import IAPModel
import IAPPlatform
import IAPReferenceStore
import IAPSignatures
import IAPStoreServer
import Testing

@testable import IAPServer

/// A store and a game server in one process. Each has its own port, and both use one virtual clock.
final class Pair {
    static let token = "8b5e0b0e-6d0c-4a5e-9d0b-5b1f0e6a5e0b"
    static let day: Int64 = 86_400_000

    let store: ReferenceStore
    let folder: URL
    private var storeServer: StoreServer?
    private(set) var server: GrantServer?
    private var configuration = Configuration()
    /// The server's database does not respond.
    let isBroken = Guarded(false)
    /// What the server has logged.
    let lines = Guarded<[String]>([])

    init(change: (inout Configuration) -> Void = { _ in }) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("pair-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var options = ReferenceStore.Options()
        options.seed = 7
        options.clock = .virtual(start: 1_767_225_600_000)
        store = try ReferenceStore(
            catalogue: Catalogue(text: Array(Self.storekit.utf8), name: "Game.storekit"), options: options)
        // Nothing listens on this port. The store keeps the notifications that it cannot send.
        try store.notifications.setURL("http://127.0.0.1:9/")
        try startStore(port: 0)
        configuration.bundleID = store.identity.bundleID
        configuration.environments = .sandbox
        configuration.roots = [try store.identity.rootCertificate]
        configuration.database = "sqlite:\(folder.path)/server.db"
        configuration.port = 0
        configuration.productIDs = ["coins", "editor", "club"]
        configuration.grants = [Grant(productID: "coins", kind: .counter, name: "gold", amount: 100)]
        configuration.playersAreTokens = true
        configuration.addressLimit = 1_000_000
        configuration.keys = ["game", "studio", "support"].compactMap { name in
            Configuration.Role(rawValue: name).map {
                .init(name: name, role: $0, digest: Digest.sha256(Array("\(name)-key".utf8)))
            }
        }
        var appStore = Configuration.AppStore(
            keyID: store.serverKeys.ownID, issuerID: store.identity.issuerID, privateKey: store.serverKeys.ownPEM)
        appStore.sandboxURL = "http://127.0.0.1:\(storeServer?.port ?? 0)"
        appStore.historyMinutes = 0
        appStore.consumption = .init(sampleContentProvided: false, refundPreference: "DECLINE")
        configuration.appStore = appStore
        change(&configuration)
    }

    deinit {
        server?.stop()
        storeServer?.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    func startServer() throws {
        let store = store
        let lines = lines
        let log = RequestLog { line in lines.withLock { $0.append(line) } }
        let isBroken = isBroken
        let wrap = { (database: any SQLDatabase) in FailingDatabase(database: database, isBroken: isBroken) }
        server = try GrantServer(configuration, log: log, wrap: wrap) { store.clock.lastKnown }
    }

    func stopServer() {
        server?.stop()
        server = nil
    }

    func startStore(port: UInt16) throws {
        var options = StoreServer.Options(token: "admin-token")
        options.http.port = port
        storeServer = try StoreServer(store, options)
    }

    var storePort: UInt16 { storeServer?.port ?? 0 }

    func stopStore() {
        storeServer?.stop()
        storeServer = nil
    }

    func buy(_ product: String) throws -> UInt64 {
        var purchase = Purchases.OutsidePurchase(productID: product)
        purchase.appAccountToken = Self.token
        return try store.purchases.buyOutside(purchase, account: "anna").id
    }

    var holdings: PlayerHoldings {
        get throws {
            try #require(server).ledger.holdings(of: Self.token, environment: "Sandbox")
        }
    }

    /// The response to a request, without HTTP in between: a client in the tests does not show all headers.
    func ask(
        _ method: String, _ path: String, _ key: String?, query: [(name: String, value: String?)] = [],
        headers: [String: String] = [:], body: String = "", address: String = "127.0.0.1"
    ) throws -> HTTPResponse {
        var all = headers
        all["Authorization"] = key.map { "Bearer \($0)-key" }
        let fields = all
        var request = HTTPRequest(method: method, path: path, query: query, body: Array(body.utf8)) { name in
            fields.first { $0.key.lowercased() == name.lowercased() }?.value
        }
        request.address = address
        return try #require(server).routes.respond(to: request)
    }

    func signed(_ product: String) throws -> String {
        let text = try #require(try store.server.signedTransaction(try buy(product)))
        return #"{"signedTransaction":"\#(text)"}"#
    }

    /// Polls until the condition holds. Each poll also advances the virtual clock by one minute.
    func comes(_ what: String, _ condition: () throws -> Bool) throws {
        let end = Date(timeIntervalSinceNow: 60)
        while try !condition() {
            guard Date() < end else {
                Issue.record("it did not arrive in time: \(what)")
                return
            }
            try store.clock.advance(by: 60_000)
            usleep(20_000)
        }
    }

    private static let storekit = """
        {"identifier":"A","nonRenewingSubscriptions":[],"products":[
        {"displayPrice":"0.99","familyShareable":false,"internalID":"1","localizations":[],"productID":"coins","referenceName":"Coins","type":"Consumable"},
        {"displayPrice":"4.99","familyShareable":true,"internalID":"2","localizations":[],"productID":"editor","referenceName":"Editor","type":"NonConsumable"}],
        "settings":{},"subscriptionGroups":[{"id":"21","localizations":[],"name":"Club","subscriptions":[
        {"adHocOffers":[],"codeOffers":[],"displayPrice":"2.99","familyShareable":false,"groupNumber":1,"internalID":"3","introductoryOffer":null,"localizations":[],"productID":"club","recurringSubscriptionPeriod":"P1M","referenceName":"Club","subscriptionGroupID":"21","type":"RecurringSubscription"}]}],
        "version":{"major":3,"minor":0}}
        """
}

/// A database that fails on request.
struct FailingDatabase: SQLDatabase {
    let database: any SQLDatabase
    let isBroken: Guarded<Bool>

    var dialect: SQLDialect { database.dialect }

    func transaction<Result>(_ body: (any SQLConnection) throws(SQLError) -> Result) throws(SQLError) -> Result {
        if isBroken.value { throw SQLError(.unavailable, "the disk is gone") }
        return try database.transaction(body)
    }

    func forget() throws(SQLError) { try database.forget() }

    func close() { database.close() }
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

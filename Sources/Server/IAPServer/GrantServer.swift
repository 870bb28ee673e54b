internal import Foundation
package import IAPLedger
internal import IAPHTTPServer
internal import IAPJSON
internal import IAPSignatures

/// The game server: the ledger over HTTP, and the sender of events.
package final class GrantServer: Sendable {
    /// Identifies SQLite files of this server.
    private static let applicationID: Int32 = 0x4941_5053  // "IAPS"

    package let port: UInt16
    package let ledger: Ledger
    let routes: ServerRoutes
    private let server: HTTPServer
    private let senders: [WebhookSender]
    /// Nil if no key for the App Store is configured.
    private let appStore: AppStoreWorker?
    /// Nil if the configuration keeps everything.
    private let cleanUp: Worker?
    private let database: any SQLDatabase

    /// - Parameter wrap: a test can put its own database in front of the configured one.
    package init(
        _ configuration: Configuration, log: RequestLog = RequestLog(),
        wrap: (any SQLDatabase) -> any SQLDatabase = { $0 },
        now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1000) }
    ) throws {
        let metrics = Metrics()
        let database = MeasuredDatabase(
            wrap(try Self.open(configuration.database, schema: configuration.databaseSchema)), metrics)
        self.database = database
        var options = Ledger.Options(
            bundleID: configuration.bundleID,
            goods: Goods(
                productIDs: configuration.productIDs, retired: configuration.retiredIDs, grants: configuration.grants),
            now: now)
        options.answersConsumption = configuration.appStore?.consumption != nil
        options.playersAreTokens = configuration.playersAreTokens
        options.tokensIdentifyPlayers = configuration.tokensIdentifyPlayers
        if let retrySeconds = configuration.retrySeconds { options.retrySeconds = retrySeconds }
        options.endpoints = configuration.webhooks.map {
            Ledger.Endpoint(url: $0.url, hearsOfPurchases: $0.hearsOfPurchases)
        }
        ledger = try Ledger(database, options)
        let verifier = try SignedDataVerifier(
            SignedDataVerifier.Options(
                roots: configuration.roots, bundleID: configuration.bundleID, appAppleID: configuration.appAppleID,
                environments: configuration.environments, now: now))
        let client = try configuration.appStore.map {
            try AppStoreClient($0, bundleID: configuration.bundleID)
        }
        let appStore: AppStoreWorker? =
            if let client, let options = configuration.appStore {
                AppStoreWorker(
                    ledger, client, verifier, environments: configuration.environmentNames, options, log: log)
            } else {
                nil
            }
        self.appStore = appStore
        let senders = configuration.webhooks.map { [ledger] in
            WebhookSender(ledger, $0, metrics: metrics, log: log)
        }
        self.senders = senders
        cleanUp = configuration.keepDays.map { _ in Worker() }
        let keys = AccessKeys(configuration.keys)
        routes = ServerRoutes(
            game: GameRoutes(
                ledger: ledger, verifier: verifier,
                receipts: ReceiptReader(
                    verifier: verifier,
                    receipts: try ReceiptVerifier(
                        roots: configuration.roots, bundleID: configuration.bundleID,
                        environments: configuration.environments, now: now), client: client,
                    needsMarks: configuration.tokensIdentifyPlayers), metrics: metrics),
            appStore: AppStoreRoutes(ledger: ledger, verifier: verifier, metrics: metrics),
            studio: StudioRoutes(
                ledger: ledger, environments: configuration.environmentNames, verifier: verifier, client: client,
                log: log),
            commerce: CommerceRoutes(
                ledger: ledger, verifier: verifier, keys: keys,
                environments: configuration.environmentNames, hasEvents: !configuration.webhooks.isEmpty,
                reconciles: appStore != nil),
            ledger: ledger, readiness: PromptRead { [ledger] () throws(SQLError) in try ledger.checkDatabase() },
            keys: keys, metrics: metrics,
            backlog: BacklogReader(ledger), database: database, log: log,
            byPlayer: RequestLimits(configuration.playerLimit), byAddress: RequestLimits(configuration.addressLimit),
            environments: configuration.environmentNames)
        var http = HTTPServer.Options()
        http.address = configuration.address
        http.port = configuration.port
        // The threads wait for the database, so there are several.
        http.threads = 8
        http.bodyLimit = AppStoreRoutes.bodyLimit
        if let tls = configuration.tls {
            http.tls = HTTPServer.TLS(certificate: tls.certificate, privateKey: tls.privateKey)
        }
        server = try HTTPServer(http) { [routes] request in
            let response = routes.respond(to: request)
            if request.method == "POST" {
                for sender in senders { sender.worker.wake() }
                appStore?.worker.wake()
            }
            return response
        }
        port = server.port
        for sender in senders { sender.start() }
        appStore?.start()
        if let days = configuration.keepDays { deleteEvents(olderThan: days * 86_400_000, log) }
    }

    /// Deletes old events and notifications once an hour.
    private func deleteEvents(olderThan age: Int64, _ log: RequestLog) {
        cleanUp?.start(longestWait: { 3_600_000 }) { [ledger, cleanUp] in
            do throws(SQLError) {
                while cleanUp?.isEnding == false, try ledger.cleanUp(before: ledger.now - age) {}
            } catch {
                log.note("error", "old events are not deleted now", detail: error.description)
            }
        }
    }

    /// Later requests need one of these keys.
    package func replaceKeys(with keys: [Configuration.Key]) { routes.keys.replace(with: keys) }

    /// Completes the current requests and waits for the event that is being sent.
    package func stop() {
        server.stop()
        for sender in senders { sender.worker.stop() }
        appStore?.worker.stop()
        cleanUp?.stop()
        database.close()
    }

    private static func open(_ address: String, schema: String?) throws -> any SQLDatabase {
        if address.hasPrefix("sqlite:") {
            return try SQLiteDatabase(path: String(address.dropFirst("sqlite:".count)), applicationID: applicationID)
        }
        return try PostgreSQLDatabase(address, schema: schema)
    }
}

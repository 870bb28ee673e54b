internal import Foundation
package import IAPBook
internal import IAPHTTP
internal import IAPJSON
internal import IAPSQL
internal import IAPSignedData

#if IAP_POSTGRESQL
    internal import IAPPostgreSQL
#endif

/// The game server: the book over HTTP, and the sender of events.
package final class GrantServer: Sendable {
    /// Identifies SQLite files of this server.
    private static let applicationID: Int32 = 0x4941_5053  // "IAPS"

    package let port: UInt16
    package let book: Book
    private let server: HTTPServer
    private let senders: [WebhookSender]
    /// Nil if no key for the App Store is configured.
    private let appStore: AppStoreWorker?
    private let database: any SQLDatabase

    package init(
        _ configuration: Configuration, log: RequestLog = RequestLog(),
        now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1000) }
    ) throws {
        database = try Self.open(configuration.database)
        var options = Book.Options(
            bundleID: configuration.bundleID,
            goods: Goods(
                productIDs: configuration.productIDs, retired: configuration.retiredIDs, grants: configuration.grants),
            now: now)
        options.answersConsumption = configuration.appStore?.consumption != nil
        options.playersAreTokens = configuration.playersAreTokens
        options.tokensIdentifyPlayers = configuration.tokensIdentifyPlayers
        if let retrySeconds = configuration.retrySeconds { options.retrySeconds = retrySeconds }
        options.endpoints = configuration.webhooks.map {
            Book.Endpoint(url: $0.url, hearsOfPurchases: $0.hearsOfPurchases)
        }
        book = try Book(database, options)
        let verifier = try SignedDataVerifier(
            SignedDataVerifier.Options(
                roots: configuration.roots, bundleID: configuration.bundleID, appAppleID: configuration.appAppleID,
                environments: configuration.environments, now: now))
        let metrics = Metrics()
        let client = try configuration.appStore.map {
            try AppStoreClient($0, bundleID: configuration.bundleID)
        }
        let appStore: AppStoreWorker? =
            if let client, let options = configuration.appStore {
                AppStoreWorker(
                    book, client, verifier, environments: configuration.environmentNames, options, log: log)
            } else {
                nil
            }
        self.appStore = appStore
        let senders = configuration.webhooks.map { [book] in
            WebhookSender(book, $0, metrics: metrics, log: log)
        }
        self.senders = senders
        let routes = ServerRoutes(
            game: GameRoutes(
                book: book, verifier: verifier,
                receipts: ReceiptReader(
                    verifier: verifier,
                    receipts: try ReceiptVerifier(
                        roots: configuration.roots, bundleID: configuration.bundleID,
                        environments: configuration.environments, now: now), client: client,
                    needsMarks: configuration.tokensIdentifyPlayers), metrics: metrics),
            appStore: AppStoreRoutes(book: book, verifier: verifier, metrics: metrics),
            studio: StudioRoutes(book: book, environments: configuration.environmentNames),
            support: SupportRoutes(
                book: book, environments: configuration.environmentNames, verifier: verifier,
                client: client),
            commerce: CommerceRoutes(
                book: book, verifier: verifier, keys: AccessKeys(keys: configuration.keys),
                environments: configuration.environmentNames, hasEvents: !configuration.webhooks.isEmpty,
                reconciles: appStore != nil),
            book: book, keys: AccessKeys(keys: configuration.keys), metrics: metrics, log: log,
            byPlayer: RequestLimits(configuration.playerLimit), byAddress: RequestLimits(configuration.addressLimit),
            environments: configuration.environmentNames)
        var http = HTTPServer.Options()
        http.address = configuration.address
        http.port = configuration.port
        // The threads wait for the database, so there are several.
        http.threads = 8
        http.bodyLimit = AppStoreRoutes.bodyLimit
        if let tls = configuration.tls {
            http.tls = HTTPServer.TLS(
                certificate: try String(contentsOfFile: tls.certificate, encoding: .utf8),
                privateKey: try String(contentsOfFile: tls.privateKey, encoding: .utf8))
        }
        server = try HTTPServer(http) { request in
            let response = routes.answer(request)
            if request.method == "POST" {
                for sender in senders { sender.wake() }
                appStore?.wake()
            }
            return response
        }
        port = server.port
        for sender in senders { sender.start() }
        appStore?.start()
    }

    /// Completes the current requests and waits for the event that is being sent.
    package func stop() {
        server.stop()
        for sender in senders { sender.stop() }
        appStore?.stop()
        database.close()
    }

    private static func open(_ address: String) throws -> any SQLDatabase {
        if address.hasPrefix("sqlite:") {
            return try SQLiteDatabase(path: String(address.dropFirst("sqlite:".count)), applicationID: applicationID)
        }
        #if IAP_POSTGRESQL
            return try PostgreSQLDatabase(address)
        #else
            throw SQLError(
                .failed,
                "this program was built without libpq; install libpq-dev and build it again, or use sqlite:FILE"
            )
        #endif
    }
}

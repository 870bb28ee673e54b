internal import Foundation
package import IAPHTTP
internal import IAPJSON
internal import IAPModel
internal import IAPPlatform
package import IAPReferenceStore
internal import IAPStoreCommands

/// The store behind HTTP: the App Store Server API, `verifyReceipt`, OCSP, the admin API, and notifications to the game's server.
package final class StoreServer: Sendable {
    package struct Options: Sendable {
        package var http = HTTPServer.Options()
        package var token: String
        /// What `verifyReceipt` asks for; nil takes any.
        package var sharedSecret: String?
        /// Answers 429 beyond the limits of Apple's sandbox.
        package var hasRateLimits = false

        package init(token: String) { self.token = token }
    }

    package let port: UInt16
    private let server: HTTPServer
    private let routes: StoreRoutes
    private let sender: NotificationSender
    private let keeper: StoreKeeper
    private let subscription: StoreSubscription

    package init(_ store: ReferenceStore, _ options: Options) throws(HTTPServer.StartError) {
        let faults = FaultBook(store)
        let events = EventFeed(store)
        let routes = StoreRoutes(store, options, faults: faults, events: events)
        let sender = NotificationSender(store, faults)
        self.routes = routes
        self.sender = sender
        server = try HTTPServer(options.http) { routes.answer($0) }
        port = server.port
        keeper = StoreKeeper(store) {
            events.ping()
            // A notification may have fallen due with the clock.
            sender.look()
        }
        subscription = store.whenAnythingChanges {
            routes.lookForFaults()
            events.look()
            sender.look()
        }
        sender.start()
        keeper.start()
    }

    /// Answers what was asked, ends the streams, and waits for what is being sent. The store stays open.
    package func stop() {
        subscription.cancel()
        keeper.stop()
        sender.stop()
        routes.events.end()
        server.stop()
    }

    package var connectionCount: Int { server.connectionCount }
}

/// Lets the store notice what other processes do and what time brings, on a thread of its own.
private final class StoreKeeper: @unchecked Sendable {  // `condition` guards `isStopped`; the rest is constant.
    private static let longestWait: Int64 = 1000
    private static let pingInterval: Int64 = 15_000

    private let store: ReferenceStore
    private let tick: @Sendable () -> Void
    private let condition = NSCondition()
    private var isStopped = false
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameter tick: called every 15 seconds.
    init(_ store: ReferenceStore, tick: @escaping @Sendable () -> Void) {
        self.store = store
        self.tick = tick
    }

    func start() { Thread(block: run).start() }

    func stop() {
        condition.withLock {
            isStopped = true
            condition.signal()
        }
        ended.wait()
    }

    private func run() {
        var waited: Int64 = 0
        while true {
            let wait = min(store.timeToNextLook ?? Self.longestWait, Self.longestWait)
            let goesOn = condition.withLock {
                if !isStopped { _ = condition.wait(until: Date(timeIntervalSinceNow: Double(wait) / 1000)) }
                return !isStopped
            }
            guard goesOn else { break }
            store.lookForChanges()
            waited += wait
            if waited >= Self.pingInterval {
                waited = 0
                tick()
            }
        }
        ended.signal()
    }
}

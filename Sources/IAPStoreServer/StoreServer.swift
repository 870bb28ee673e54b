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
        /// Held while this process sends the notifications; nil for a store that no other process can open.
        package var senderLockPath: String?
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
        let sender = NotificationSender(store, faults, lockPath: options.senderLockPath)
        self.routes = routes
        self.sender = sender
        server = try HTTPServer(options.http) { routes.answer($0) }
        port = server.port
        let keeper = StoreKeeper(store) {
            events.look()
            // The clock may have brought a notification's time.
            if let due = try? store.nextNotificationDate, due <= store.time { sender.look() }
        } ping: {
            events.ping()
        }
        self.keeper = keeper
        subscription = store.whenAnythingChanges {
            routes.lookForFaults()
            keeper.wake()
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

/// Lets the store notice what other processes do and what time brings, on a thread of its own, and then looks at what is new.
private final class StoreKeeper: @unchecked Sendable {  // `condition` guards the flags; the rest is constant.
    private static let longestWait: Int64 = 1000
    private static let pingInterval = 15.0

    private let store: ReferenceStore
    private let look: @Sendable () -> Void
    private let ping: @Sendable () -> Void
    private let condition = NSCondition()
    private var hasNews = false
    private var isStopped = false
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - look: called after each change, and at least each second.
    ///   - ping: called every 15 seconds.
    init(_ store: ReferenceStore, look: @escaping @Sendable () -> Void, ping: @escaping @Sendable () -> Void) {
        self.store = store
        self.look = look
        self.ping = ping
    }

    func start() { Thread(block: run).start() }

    /// The store has changed.
    func wake() {
        condition.withLock {
            hasNews = true
            condition.signal()
        }
    }

    func stop() {
        condition.withLock {
            isStopped = true
            condition.signal()
        }
        ended.wait()
    }

    private func run() {
        var lastPing = Date()
        while wait() {
            store.lookForChanges()
            look()
            if Date().timeIntervalSince(lastPing) >= Self.pingInterval {
                lastPing = Date()
                ping()
            }
        }
        ended.signal()
    }

    /// False when the keeper is to end.
    private func wait() -> Bool {
        let milliseconds = min(store.timeToNextLook ?? Self.longestWait, Self.longestWait)
        let end = Date(timeIntervalSinceNow: Double(milliseconds) / 1000)
        return condition.withLock {
            while !hasNews, !isStopped, condition.wait(until: end) {}
            hasNews = false
            return !isStopped
        }
    }
}

internal import Foundation
package import IAPHTTP
internal import IAPJSON
internal import IAPModel
internal import IAPPlatform
package import IAPReferenceStore
internal import IAPService
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

    /// In milliseconds: a stream has new lines within this time.
    private static let longestWait: Int64 = 1000
    /// In seconds: a reader that has gone is found within this time.
    private static let pingInterval = 15.0

    package let port: UInt16
    private let server: HTTPServer
    private let routes: StoreRoutes
    private let sender: NotificationSender
    private let keeper: Worker
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
        let keeper = Worker()
        self.keeper = keeper
        subscription = store.whenAnythingChanges {
            routes.lookForFaults()
            keeper.wake()
        }
        sender.start()
        let lastPing = Guarded(Date())
        keeper.start(longestWait: { min(store.timeToNextLook ?? Self.longestWait, Self.longestWait) }) {
            // What other processes do, and what time brings.
            store.lookForChanges()
            events.look()
            if let due = try? store.nextNotificationDate, due <= store.time { sender.look() }
            if Date().timeIntervalSince(lastPing.value) >= Self.pingInterval {
                lastPing.value = Date()
                events.ping()
            }
        }
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

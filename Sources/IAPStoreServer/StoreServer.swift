internal import Foundation
package import IAPHTTP
internal import IAPJSON
internal import IAPModel
internal import IAPPlatform
package import IAPReferenceStore
internal import IAPService
internal import IAPStoreCommands

/// The store over HTTP: the App Store Server API, `verifyReceipt`, OCSP, the admin API, and notifications to the game
/// server.
package final class StoreServer: Sendable {
    package struct Options: Sendable {
        package var http = HTTPServer.Options()
        package var token: String
        /// The secret that `verifyReceipt` requires; nil accepts any.
        package var sharedSecret: String?
        /// The path of the lock that this process holds while it sends the notifications; nil for a store that no other
        /// process can open.
        package var senderLockPath: String?
        /// Returns 429 above the limits of Apple's sandbox.
        package var hasRateLimits = false

        package init(token: String) { self.token = token }
    }

    /// In milliseconds. New lines reach a stream within this time.
    private static let longestWait: Int64 = 1000
    /// In seconds. The server finds a disconnected reader within this time.
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
            // Processes changes by other processes and events that became due.
            store.lookForChanges()
            events.look()
            if let due = try? store.nextNotificationDate, due <= store.time { sender.look() }
            if Date().timeIntervalSince(lastPing.value) >= Self.pingInterval {
                lastPing.value = Date()
                events.ping()
            }
        }
    }

    /// Completes the current requests, ends the streams, and waits for the current notification. The store stays open.
    package func stop() {
        subscription.cancel()
        keeper.stop()
        sender.stop()
        routes.events.end()
        server.stop()
    }

    package var connectionCount: Int { server.connectionCount }
}

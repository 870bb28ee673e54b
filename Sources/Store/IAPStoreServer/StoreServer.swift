internal import CIAPPages
internal import Foundation
package import IAPHTTPServer
internal import IAPJSON
internal import IAPModel
internal import IAPPlatform
package import IAPReferenceStore
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
        let faults = FaultList(store)
        let events = EventFeed(store)
        let routes = StoreRoutes(store, options, faults: faults, events: events)
        let sender = NotificationSender(store, faults, lockPath: options.senderLockPath)
        self.routes = routes
        self.sender = sender
        server = try HTTPServer(options.http) { routes.respond(to: $0) }
        port = server.port
        let keeper = Worker()
        self.keeper = keeper
        subscription = store.file.listeners.add {
            routes.lookForFaults()
            keeper.wake()
        }
        sender.start()
        let lastPing = Guarded(Date())
        keeper.start(longestWait: { min(store.file.timeToNextLook ?? Self.longestWait, Self.longestWait) }) {
            // Processes changes by other processes and events that became due.
            store.file.lookForChanges()
            events.look()
            if let due = try? store.notifications.nextDate, due <= store.clock.lastKnown { sender.look() }
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

/// Sends each request to the part of the server that handles it.
struct StoreRoutes: Sendable {
    static let page = HTTPPage(store_page_files())

    let store: ReferenceStore
    let events: EventFeed
    private let options: StoreServer.Options
    private let faults: FaultList
    private let limits: RateLimits?
    private let admin: AdminAPI
    private let serverAPI: ServerAPI

    init(_ store: ReferenceStore, _ options: StoreServer.Options, faults: FaultList, events: EventFeed) {
        self.store = store
        self.events = events
        self.options = options
        self.faults = faults
        limits = options.hasRateLimits ? RateLimits(store) : nil
        admin = AdminAPI(store: store, token: options.token, events: events)
        serverAPI = ServerAPI(store: store)
    }

    func respond(to request: HTTPRequest) -> HTTPResponse {
        if let response = admin.respond(to: request) { return secured(response) }
        if let file = Self.page.respond(to: request) { return secured(file) }
        switch (request.method, request.path) {
        case ("GET", "/health"): return secured(.json("{\"status\":\"ok\"}"))
        default: return faults.applyingFault(request, now: store.clock.lastKnown) { respondAsApple(request) }
        }
    }

    /// Reads the faults of the store again.
    func lookForFaults() { faults.refresh() }

    /// Responds as Apple's servers do.
    private func respondAsApple(_ request: HTTPRequest) -> HTTPResponse {
        var request = request
        // Apple has one host per environment. Here production is a path prefix.
        let isForProduction = request.path.hasPrefix("/production/")
        if isForProduction { request.path.removeFirst("/production".count) }
        if let limited = limits?.respond(to: request) { return limited }
        let isForOther = isForProduction != (store.identity.environment == .production)
        if let response = serverAPI.respond(to: request, isForOtherEnvironment: isForOther) { return response }
        switch request.path {
        case "/verifyReceipt": return verifyReceipt(request, isForProduction)
        case "/ocsp": return ocsp(request)
        default: return .text("The server has no \(request.method) \(request.path).\n", status: 404)
        }
    }

    /// The HTTP status is always 200; the body contains the result.
    private func verifyReceipt(_ request: HTTPRequest, _ isForProduction: Bool) -> HTTPResponse {
        guard request.method == "POST" else { return .json("{\"status\":21000}") }
        var question = VerifyReceiptRequest(body: request.body)
        question.isForProduction = isForProduction
        question.sharedSecret = options.sharedSecret
        do { return .json(try store.receipts.response(to: question)) } catch {
            return .json("{\"status\":21009,\"is_retryable\":true}")
        }
    }

    private func ocsp(_ request: HTTPRequest) -> HTTPResponse {
        guard request.method == "POST" else { return .text("OCSP requests need the method POST.\n", status: 405) }
        do {
            return HTTPResponse(
                200, headers: [("Content-Type", "application/ocsp-response")],
                body: try store.identity.ocspResponse(to: request.body, as: .delegate, at: store.clock.machineTime))
        } catch {
            return .text("\(StoreFailure(error).detail)\n", status: 500)
        }
    }

    private func secured(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        response.headers += [
            ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
        ]
        return response
    }
}

/// Tells readers by a server-sent event that the store has changed.
final class EventFeed: Sendable {
    private struct Reader {
        var stream: HTTPStream
        /// The number of the last command that the reader has received.
        var last: Int64
    }

    private let store: ReferenceStore
    private let readers = Guarded<[Reader]>([])

    init(_ store: ReferenceStore) { self.store = store }

    func response() -> HTTPResponse {
        var response = HTTPResponse(200, headers: [("Content-Type", "text/event-stream")])
        response.stream = { stream in
            let last = (try? self.store.file.lastCommand) ?? 0
            // Tells the reader that it is connected.
            guard stream.write(Array("id: \(last)\nevent: open\ndata: {}\n\n".utf8)) else { return }
            self.readers.withLock { $0.append(Reader(stream: stream, last: last)) }
        }
        return response
    }

    /// Sends one event to each reader that does not know the last command. A reader that has not read the event before gets
    /// no other.
    func look() {
        // If the store cannot be read now, the next call reads it.
        guard let last = try? store.file.lastCommand else { return }
        let event = Array("id: \(last)\nevent: change\ndata: {}\n\n".utf8)
        readers.withLock { readers in
            readers = readers.compactMap { reader in
                guard reader.last != last, reader.stream.unreadCount == 0 else { return reader }
                return reader.stream.write(event) ? Reader(stream: reader.stream, last: last) : nil
            }
        }
    }

    /// Removes readers that have disconnected.
    func ping() {
        readers.withLock { readers in readers.removeAll { !$0.stream.write(Array(": still here\n\n".utf8)) } }
    }

    func end() { readers.withLock { $0 = [] } }
}

internal import Foundation
internal import IAPHTTP
internal import IAPJSON
internal import IAPModel
internal import IAPPlatform
internal import IAPReferenceStore
internal import IAPHTTPServer
#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Sends notifications to the game server, one after the other, on its own thread. After a failure the store's clock
/// decides when to try again.
final class NotificationSender: Sendable {
    private static let batch = 32

    private let store: ReferenceStore
    private let faults: FaultList
    private let lock: Guarded<SenderLock>
    private let worker = Worker()

    init(_ store: ReferenceStore, _ faults: FaultList, lockPath: String?) {
        self.store = store
        self.faults = faults
        lock = Guarded(SenderLock(path: lockPath))
    }

    func start() {
        worker.start(longestWait: { nil }) {
            // If the store cannot be read or written now, the next call tries again.
            while (try? self.sendBatch()) == true {}
        }
    }

    /// Wakes the sender, because the store may have notifications to send.
    func look() { worker.wake() }

    /// Waits until the current send is complete.
    func stop() { worker.stop() }

    /// Sends the notifications that are due, and saves each attempt immediately. Returns true if there may be more.
    private func sendBatch() throws -> Bool {
        guard try store.notifications.url != nil, lock.withLock({ $0.isHeld }) else { return false }
        var due = try store.notifications.due(limit: Self.batch)
        if due.count > 1, faults.take("notifications", kind: .reorder) != nil { due.reverse() }
        for notification in due {
            // The address may have changed.
            guard !worker.isEnding, let url = try store.notifications.url else { return false }
            try store.notifications.note([try send(notification, to: url)])
        }
        return due.count == Self.batch
    }

    private func send(_ notification: StoredNotification, to url: String) throws -> SendAttempt {
        let body = Array((JSONEncoder.sortedText(["signedPayload": notification.payload]) ?? "").utf8)
        if faults.take("notifications", kind: .duplicate) != nil { _ = Delivery(url: url).post(body) }
        if let delay = faults.take("notifications", kind: .delay) { worker.sleep(milliseconds: delay.value ?? 1000) }
        // The store counts the time to the next attempt from here, independent of how long this attempt takes.
        let date = try store.clock.now
        let outcome =
            faults.take("notifications", kind: .drop) != nil
            ? Delivery.Outcome(result: .noResponse, detail: "a simulated fault dropped the notification")
            : Delivery(url: url).post(body)
        return SendAttempt(
            number: notification.number, date: date, result: outcome.result, status: outcome.status,
            detail: outcome.detail, dueDate: notification.dueDate)
    }
}

/// A lock that only one process holds: the one that sends the store's notifications. When it ends, another process that
/// serves the same file takes over.
final class SenderLock {
    private let path: String?
    private var file: Int32 = -1

    /// - Parameter path: nil for a store that no other process can open.
    init(path: String?) { self.path = path }

    deinit { if file >= 0 { close(file) } }

    /// Takes the lock if it is free. Only the sender's thread calls this.
    var isHeld: Bool {
        guard let path, file < 0 else { return true }
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else { return false }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            close(opened)
            return false
        }
        file = opened
        return true
    }
}

/// One POST of JSON to the game server.
struct Delivery {
    struct Outcome {
        var result: SendResult
        var status: Int?
        var detail: String?
        var body: [UInt8] = []
    }

    let url: String
    /// Apple publishes no timeout. A server that needs longer should respond first and work later.
    let timeoutMilliseconds: UInt32

    init(url: String, timeoutMilliseconds: UInt32 = 10_000) {
        self.url = url
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    func post(_ body: [UInt8]) -> Outcome {
        var call = HTTPCall("POST", url)
        call.timeoutMilliseconds = timeoutMilliseconds
        call.headers = [("Content-Type", "application/json"), ("User-Agent", "iap-store")]
        call.body = body
        do throws(HTTPCall.Failure) {
            let response = try call.perform()
            let isGood = (200...206).contains(response.status)
            return Outcome(
                result: isGood ? .success : .unsuccessfulStatus, status: response.status, body: response.body)
        } catch {
            return Outcome(result: Self.result(error), detail: error.detail)
        }
    }

    private static func result(_ failure: HTTPCall.Failure) -> SendResult {
        guard case .transfer(let code) = failure else { return .other }
        return switch code {
        case 18, 56: .prematureClose
        case 28: .timedOut
        case 35, 51, 58, 60, 77, 83, 91: .tlsIssue
        case 47: .circularRedirect
        case 52: .noResponse
        case 5, 6, 7, 45, 55: .socketIssue
        case 8, 61: .invalidResponse
        default: .other
        }
    }
}

internal import Foundation
internal import IAPJSON
internal import IAPModel
internal import IAPPlatform
internal import IAPReferenceStore
internal import IAPService

/// Sends notifications to the game's server, one after the other, on its own thread. After a failure the store decides when to try
/// again, by its clock.
final class NotificationSender: Sendable {
    private static let batch = 32

    private let store: ReferenceStore
    private let faults: FaultBook
    private let lock: Guarded<SenderLock>
    private let worker = Worker()

    init(_ store: ReferenceStore, _ faults: FaultBook, lockPath: String?) {
        self.store = store
        self.faults = faults
        lock = Guarded(SenderLock(path: lockPath))
    }

    func start() {
        worker.start(longestWait: { nil }) {
            // What cannot be read or written now is tried at the next look.
            while (try? self.sendBatch()) == true {}
        }
    }

    /// The store may have something to send.
    func look() { worker.wake() }

    /// Waits until what is being sent is over.
    func stop() { worker.stop() }

    /// Sends what is due, and notes each attempt at once. True if there may be more.
    private func sendBatch() throws(StoreFailure) -> Bool {
        guard try store.notificationURL != nil, lock.withLock({ $0.isHeld }) else { return false }
        var due = try store.dueNotifications(limit: Self.batch)
        if due.count > 1, faults.take("notifications", kind: .reorder) != nil { due.reverse() }
        for notification in due {
            // The address may have changed.
            guard !worker.isEnding, let url = try store.notificationURL else { return false }
            try store.note([try send(notification, to: url)])
        }
        return due.count == Self.batch
    }

    private func send(_ notification: StoredNotification, to url: String) throws(StoreFailure) -> SendAttempt {
        let body = Array((JSONEncoder.sortedText(["signedPayload": notification.payload]) ?? "").utf8)
        if faults.take("notifications", kind: .duplicate) != nil { _ = Delivery(url: url).post(body) }
        if let delay = faults.take("notifications", kind: .delay) {
            worker.sleep(milliseconds: delay.value ?? 1000)
        }
        // The next attempt is counted from here, however long this one takes.
        let date = try store.now
        let outcome =
            faults.take("notifications", kind: .drop) != nil
            ? Delivery.Outcome(result: .noResponse, detail: "a fault of the test has dropped it")
            : Delivery(url: url).post(body)
        return SendAttempt(
            number: notification.number, date: date, result: outcome.result, status: outcome.status,
            detail: outcome.detail, dueDate: notification.dueDate)
    }
}

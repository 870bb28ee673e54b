internal import Foundation
internal import IAPJSON
internal import IAPModel
internal import IAPPlatform
internal import IAPReferenceStore
internal import IAPService

/// Sends notifications to the game server, one after the other, on its own thread. After a failure the store's clock
/// decides when to try again.
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
            // If the store cannot be read or written now, the next call tries again.
            while (try? self.sendBatch()) == true {}
        }
    }

    /// Wakes the sender, because the store may have notifications to send.
    func look() { worker.wake() }

    /// Waits until the current send is complete.
    func stop() { worker.stop() }

    /// Sends the notifications that are due, and saves each attempt immediately. Returns true if there may be more.
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
        // The store counts the time to the next attempt from here, independent of how long this attempt takes.
        let date = try store.now
        let outcome =
            faults.take("notifications", kind: .drop) != nil
            ? Delivery.Outcome(result: .noResponse, detail: "a simulated fault dropped the notification")
            : Delivery(url: url).post(body)
        return SendAttempt(
            number: notification.number, date: date, result: outcome.result, status: outcome.status,
            detail: outcome.detail, dueDate: notification.dueDate)
    }
}

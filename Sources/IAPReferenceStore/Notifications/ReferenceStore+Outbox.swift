internal import IAPDatabase
internal import IAPModel

/// Notifications for the game server. The store writes them in the same commit as the change. The process that runs the store's
/// server sends them.
extension ReferenceStore {
    /// Apple's schedule in production: the time between a failed attempt and the next one.
    package static let productionRetries: [Int64] = [1, 12, 24, 48, 72].map { $0 * 3_600_000 }

    /// The address for notifications. If it is nil, the store keeps none.
    package var notificationURL: String? {
        get throws(StoreFailure) {
            try readAsItIs { ledger throws(DatabaseError) in try ledger.text(.notificationURL) }
        }
    }

    /// - Parameter retries: The waits between attempts; empty for a single attempt, as in the sandbox.
    package func setNotifications(url: String?, retries: [Int64] = productionRetries) throws(StoreFailure) {
        try change(.setNotifications(url: url, retries: retries)) { ledger throws(DatabaseError) in
            guard let url else { return try ledger.remove(.notificationURL) }
            try ledger.set(.notificationURL, Value(url))
            try ledger.set(.notificationRetries, .text(retries.map { String($0) }.joined(separator: ",")))
        }
    }

    // MARK: Sending

    package func dueNotifications(limit: Int) throws(StoreFailure) -> [StoredNotification] {
        try read { ledger throws(DatabaseError) in
            try ledger.dueNotifications(by: try self.now(ledger), limit: limit)
        }
    }

    /// The time at which the store sends the next notification; nil if none is due.
    package var nextNotificationDate: Int64? {
        get throws(StoreFailure) {
            try readAsItIs { ledger throws(DatabaseError) in try ledger.nextNotificationDate() }
        }
    }

    /// Calls the listener after each change. It notices changes of another process once `lookForChanges()` has seen them.
    package func whenAnythingChanges(_ listener: @escaping @Sendable () -> Void) -> StoreSubscription {
        let id = addListener(to: nil, listener)
        return StoreSubscription { self.removeListener(id) }
    }

    /// Records the results of attempts. The schedule decides when a failed notification is due again.
    package func note(_ attempts: [SendAttempt]) throws(StoreFailure) {
        try change(.noteSendAttempts(attempts: attempts)) { ledger throws(DatabaseError) in
            let retries = (try ledger.text(.notificationRetries) ?? "").split(separator: ",").compactMap { Int64($0) }
            for attempt in attempts {
                guard let notification = try ledger.notification(number: attempt.number) else { continue }
                let isDelivered = (notification.attempts + [attempt]).contains { $0.result == .success }
                let count = notification.attempts.count
                try ledger.insert(attempt)
                // A request to send it again came in the meantime.
                if let due = attempt.dueDate, notification.dueDate != due { continue }
                let isOver = isDelivered || count >= retries.count
                let next = isOver ? nil : attempt.date.clampedAdding(retries[count])
                try ledger.setDueDate(ofNotification: attempt.number, next)
            }
        }
    }

    /// Makes a notification due again immediately. Returns false if it does not exist.
    package func sendAgain(_ uuid: String) throws(StoreFailure) -> Bool {
        try change(.sendNotificationAgain(uuid: uuid)) { ledger throws(DatabaseError) in
            guard let notification = try ledger.notification(uuid) else { return false }
            try ledger.setDueDate(ofNotification: notification.number, try self.now(ledger))
            return true
        }
    }

    /// - Returns: The UUID of the notification; nil if the store does not have the transaction.
    package func send(_ request: NotificationRequest) throws(StoreFailure) -> String? {
        try change(.sendNotification(request: request)) { ledger throws(DatabaseError) in
            guard let content = try self.content(request, at: try self.now(ledger), ledger) else { return nil }
            return try self.write(request, content, ledger)
        }
    }

    // MARK: Sent notifications

    package func notification(_ uuid: String) throws(StoreFailure) -> StoredNotification? {
        try read { ledger throws(DatabaseError) in try ledger.notification(uuid) }
    }

    package func notifications(_ query: NotificationQuery) throws(StoreFailure) -> [StoredNotification] {
        try read { ledger throws(DatabaseError) in try ledger.notifications(query) }
    }
}

// MARK: Writing

extension ReferenceStore {
    /// Signs and stores a notification for each change of the command. Call this inside a transaction.
    func writeNotifications(_ ledger: Ledger) throws(DatabaseError) {
        guard let notices = ledger.notices, !notices.isEmpty else { return }
        for notice in notices.take() {
            let request = NotificationRequest(
                type: notice.event.type, subtype: notice.event.subtype, uuid: nil,
                content: .transaction(id: notice.transactionID, consumptionRequestReason: notice.event.reason))
            guard let content = try content(request, at: notice.date, ledger) else { continue }
            try write(request, content, ledger)
        }
    }

    /// - Returns: The UUID of the notification.
    @discardableResult
    func write(
        _ request: NotificationRequest, _ content: NotificationContent, _ ledger: Ledger
    ) throws(DatabaseError) -> String {
        let number = try ledger.nextNotificationNumber()
        let uuid = request.uuid ?? identity.uuid("notification \(number)")
        let payload: String
        do throws(StoreFailure) { payload = try sign(request, content, uuid: uuid) } catch {
            throw DatabaseError(.failed, error.detail)
        }
        try ledger.insert(
            StoredNotification(
                number: number, uuid: uuid, type: request.type, subtype: request.subtype, date: content.seal.date,
                transactionID: content.transaction?.id, originalID: content.transaction?.originalID, payload: payload,
                dueDate: content.seal.date))
        return uuid
    }
}

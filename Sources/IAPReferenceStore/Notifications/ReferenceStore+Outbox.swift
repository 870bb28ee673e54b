internal import IAPDatabase
internal import IAPModel

/// What is to be told to the game's server. The store writes it down in the same commit as what has happened; whoever runs the
/// store's server sends it.
extension ReferenceStore {
    /// Apple's schedule in production: the time from a failed attempt to the next one.
    package static let productionRetries: [Int64] = [1, 12, 24, 48, 72].map { $0 * 3_600_000 }

    /// Where notifications go; nil if nowhere, and then none are kept.
    package var notificationURL: String? {
        get throws(StoreFailure) {
            try readAsItIs { ledger throws(DatabaseError) in try ledger.text(.notificationURL) }
        }
    }

    /// - Parameter retries: empty for one attempt, as the sandbox makes.
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

    /// When the next notification is to be sent; nil if none is.
    package var nextNotificationDate: Int64? {
        get throws(StoreFailure) {
            try readAsItIs { ledger throws(DatabaseError) in try ledger.nextNotificationDate() }
        }
    }

    /// Calls back after each change, also one by another process once `lookForChanges()` has seen it.
    package func whenAnythingChanges(_ listener: @escaping @Sendable () -> Void) -> StoreSubscription {
        let id = addListener(to: nil, listener)
        return StoreSubscription { self.removeListener(id) }
    }

    /// What became of notifications that were sent. One that failed is due again by the schedule.
    package func note(_ attempts: [SendAttempt]) throws(StoreFailure) {
        try change(.noteSendAttempts(attempts: attempts)) { ledger throws(DatabaseError) in
            let retries = (try ledger.text(.notificationRetries) ?? "").split(separator: ",").compactMap { Int64($0) }
            for attempt in attempts {
                guard let notification = try ledger.notification(number: attempt.number) else { continue }
                let isDelivered = (notification.attempts + [attempt]).contains { $0.result == .success }
                let count = notification.attempts.count
                try ledger.insert(attempt)
                // Meanwhile somebody has asked to send it again.
                if let due = attempt.dueDate, notification.dueDate != due { continue }
                let isOver = isDelivered || count >= retries.count
                let next = isOver ? nil : attempt.date.clampedAdding(retries[count])
                try ledger.setDueDate(ofNotification: attempt.number, next)
            }
        }
    }

    /// Makes a notification due again, now. False if there is none.
    package func sendAgain(_ uuid: String) throws(StoreFailure) -> Bool {
        try change(.sendNotificationAgain(uuid: uuid)) { ledger throws(DatabaseError) in
            guard let notification = try ledger.notification(uuid) else { return false }
            try ledger.setDueDate(ofNotification: notification.number, try self.now(ledger))
            return true
        }
    }

    /// - Returns: its UUID; nil if the store has no such transaction.
    package func send(_ request: NotificationRequest) throws(StoreFailure) -> String? {
        try change(.sendNotification(request: request)) { ledger throws(DatabaseError) in
            guard let content = try self.content(request, at: try self.now(ledger), ledger) else { return nil }
            return try self.write(request, content, ledger)
        }
    }

    // MARK: The past

    package func notification(_ uuid: String) throws(StoreFailure) -> StoredNotification? {
        try read { ledger throws(DatabaseError) in try ledger.notification(uuid) }
    }

    package func notifications(_ query: NotificationQuery) throws(StoreFailure) -> [StoredNotification] {
        try read { ledger throws(DatabaseError) in try ledger.notifications(query) }
    }
}

// MARK: Writing

extension ReferenceStore {
    /// Signs and stores a notification for each change that the command has made. The caller is inside a transaction.
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

    /// - Returns: its UUID.
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

internal import IAPDatabase
internal import IAPModel

/// Notifications for the game server. The store writes them in the same commit as the change. The process that runs the store's
/// server sends them.
package struct Notifications: Sendable {
    let file: LedgerFile
    let writer: NotificationWriter

    /// Apple's schedule in production: the time between a failed attempt and the next one.
    package static let productionRetries: [Int64] = [1, 12, 24, 48, 72].map { $0 * 3_600_000 }

    /// The address for notifications. If it is nil, the store keeps none.
    package var url: String? {
        get throws { try file.readAsItIs { ledger in try ledger.text(.notificationURL) } }
    }

    /// - Parameter retries: The waits between attempts; empty for a single attempt, as in the sandbox.
    package func setURL(_ url: String?, retries: [Int64] = productionRetries) throws {
        try file.change { ledger in
            guard let url else { return try ledger.remove(.notificationURL) }
            try ledger.set(.notificationURL, Value(url))
            try ledger.set(.notificationRetries, .text(retries.map { String($0) }.joined(separator: ",")))
        }
    }

    // MARK: Sending

    package func due(limit: Int) throws -> [StoredNotification] {
        try file.read { ledger in try ledger.dueNotifications(by: try ledger.now, limit: limit) }
    }

    /// The time at which the store sends the next notification; nil if none is due.
    package var nextDate: Int64? {
        get throws { try file.readAsItIs { ledger in try ledger.nextNotificationDate() } }
    }

    /// Records the results of attempts. The schedule decides when a failed notification is due again.
    package func note(_ attempts: [SendAttempt]) throws {
        try file.change { ledger in
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
    package func sendAgain(_ uuid: String) throws -> Bool {
        try file.change { ledger in
            guard let notification = try ledger.notification(uuid) else { return false }
            try ledger.setDueDate(ofNotification: notification.number, try ledger.now)
            return true
        }
    }

    /// - Returns: The UUID of the notification; nil if the store does not have the transaction.
    package func send(_ request: NotificationRequest) throws -> String? {
        try file.change { ledger in try writer.write(request, at: try ledger.now, ledger) }
    }

    // MARK: Signing

    /// Signs any bytes.
    package func sign(payload: [UInt8]) throws -> String {
        let forgery = try file.readAsItIs { ledger in try ledger.forgery() }
        return try writer.identity.sign(payload: payload, forgedAs: forgery)
    }

    /// Returns a signed notification; nil if the store does not have the transaction. It sends nothing.
    package func sign(_ request: NotificationRequest) throws -> String? {
        let content = try file.read { ledger in try writer.content(request, at: try ledger.now, ledger) }
        guard let content else { return nil }
        return try writer.sign(request, content, uuid: try request.uuid ?? writer.identity.freshUUID(file))
    }

    // MARK: Sent notifications

    package func find(_ uuid: String) throws -> StoredNotification? {
        try file.read { ledger in try ledger.notification(uuid) }
    }

    package func list(_ query: NotificationQuery) throws -> [StoredNotification] {
        try file.read { ledger in try ledger.notifications(query) }
    }
}

/// The notifications to the game server.
extension Ledger {
    func nextNotificationNumber() throws -> Int64 {
        let number = try integer(.nextNotificationNumber) ?? 1
        try set(.nextNotificationNumber, .integer(number + 1))
        return number
    }

    func insert(_ notification: StoredNotification) throws {
        try database.run(
            """
            INSERT INTO notification
            (number, uuid, type, subtype, created_ms, transaction_id, original_id, payload, due_ms)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(notification.number), Value(notification.uuid), Value(notification.type),
                Value(notification.subtype), .integer(notification.date),
                notification.transactionID.map { Value(bits: $0) } ?? .null,
                notification.originalID.map { Value(bits: $0) } ?? .null, .text(notification.payload),
                Value(notification.dueDate),
            ])
    }

    /// Returns the due notifications in the order of sending.
    func dueNotifications(by now: Int64, limit: Int) throws -> [StoredNotification] {
        try notifications(
            "due_ms IS NOT NULL AND due_ms <= ? ORDER BY due_ms, number LIMIT ?", [.integer(now), Value(limit)])
    }

    func nextNotificationDate() throws -> Int64? {
        try database.query("SELECT min(due_ms) FROM notification WHERE due_ms IS NOT NULL", []) {
            $0.optionalInteger(0)
        }.first ?? nil
    }

    func notification(_ uuid: String) throws -> StoredNotification? {
        try notifications("uuid = ?", [Value(uuid)]).first
    }

    func notification(number: Int64) throws -> StoredNotification? {
        try notifications("number = ?", [.integer(number)]).first
    }

    func notifications(_ query: NotificationQuery) throws -> [StoredNotification] {
        let hasFailed =
            """
            EXISTS (SELECT 1 FROM send_attempt WHERE send_attempt.number = notification.number)
            AND NOT EXISTS (SELECT 1 FROM send_attempt WHERE send_attempt.number = notification.number
            AND result = 'SUCCESS')
            """
        return try notifications(
            """
            number > ? AND created_ms >= ? AND created_ms < ? AND (? IS NULL OR type = ?)
            AND (? IS NULL OR subtype = ?) AND (? IS NULL OR transaction_id IN (SELECT transaction_id FROM ledger WHERE account = ?)) \(query.onlyFailures ? "AND " + hasFailed : "")
            ORDER BY number LIMIT ?
            """,
            [
                .integer(query.after), .integer(query.start), .integer(query.end), Value(query.type), Value(query.type),
                Value(query.subtype), Value(query.subtype), Value(query.account), Value(query.account),
                Value(query.limit),
            ])
    }

    private func notifications(_ condition: String, _ values: [Value]) throws -> [StoredNotification] {
        var found = try database.query(
            """
            SELECT number, uuid, type, subtype, created_ms, transaction_id, original_id, payload, due_ms
            FROM notification WHERE \(condition)
            """, values
        ) {
            StoredNotification(
                number: $0.integer(0), uuid: $0.text(1), type: $0.text(2), subtype: $0.optionalText(3),
                date: $0.integer(4), transactionID: $0.optionalInteger(5).map { UInt64(bitPattern: $0) },
                originalID: $0.optionalInteger(6).map { UInt64(bitPattern: $0) }, payload: $0.text(7),
                dueDate: $0.optionalInteger(8))
        }
        for index in found.indices { found[index].attempts = try attempts(of: found[index].number) }
        return found
    }

    private func attempts(of number: Int64) throws -> [SendAttempt] {
        try database.query(
            "SELECT attempted_ms, result, status, detail FROM send_attempt WHERE number = ? ORDER BY rowid",
            [.integer(number)]
        ) {
            SendAttempt(
                number: number, date: $0.integer(0), result: SendResult(rawValue: $0.text(1)) ?? .other,
                status: $0.optionalInteger(2).map { Int($0) }, detail: $0.optionalText(3))
        }
    }

    func insert(_ attempt: SendAttempt) throws {
        try database.run(
            "INSERT INTO send_attempt (number, attempted_ms, result, status, detail) VALUES (?, ?, ?, ?, ?)",
            [
                .integer(attempt.number), .integer(attempt.date), .text(attempt.result.rawValue),
                Value(attempt.status.map(Int64.init)), Value(attempt.detail),
            ])
    }

    func setDueDate(ofNotification number: Int64, _ date: Int64?) throws {
        try database.run("UPDATE notification SET due_ms = ? WHERE number = ?", [Value(date), .integer(number)])
    }
}

internal import IAPDatabase

/// The notifications to the game server.
extension Ledger {
    func nextNotificationNumber() throws(DatabaseError) -> Int64 {
        let number = try integer(.nextNotificationNumber) ?? 1
        try set(.nextNotificationNumber, .integer(number + 1))
        return number
    }

    func insert(_ notification: StoredNotification) throws(DatabaseError) {
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
    func dueNotifications(by now: Int64, limit: Int) throws(DatabaseError) -> [StoredNotification] {
        try notifications(
            "due_ms IS NOT NULL AND due_ms <= ? ORDER BY due_ms, number LIMIT ?", [.integer(now), Value(limit)])
    }

    func nextNotificationDate() throws(DatabaseError) -> Int64? {
        try database.query("SELECT min(due_ms) FROM notification WHERE due_ms IS NOT NULL", []) {
            $0.optionalInteger(0)
        }.first ?? nil
    }

    func notification(_ uuid: String) throws(DatabaseError) -> StoredNotification? {
        try notifications("uuid = ?", [Value(uuid)]).first
    }

    func notification(number: Int64) throws(DatabaseError) -> StoredNotification? {
        try notifications("number = ?", [.integer(number)]).first
    }

    func notifications(_ query: NotificationQuery) throws(DatabaseError) -> [StoredNotification] {
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

    private func notifications(_ condition: String, _ values: [Value]) throws(DatabaseError) -> [StoredNotification] {
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

    private func attempts(of number: Int64) throws(DatabaseError) -> [SendAttempt] {
        try database.query(
            "SELECT attempted_ms, result, status, detail FROM send_attempt WHERE number = ? ORDER BY rowid",
            [.integer(number)]
        ) {
            SendAttempt(
                number: number, date: $0.integer(0), result: SendResult(rawValue: $0.text(1)) ?? .other,
                status: $0.optionalInteger(2).map { Int($0) }, detail: $0.optionalText(3))
        }
    }

    func insert(_ attempt: SendAttempt) throws(DatabaseError) {
        try database.run(
            "INSERT INTO send_attempt (number, attempted_ms, result, status, detail) VALUES (?, ?, ?, ?, ?)",
            [
                .integer(attempt.number), .integer(attempt.date), .text(attempt.result.rawValue),
                Value(attempt.status.map(Int64.init)), Value(attempt.detail),
            ])
    }

    func setDueDate(ofNotification number: Int64, _ date: Int64?) throws(DatabaseError) {
        try database.run("UPDATE notification SET due_ms = ? WHERE number = ?", [Value(date), .integer(number)])
    }
}

internal import IAPDatabase
internal import IAPModel

/// Purchases that players begin in the App Store, and the App Store's messages to them.
extension Ledger {
    // MARK: Purchase intents

    func insertIntent(
        _ productID: String, offerID: String?, account: String, device: String
    ) throws(DatabaseError) {
        try database.run(
            "INSERT INTO intent (account, device, product_id, offer_id) VALUES (?, ?, ?, ?)",
            [Value(account), Value(device), Value(productID), Value(offerID)])
    }

    static let intentQuery =
        "SELECT number, product_id, offer_id FROM intent WHERE account = ? AND device = ? ORDER BY number LIMIT 1"

    /// Returns the oldest intent that the device has not received.
    func nextIntent(of account: String, device: String) throws(DatabaseError) -> PurchaseIntentRecord? {
        try database.query(
            Self.intentQuery, [Value(account), Value(device)]
        ) { PurchaseIntentRecord(number: $0.integer(0), productID: $0.text(1), offerID: $0.optionalText(2)) }.first
    }

    func removeIntent(_ number: Int64) throws(DatabaseError) {
        try database.run("DELETE FROM intent WHERE number = ?", [.integer(number)])
    }

    // MARK: Messages

    func insertMessage(_ reason: StoreMessage.Reason, account: String, device: String) throws(DatabaseError) {
        try database.run(
            "INSERT INTO message (account, device, reason, is_delivered) VALUES (?, ?, ?, 0)",
            [Value(account), Value(device), Value(reason.keptName)])
    }

    static let messageQuery =
        "SELECT number, reason FROM message WHERE account = ? AND device = ? AND is_delivered = 0 ORDER BY number LIMIT 1"

    /// Returns the oldest message that the device has not received.
    func nextMessage(of account: String, device: String) throws(DatabaseError) -> MessageRecord? {
        try database.query(
            Self.messageQuery, [Value(account), Value(device)]
        ) { MessageRecord(number: $0.integer(0), reason: StoreMessage.Reason(keptName: $0.text(1)) ?? .unknown) }.first
    }

    func markDelivered(_ message: Int64) throws(DatabaseError) {
        try database.run("UPDATE message SET is_delivered = 1 WHERE number = ?", [.integer(message)])
    }

    /// Marks messages that were delivered but not shown for another delivery.
    func forgetDeliveredMessages(of account: String, device: String) throws(DatabaseError) {
        try database.run(
            "UPDATE message SET is_delivered = 0 WHERE account = ? AND device = ? AND is_delivered = 1",
            [Value(account), Value(device)])
    }

    /// Returns a message that was not shown yet.
    func message(_ number: Int64, of account: String, device: String) throws(DatabaseError) -> MessageRecord? {
        try database.query(
            "SELECT number, reason FROM message WHERE number = ? AND account = ? AND device = ?",
            [.integer(number), Value(account), Value(device)]
        ) { MessageRecord(number: $0.integer(0), reason: StoreMessage.Reason(keptName: $0.text(1)) ?? .unknown) }.first
    }

    func removeMessage(_ number: Int64) throws(DatabaseError) {
        try database.run("DELETE FROM message WHERE number = ?", [.integer(number)])
    }
}

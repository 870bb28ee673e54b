internal import Database
internal import IAPModel

/// What devices are to hear of.
extension Ledger {
    func announce(
        _ transaction: LedgerTransaction, exceptDevice: String? = nil, onlyDevice: String? = nil
    ) throws(DatabaseError) {
        try database.run(
            "INSERT INTO news (account, transaction_id, except_device, only_device) VALUES (?, ?, ?, ?)",
            [Value(transaction.account), Value(bits: transaction.id), Value(exceptDevice), Value(onlyDevice)])
    }

    static let newsQuery = """
        SELECT number, transaction_id FROM news
        WHERE account = ? AND number > ? AND except_device IS NOT ? AND (only_device IS NULL OR only_device = ?)
        ORDER BY number
        """

    func news(for device: String, of account: String, after number: Int64) throws(DatabaseError) -> [News] {
        let items = try database.query(
            Self.newsQuery, [Value(account), .integer(number), Value(device), Value(device)]
        ) { (number: $0.integer(0), id: $0.bits(1)) }
        var news: [News] = []
        for item in items {
            if let transaction = try transaction(item.id) {
                news.append(News(number: item.number, transaction: transaction))
            }
        }
        return news
    }

    /// A device that is new begins with what is news from now on; one that is known goes on where it was.
    func addDevice(_ device: String, of account: String) throws(DatabaseError) {
        try database.run(
            """
            INSERT INTO device (account, name, news_heard)
            VALUES (?, ?, (SELECT coalesce(max(number), 0) FROM news)) ON CONFLICT DO NOTHING
            """, [Value(account), Value(device)])
    }

    /// The number up to which a device has heard the news; nil for a device that is not known.
    func newsHeard(by device: String, of account: String) throws(DatabaseError) -> Int64? {
        try database.query(
            "SELECT news_heard FROM device WHERE account = ? AND name = ?", [Value(account), Value(device)]
        ) { $0.integer(0) }.first
    }

    /// What was heard stays heard: two processes may listen under one device name.
    func setNewsHeard(_ number: Int64, by device: String, of account: String) throws(DatabaseError) {
        try database.run(
            "UPDATE device SET news_heard = max(news_heard, ?) WHERE account = ? AND name = ?",
            [.integer(number), Value(account), Value(device)])
    }

    // MARK: Purchases begun in the App Store

    func insertIntent(
        _ productID: String, offerID: String?, account: String, device: String
    ) throws(DatabaseError) {
        try database.run(
            "INSERT INTO intent (account, device, product_id, offer_id) VALUES (?, ?, ?, ?)",
            [Value(account), Value(device), Value(productID), Value(offerID)])
    }

    static let intentQuery =
        "SELECT number, product_id, offer_id FROM intent WHERE account = ? AND device = ? ORDER BY number LIMIT 1"

    /// The oldest one that the device has not heard of.
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
            "INSERT INTO message (account, device, reason, is_told) VALUES (?, ?, ?, 0)",
            [Value(account), Value(device), Value(reason.storedName)])
    }

    static let messageQuery =
        "SELECT number, reason FROM message WHERE account = ? AND device = ? AND is_told = 0 ORDER BY number LIMIT 1"

    /// The oldest one that the device has not been told of.
    func nextMessage(of account: String, device: String) throws(DatabaseError) -> MessageRecord? {
        try database.query(
            Self.messageQuery, [Value(account), Value(device)]
        ) { MessageRecord(number: $0.integer(0), reason: StoreMessage.Reason(storedName: $0.text(1))) }.first
    }

    func markTold(_ message: Int64) throws(DatabaseError) {
        try database.run("UPDATE message SET is_told = 1 WHERE number = ?", [.integer(message)])
    }

    /// Lets messages that were told and not shown be told again.
    func forgetToldMessages(of account: String, device: String) throws(DatabaseError) {
        try database.run(
            "UPDATE message SET is_told = 0 WHERE account = ? AND device = ? AND is_told = 1",
            [Value(account), Value(device)])
    }

    /// One that has not been shown.
    func message(_ number: Int64, of account: String, device: String) throws(DatabaseError) -> MessageRecord? {
        try database.query(
            "SELECT number, reason FROM message WHERE number = ? AND account = ? AND device = ?",
            [.integer(number), Value(account), Value(device)]
        ) { MessageRecord(number: $0.integer(0), reason: StoreMessage.Reason(storedName: $0.text(1))) }.first
    }

    func removeMessage(_ number: Int64) throws(DatabaseError) {
        try database.run("DELETE FROM message WHERE number = ?", [.integer(number)])
    }
}

extension StoreMessage.Reason {
    fileprivate var storedName: String { "\(self)" }

    fileprivate init(storedName: String) {
        self = Self.allCases.first { $0.storedName == storedName } ?? .unknown
    }
}

internal import IAPDatabase
internal import IAPModel

/// A change of a transaction that happens automatically at a later time.
struct LaterUpdate: Sendable, Hashable {
    /// The raw values are those of the file.
    enum Kind: Int64, Sendable, Hashable {
        case announce = 0
        /// Devices that have it receive it again.
        case repeated = 1
        /// It becomes unfinished again, and devices are notified.
        case unfinish = 2
        /// The transaction does not change, but devices now see something else.
        case look = 3
    }

    var number: Int64 = 0
    var due: Int64
    var kind: Kind
    var account: String
    var transactionID: UInt64
    var exceptDevice: String?
    var onlyDevice: String?
}

extension LaterUpdate {
    init(
        _ kind: Kind, of transaction: LedgerTransaction, at due: Int64, exceptDevice: String? = nil,
        onlyDevice: String? = nil
    ) {
        self.init(
            due: due, kind: kind, account: transaction.account, transactionID: transaction.id,
            exceptDevice: exceptDevice, onlyDevice: onlyDevice)
    }
}

extension Ledger {
    func plan(_ update: LaterUpdate) throws(DatabaseError) {
        try database.run(
            """
            INSERT INTO later_update (due_ms, kind, account, transaction_id, except_device, only_device)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(update.due), .integer(update.kind.rawValue), Value(update.account),
                Value(bits: update.transactionID), Value(update.exceptDevice), Value(update.onlyDevice),
            ])
    }

    static let nextLaterUpdateQuery = "SELECT min(due_ms) FROM later_update"

    /// Whether the same devices already wait for an announcement of the transaction.
    func isPlanned(_ update: LaterUpdate) throws(DatabaseError) -> Bool {
        try !database.query(
            """
            SELECT 1 FROM later_update WHERE transaction_id = ? AND kind = ? AND account = ? AND except_device IS ?
            AND only_device IS ?
            """,
            [
                Value(bits: update.transactionID), .integer(update.kind.rawValue), Value(update.account),
                Value(update.exceptDevice), Value(update.onlyDevice),
            ]
        ) { $0.integer(0) }.isEmpty
    }

    /// Carries out the due updates in their order.
    func carryOutLaterUpdates(dueBy now: Int64) throws(DatabaseError) {
        let due = try database.query(
            """
            SELECT number, due_ms, kind, account, transaction_id, except_device, only_device FROM later_update
            WHERE due_ms <= ? ORDER BY due_ms, number
            """, [.integer(now)]
        ) {
            LaterUpdate(
                number: $0.integer(0), due: $0.integer(1), kind: LaterUpdate.Kind(rawValue: $0.integer(2)) ?? .look,
                account: $0.text(3), transactionID: $0.bits(4), exceptDevice: $0.optionalText(5),
                onlyDevice: $0.optionalText(6))
        }
        for update in due {
            try database.run("DELETE FROM later_update WHERE number = ?", [.integer(update.number)])
            guard let transaction = try transaction(update.transactionID) else { continue }
            switch update.kind {
            case .look: break
            case .announce: try enterUpdate(of: transaction, update.exceptDevice, update.onlyDevice)
            case .repeated: try enterUpdate(of: transaction, update.exceptDevice, update.onlyDevice, isRepeat: true)
            case .unfinish:
                try database.run(
                    "UPDATE ledger SET is_finished = 0 WHERE transaction_id = ?", [Value(bits: transaction.id)])
                try enterUpdate(of: transaction, update.exceptDevice, update.onlyDevice)
            }
        }
    }
}

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
    func plan(_ update: LaterUpdate) throws {
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
    func isPlanned(_ update: LaterUpdate) throws -> Bool {
        try exists(
            """
            later_update WHERE transaction_id = ? AND kind = ? AND account = ? AND except_device IS ?
            AND only_device IS ?
            """,
            [
                Value(bits: update.transactionID), .integer(update.kind.rawValue), Value(update.account),
                Value(update.exceptDevice), Value(update.onlyDevice),
            ])
    }

    /// Carries out the due updates in their order.
    func carryOutLaterUpdates(dueBy now: Int64) throws {
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

    // MARK: - Decides when and how often devices are notified of a transaction

    /// In milliseconds; measured on macOS 26.6.
    private static let ownAnnouncementDelay: Int64 = 500
    private static let unfinishDelay: Int64 = 1000

    /// Notifies devices of a transaction that they did not request, now or later as a quirk says.
    ///
    /// - Parameters:
    ///   - exceptDevice: The device that already received the transaction as the response to its purchase.
    ///   - onlyDevice: The only device to notify; nil for all devices of the account.
    func announce(_ transaction: LedgerTransaction, exceptDevice: String? = nil, onlyDevice: String? = nil) throws {
        let quirks = try quirks()
        guard !quirks.changed.isEmpty else { return try enterUpdate(of: transaction, exceptDevice, onlyDevice) }
        let date = transaction.revocation?.date ?? transaction.purchaseDate
        let delay = quirks[.updatesCoalesce].clampedAdding(
            transaction.revocation == nil ? 0 : quirks[.refundAnnounceLag])
        if delay == 0 {
            try enterUpdate(of: transaction, exceptDevice, onlyDevice)
        } else {
            let update = LaterUpdate(
                .announce, of: transaction, at: date.clampedAdding(delay), exceptDevice: exceptDevice,
                onlyDevice: onlyDevice)
            if try !isPlanned(update) { try plan(update) }
        }
        if quirks[.doubleDelivery] > 0 {
            try plan(
                LaterUpdate(
                    .repeated, of: transaction, at: date.clampedAdding(delay).clampedAdding(quirks[.doubleDelivery]),
                    exceptDevice: exceptDevice, onlyDevice: onlyDevice))
        }
    }

    /// Handles a purchase whose device has the response. A quirk can notify this device anyway.
    func announceOwn(_ transaction: LedgerTransaction, to device: String) throws {
        let quirks = try quirks()
        let isAnnounced =
            switch transaction.productType {
            case .autoRenewableSubscription: quirks[.announceOwnSubscription] != 0
            case .nonConsumable: quirks[.announceOwnNonConsumable] != 0
            default: false
            }
        if isAnnounced {
            try plan(
                LaterUpdate(
                    .repeated, of: transaction, at: transaction.purchaseDate.clampedAdding(Self.ownAnnouncementDelay),
                    onlyDevice: device))
        }
        if quirks[.doubleDelivery] > 0 {
            try plan(
                LaterUpdate(
                    .repeated, of: transaction, at: transaction.purchaseDate.clampedAdding(quirks[.doubleDelivery]),
                    onlyDevice: device))
        }
        if quirks[.twoIDs] != 0 { try enterCopy(of: transaction, onlyDevice: device) }
    }

    /// Enters the same purchase with another id, unfinished and without a charge.
    ///
    /// - Returns: The other id.
    @discardableResult
    func enterCopy(of transaction: LedgerTransaction, onlyDevice: String? = nil) throws -> UInt64 {
        var copy = transaction
        copy.id = try next(.nextTransactionID)
        copy.isFinished = false
        try insertCopy(copy)
        try announce(copy, onlyDevice: onlyDevice)
        return copy.id
    }

    /// Plans what happens after a device finished a transaction.
    ///
    /// - Parameter lasts: Whether the transaction stays finished; the random draw decided this.
    func noteFinish(of transaction: LedgerTransaction, by device: String, at now: Int64, lasts: Bool) throws {
        if !lasts {
            // The store grants a consumable only on the device that bought it.
            let onlyDevice = transaction.productType == .consumable ? device : nil
            try plan(
                LaterUpdate(
                    .unfinish, of: transaction, at: now.clampedAdding(Self.unfinishDelay), onlyDevice: onlyDevice))
        }
        let quirks = try quirks()
        // The reports concern purchases. They say that renewals do not repeat.
        guard quirks[.repeatAfterFinish] > 0, transaction.reason == .purchase else { return }
        var due = now
        for _ in 0..<quirks[.repeatAfterFinish] {
            due = due.clampedAdding(max(quirks[.repeatAfterFinishDelay], 1))
            try plan(LaterUpdate(.repeated, of: transaction, at: due, onlyDevice: device))
        }
    }

    /// Draws randomly whether a finish lasts. The same commands give the same result again.
    func finishLasts(_ id: UInt64, _ identity: StoreIdentity) throws -> Bool {
        let percent = try quirk(.finishFailsPercent)
        guard percent > 0 else { return true }
        var random = RandomSource(seed: identity.derived("finish \(id)\0\(try lastCommand())"))
        return random.next() % 100 >= UInt64(percent)
    }
}

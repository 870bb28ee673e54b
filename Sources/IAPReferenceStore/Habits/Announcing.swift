internal import IAPDatabase
internal import IAPModel

/// Decides when and how often devices are notified of a transaction.
extension Ledger {
    /// In milliseconds; measured on macOS 26.6.
    private static let ownAnnouncementDelay: Int64 = 500
    private static let unfinishDelay: Int64 = 1000

    /// Notifies devices of a transaction that they did not request, now or later as a habit says.
    ///
    /// - Parameters:
    ///   - exceptDevice: The device that already received the transaction as the response to its purchase.
    ///   - onlyDevice: The only device to notify; nil for all devices of the account.
    func announce(
        _ transaction: LedgerTransaction, exceptDevice: String? = nil, onlyDevice: String? = nil
    ) throws(DatabaseError) {
        let habits = try habits()
        guard !habits.changed.isEmpty else { return try enterUpdate(of: transaction, exceptDevice, onlyDevice) }
        let date = transaction.revocation?.date ?? transaction.purchaseDate
        let delay = habits[.updatesCoalesce].clampedAdding(
            transaction.revocation == nil ? 0 : habits[.refundAnnounceLag])
        if delay == 0 {
            try enterUpdate(of: transaction, exceptDevice, onlyDevice)
        } else {
            let update = LaterUpdate(
                .announce, of: transaction, at: date.clampedAdding(delay), exceptDevice: exceptDevice,
                onlyDevice: onlyDevice)
            if try !isPlanned(update) { try plan(update) }
        }
        if habits[.doubleDelivery] > 0 {
            try plan(
                LaterUpdate(
                    .repeated, of: transaction, at: date.clampedAdding(delay).clampedAdding(habits[.doubleDelivery]),
                    exceptDevice: exceptDevice, onlyDevice: onlyDevice))
        }
    }

    /// Handles a purchase whose device has the response. A habit can notify this device anyway.
    func announceOwn(_ transaction: LedgerTransaction, to device: String) throws(DatabaseError) {
        let habits = try habits()
        let isAnnounced =
            switch transaction.productType {
            case .autoRenewableSubscription: habits[.announceOwnSubscription] != 0
            case .nonConsumable: habits[.announceOwnNonConsumable] != 0
            default: false
            }
        if isAnnounced {
            try plan(
                LaterUpdate(
                    .repeated, of: transaction, at: transaction.purchaseDate.clampedAdding(Self.ownAnnouncementDelay),
                    onlyDevice: device))
        }
        if habits[.doubleDelivery] > 0 {
            try plan(
                LaterUpdate(
                    .repeated, of: transaction, at: transaction.purchaseDate.clampedAdding(habits[.doubleDelivery]),
                    onlyDevice: device))
        }
        if habits[.twoIDs] != 0 { try enterCopy(of: transaction, onlyDevice: device) }
    }

    /// Enters the same purchase with another id, unfinished and without a charge.
    ///
    /// - Returns: The other id.
    @discardableResult
    func enterCopy(of transaction: LedgerTransaction, onlyDevice: String? = nil) throws(DatabaseError) -> UInt64 {
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
    func noteFinish(
        of transaction: LedgerTransaction, by device: String, at now: Int64, lasts: Bool
    ) throws(DatabaseError) {
        if !lasts {
            // The store grants a consumable only on the device that bought it.
            let onlyDevice = transaction.productType == .consumable ? device : nil
            try plan(
                LaterUpdate(
                    .unfinish, of: transaction, at: now.clampedAdding(Self.unfinishDelay), onlyDevice: onlyDevice))
        }
        let habits = try habits()
        // The reports concern purchases. They say that renewals do not repeat.
        guard habits[.repeatAfterFinish] > 0, transaction.reason == .purchase else { return }
        var due = now
        for _ in 0..<habits[.repeatAfterFinish] {
            due = due.clampedAdding(max(habits[.repeatAfterFinishDelay], 1))
            try plan(LaterUpdate(.repeated, of: transaction, at: due, onlyDevice: device))
        }
    }
}

extension StoreDevice {
    /// Draws randomly whether a finish lasts. The same log gives the same result again.
    func finishLasts(_ id: UInt64, _ ledger: Ledger) throws(DatabaseError) -> Bool {
        let percent = try ledger.habit(.finishFailsPercent)
        guard percent > 0 else { return true }
        let command = try ledger.database.query("SELECT \(Ledger.currentChange)", []) { $0.integer(0) }.first ?? 0
        var random = RandomSource(seed: store.identity.derived("finish \(id)\0\(command)"))
        return random.next() % 100 >= UInt64(percent)
    }
}

internal import IAPDatabase
package import IAPModel

/// Purchase intents and messages that the App Store sends to this device.
package struct DeviceInbox: Sendable {
    let file: LedgerFile
    let session: DeviceSession
    let network: DeviceNetwork

    /// Begins a purchase in the App Store for the player. The store need not sell the product.
    package func sendIntent(_ productID: String, offerID: String?) throws {
        // Without an account no player can begin a purchase.
        guard session.isSignedIn else { return }
        try file.change { ledger in
            try ledger.insertIntent(productID, offerID: offerID, account: session.account, device: session.name)
        }
    }

    package func sendMessage(_ reason: StoreMessage.Reason) throws {
        guard session.isSignedIn else { return }
        try file.change { ledger in try ledger.insertMessage(reason, account: session.account, device: session.name) }
    }

    /// Reports the waiting intents, and then new ones. It delivers each intent once, and none on a device without the feature.
    package func listenForIntents(_ report: @escaping @Sendable (PurchaseIntentRecord) -> Void) -> StoreSubscription {
        listen(
            isWaiting: { ledger in
                guard try ledger.isSupported(.purchaseIntents), try ledger.has(.intentDelivered) else { return false }
                return try ledger.nextIntent(of: session.account, device: session.name) != nil
            },
            take: { ledger in try self.takeIntent(ledger) }, report)
    }

    /// Reports the waiting messages, and then new ones. It delivers each message once, and none on a device without the
    /// feature.
    package func listenForMessages(_ report: @escaping @Sendable (MessageRecord) -> Void) -> StoreSubscription {
        listen(
            isWaiting: { ledger in
                guard try ledger.isSupported(.messages) else { return false }
                return try ledger.nextMessage(of: session.account, device: session.name) != nil
            },
            take: { ledger in try self.takeMessage(ledger) }, report)
    }

    func takeIntent(_ ledger: Ledger) throws -> PurchaseIntentRecord? {
        // The intent waits until a system delivers intents.
        guard try ledger.has(.intentDelivered) else { return nil }
        let intent = try ledger.nextIntent(of: session.account, device: session.name)
        if let intent { try ledger.removeIntent(intent.number) }
        return intent
    }

    func takeMessage(_ ledger: Ledger) throws -> MessageRecord? {
        let message = try ledger.nextMessage(of: session.account, device: session.name)
        if let message { try ledger.markDelivered(message.number) }
        return message
    }

    /// One listener, in one process, takes an item from the ledger and reports it.
    private func listen<Item: Sendable>(
        isWaiting: @escaping @Sendable (Ledger) throws -> Bool,
        take: @escaping @Sendable (Ledger) throws -> Item?,
        _ report: @escaping @Sendable (Item) -> Void
    ) -> StoreSubscription {
        let next = { @Sendable () -> Item? in
            // The first look needs no write. If the read fails, the next change causes another one.
            do {
                let isThere = try file.readAsItIs { ledger in
                    guard try network.deliversUpdates(ledger) else { return false }
                    return try isWaiting(ledger)
                }
                guard isThere else { return nil }
                return try file.changeQuietly(take)
            } catch {
                return nil
            }
        }
        return ChangeFeed(file.listeners, next: next, report: report).start()
    }
}

/// A purchase that the player began in the App Store.
package struct PurchaseIntentRecord: Sendable, Hashable {
    package var number: Int64
    package var productID: String
    /// A win-back offer.
    package var offerID: String?
}

extension StoreMessage.Reason {
    /// The name in the ledger.
    var keptName: String { "\(self)" }

    init?(keptName: String) {
        guard let reason = Self.allCases.first(where: { $0.keptName == keptName }) else { return nil }
        self = reason
    }
}

/// A message of the App Store to the player.
package struct MessageRecord: Sendable, Hashable {
    package var number: Int64
    package var reason: StoreMessage.Reason
}

/// Purchases that players begin in the App Store, and the App Store's messages to them.
extension Ledger {
    // MARK: Purchase intents

    func insertIntent(_ productID: String, offerID: String?, account: String, device: String) throws {
        try database.run(
            "INSERT INTO intent (account, device, product_id, offer_id) VALUES (?, ?, ?, ?)",
            [Value(account), Value(device), Value(productID), Value(offerID)])
    }

    static let intentQuery =
        "SELECT number, product_id, offer_id FROM intent WHERE account = ? AND device = ? ORDER BY number LIMIT 1"

    /// Returns the oldest intent that the device has not received.
    func nextIntent(of account: String, device: String) throws -> PurchaseIntentRecord? {
        try database.query(
            Self.intentQuery, [Value(account), Value(device)]
        ) { PurchaseIntentRecord(number: $0.integer(0), productID: $0.text(1), offerID: $0.optionalText(2)) }.first
    }

    func removeIntent(_ number: Int64) throws {
        try database.run("DELETE FROM intent WHERE number = ?", [.integer(number)])
    }

    // MARK: Messages

    func insertMessage(_ reason: StoreMessage.Reason, account: String, device: String) throws {
        try database.run(
            "INSERT INTO message (account, device, reason, is_delivered) VALUES (?, ?, ?, 0)",
            [Value(account), Value(device), Value(reason.keptName)])
    }

    static let messageQuery =
        "SELECT number, reason FROM message WHERE account = ? AND device = ? AND is_delivered = 0 ORDER BY number LIMIT 1"

    /// Returns the oldest message that the device has not received.
    func nextMessage(of account: String, device: String) throws -> MessageRecord? {
        try database.query(
            Self.messageQuery, [Value(account), Value(device)]
        ) { MessageRecord(number: $0.integer(0), reason: StoreMessage.Reason(keptName: $0.text(1)) ?? .unknown) }.first
    }

    func markDelivered(_ message: Int64) throws {
        try database.run("UPDATE message SET is_delivered = 1 WHERE number = ?", [.integer(message)])
    }

    /// Marks messages that were delivered but not shown for another delivery.
    func forgetDeliveredMessages(of account: String, device: String) throws {
        try database.run(
            "UPDATE message SET is_delivered = 0 WHERE account = ? AND device = ? AND is_delivered = 1",
            [Value(account), Value(device)])
    }

    /// Returns a message that was not shown yet.
    func message(_ number: Int64, of account: String, device: String) throws -> MessageRecord? {
        try database.query(
            "SELECT number, reason FROM message WHERE number = ? AND account = ? AND device = ?",
            [.integer(number), Value(account), Value(device)]
        ) { MessageRecord(number: $0.integer(0), reason: StoreMessage.Reason(keptName: $0.text(1)) ?? .unknown) }.first
    }

    func removeMessage(_ number: Int64) throws {
        try database.run("DELETE FROM message WHERE number = ?", [.integer(number)])
    }
}

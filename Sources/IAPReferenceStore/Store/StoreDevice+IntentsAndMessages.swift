internal import IAPDatabase
package import IAPModel

/// Purchase intents and messages that the App Store sends to this device.
extension StoreDevice {
    /// Begins a purchase in the App Store for the player. The store need not sell the product.
    package func sendIntent(_ productID: String, offerID: String?) throws(StoreFailure) {
        // Without an account no player can begin a purchase.
        guard isSignedIn else { return }
        try change(.sendIntent(productID: productID, offerID: offerID)) { ledger throws(DatabaseError) in
            try ledger.insertIntent(productID, offerID: offerID, account: self.account, device: self.name)
        }
    }

    package func sendMessage(_ reason: StoreMessage.Reason) throws(StoreFailure) {
        guard isSignedIn else { return }
        try change(.sendMessage(reason: reason)) { ledger throws(DatabaseError) in
            try ledger.insertMessage(reason, account: self.account, device: self.name)
        }
    }

    /// Reports the waiting intents, and then new ones. It delivers each intent once, and none on a device without the feature.
    package func listenForIntents(
        _ report: @escaping @Sendable (PurchaseIntentRecord) -> Void
    ) -> StoreSubscription {
        listen(
            .takeIntent,
            isWaiting: { ledger throws(DatabaseError) in
                guard try ledger.isSupported(.purchaseIntents), try ledger.has(.intentDelivered) else { return false }
                return try ledger.nextIntent(of: self.account, device: self.name) != nil
            },
            take: { ledger throws(DatabaseError) in try self.takeIntent(ledger) }, report)
    }

    /// Reports the waiting messages, and then new ones. It delivers each message once, and none on a device without the
    /// feature.
    package func listenForMessages(_ report: @escaping @Sendable (MessageRecord) -> Void) -> StoreSubscription {
        listen(
            .takeMessage,
            isWaiting: { ledger throws(DatabaseError) in
                guard try ledger.isSupported(.messages) else { return false }
                return try ledger.nextMessage(of: self.account, device: self.name) != nil
            },
            take: { ledger throws(DatabaseError) in try self.takeMessage(ledger) }, report)
    }

    func takeIntent(_ ledger: Ledger) throws(DatabaseError) -> PurchaseIntentRecord? {
        // The intent waits until a system delivers intents.
        guard try ledger.has(.intentDelivered) else { return nil }
        let intent = try ledger.nextIntent(of: account, device: name)
        if let intent { try ledger.removeIntent(intent.number) }
        return intent
    }

    func takeMessage(_ ledger: Ledger) throws(DatabaseError) -> MessageRecord? {
        let message = try ledger.nextMessage(of: account, device: name)
        if let message { try ledger.markDelivered(message.number) }
        return message
    }

    /// One listener, in one process, takes an item from the ledger and reports it.
    private func listen<Item: Sendable>(
        _ request: DeviceRequest, isWaiting: @escaping @Sendable (Ledger) throws(DatabaseError) -> Bool,
        take: @escaping @Sendable (Ledger) throws(DatabaseError) -> Item?,
        _ report: @escaping @Sendable (Item) -> Void
    ) -> StoreSubscription {
        let next = { @Sendable [store] () -> Item? in
            // The first look needs no write. If the read fails, the next change causes another one.
            do {
                let isThere = try store.readAsItIs { ledger throws(DatabaseError) in
                    guard try self.deliversUpdates(ledger) else { return false }
                    return try isWaiting(ledger)
                }
                guard isThere else { return nil }
                return try store.changeQuietly(self.command(request), take)
            } catch {
                return nil
            }
        }
        return ChangeFeed(store: store, tables: ["intent", "message"], next: next, report: report).start()
    }
}

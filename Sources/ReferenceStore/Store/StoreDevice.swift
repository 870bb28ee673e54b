internal import Database
package import IAPModel
package import SignedData
internal import Platform

/// A device on which an account is signed in: what StoreKit on that device can ask the App Store for.
package final class StoreDevice: Sendable {
    package let store: ReferenceStore
    package let account: String
    package let name: String
    /// Lowercase UUID; signed data is bound to it.
    package let verificationID: String

    package init(store: ReferenceStore, account: String, name: String) throws(StoreFailure) {
        self.store = store
        self.account = account
        self.name = name
        verificationID = store.identity.uuid("device \(account) \(name)")
        // From here on the device has a place in the news.
        _ = try store.change { ledger throws(DatabaseError) in try ledger.newsHeard(by: name, of: account) }
    }

    // MARK: What StoreKit asks for

    package func products(_ ids: [String]) throws(StoreFailure) -> [ProductListing] {
        try store.products(ids)
    }

    package func purchase(
        _ productID: String, quantity: Int, appAccountToken: String?, simulatesAskToBuy: Bool
    ) throws(StoreFailure) -> PurchaseResult {
        try store.purchase(
            productID, quantity: quantity, appAccountToken: appAccountToken, simulatesAskToBuy: simulatesAskToBuy,
            account: account, device: name)
    }

    package func unfinished() throws(StoreFailure) -> [LedgerTransaction] {
        try store.read { ledger throws(DatabaseError) in try ledger.unfinished(of: account) }
    }

    package func history() throws(StoreFailure) -> [LedgerTransaction] {
        try store.read { ledger throws(DatabaseError) in try ledger.history(of: account) }
    }

    package func currentEntitlements() throws(StoreFailure) -> [LedgerTransaction] {
        try store.read { ledger throws(DatabaseError) in
            try ledger.entitlements(of: account, at: try store.now(ledger))
        }
    }

    package func latest(of productID: String) throws(StoreFailure) -> LedgerTransaction? {
        try store.read { ledger throws(DatabaseError) in try ledger.latest(of: productID, account: account) }
    }

    /// Finishing what is finished, or is not this account's, changes nothing.
    package func finish(_ id: UInt64) throws(StoreFailure) {
        _ = try store.change { ledger throws(DatabaseError) in try ledger.markFinished(id, account: account) }
    }

    /// The compact JWS of a transaction, signed now for this device.
    package func sign(_ transaction: LedgerTransaction) throws(StoreFailure) -> String {
        try store.identity.sign(transaction, deviceVerificationID: verificationID, at: try store.now)
    }

    /// Why the signed text is not to be trusted; nil if it is.
    package func verify(_ signedText: String) throws(StoreFailure) -> JWSVerdict.Reason? {
        switch store.verifier.verify(signedText, at: try store.now) {
        case .valid: nil
        case .invalid(let reason): reason
        }
    }

    // MARK: News

    /// Hands out what is unfinished and then the news, in order, each once, until it is stopped.
    ///
    /// What was reported counts as heard at once.
    package func listen(_ report: @escaping @Sendable (LedgerTransaction) -> Void) -> NewsFeed {
        let feed = NewsFeed(device: self, isHeardAtOnce: true) { report($0.transaction) }
        feed.start()
        return feed
    }

    /// The same for a listener that says itself what it has heard; what it has not comes again at the next launch.
    package func listenAndAcknowledge(_ report: @escaping @Sendable (NewsFeed.Item) -> Void) -> NewsFeed {
        let feed = NewsFeed(device: self, isHeardAtOnce: false, report: report)
        feed.start()
        return feed
    }

    /// Calls back when the store moves to another country or language.
    package func listenForStorefront(_ report: @escaping @Sendable (Storefront) -> Void) -> StoreSubscription {
        let last = Guarded<ShopWindow?>(try? store.shopWindow)
        let id = store.addListener { [store] in
            guard let current = try? store.shopWindow else { return }
            let isNew = last.withLock { last in
                defer { last = current }
                return last != current
            }
            if isNew { report(current.storefront) }
        }
        return StoreSubscription { [store] in store.removeListener(id) }
    }
}

/// Ends something that listens.
package final class StoreSubscription: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    package func cancel() { end() }
}

internal import IAPDatabase
package import IAPModel
package import IAPPlatform

/// A device on which an account can be signed in, with everything that StoreKit on this device can request from the App Store.
package final class StoreDevice: Sendable {
    package let store: ReferenceStore
    package let name: String
    package let session: DeviceSession
    package let network: DeviceNetwork
    package let signer: DeviceSigner
    package let app: AppCopy
    package let sheets: DeviceSheets
    package let inbox: DeviceInbox
    package let externalPurchases: ExternalPurchases
    package let promotions: PromotionPage
    package let statuses: DeviceStatuses
    private let entitlements: DeviceEntitlements
    private let gate: RequestGate
    /// The state at the launch of the game, until a listener has received the changes since then.
    private let launch = Guarded(Launch())

    /// Delays reads. StoreKit's reads can stall for minutes, at a boot or without an account.
    package let slowReads = Guarded<SlowReads?>(nil)

    package struct SlowReads: Sendable {
        /// In the store's time.
        package var milliseconds: Int64
        /// The store calls it at the beginning of a read.
        package var onBegin: @Sendable () -> Void

        package init(milliseconds: Int64, onBegin: @escaping @Sendable () -> Void) {
            self.milliseconds = milliseconds
            self.onBegin = onBegin
        }
    }

    private struct Launch: Sendable {
        var storefrontAndLocale: StorefrontAndLocale?
        /// The store's time at the launch; nil if the game has not been launched or the time could not be read.
        var date: Int64?
        /// Whether there was no read yet.
        var isCold = true
    }

    package init(store: ReferenceStore, account: String, name: String) throws {
        self.store = store
        self.name = name
        gate = RequestGate(file: store.file)
        session = DeviceSession(file: store.file, owner: account, name: name)
        network = DeviceNetwork(file: store.file, session: session)
        signer = DeviceSigner(
            file: store.file, identity: store.identity,
            verificationID: store.identity.uuid("device \(account)\0\(name)"))
        app = AppCopy(gate: gate, session: session, network: network, receipts: store.receipts)
        sheets = DeviceSheets(
            gate: gate, session: session, refunds: store.refunds, subscriptions: store.subscriptions,
            script: store.sheets)
        inbox = DeviceInbox(file: store.file, session: session, network: network)
        externalPurchases = ExternalPurchases(gate: gate, identity: store.identity)
        promotions = PromotionPage(gate: gate, session: session, catalogue: store.catalogue)
        statuses = DeviceStatuses(
            gate: gate, session: session, network: network, identity: store.identity,
            statuses: store.subscriptions.keeper.statuses)
        entitlements = DeviceEntitlements(session: session, network: network)
        // The device receives the updates that come from now on.
        try store.file.change { ledger in try ledger.addDevice(name, of: account) }
    }

    /// Begins a launch of the game. A later listener receives the changes from now on.
    package func beginLaunch() {
        // If a read fails, the first listener reads.
        let beginning = Launch(storefrontAndLocale: try? store.shelf.storefrontAndLocale, date: try? store.clock.now)
        statuses.beginLaunch()
        launch.withLock { $0 = beginning }
        do {
            // If the game ended before it showed a delivered message, the message is delivered again.
            try store.file.changeQuietly { ledger in try ledger.forgetDeliveredMessages(of: account, device: name) }
        } catch {
            // A later launch delivers them again.
            return
        }
    }

    /// Empty if no account is signed in. No account has an empty name: such a device owns nothing.
    package var account: String { session.account }

    // MARK: Requests of StoreKit

    package func products(_ ids: [String]) throws -> [ProductListing] {
        try gate.check(.loadProducts)
        return try store.shelf.products(ids)
    }

    /// Returns one product, even while a test makes the loading of products fail; nil if the store does not sell it.
    package func listing(_ productID: String) throws -> ProductListing? { try store.shelf.products([productID]).first }

    package func purchase(_ productID: String, _ options: PurchaseOptions) throws -> PurchaseResult {
        _ = try session.requireAccount()
        store.file.killSwitch.reach(.beforeCharge)
        let result = try store.purchases.purchase(productID, options, by: session.address)
        // The response contains the charged purchase, independent of the quirks.
        if case .purchased(let transaction) = result { try? entitlements.noteBought(transaction) }
        return result
    }

    /// Synchronizes. With a network the device always has the store's state; only the request can fail.
    package func sync() throws {
        _ = try session.requireAccount()
        try gate.check(.sync)
        try store.purchases.restore(by: session.address)
    }

    package func unfinished() throws -> [LedgerTransaction] {
        try network.read { ledger in
            let unfinished = try ledger.unfinished(of: account)
            guard try ledger.has(.unfinishedFlicker) else { return unfinished }
            let now = try ledger.now
            return unfinished.filter { !$0.isMissingFromUnfinished(at: now) }
        }
    }

    package func history() throws -> [LedgerTransaction] {
        if try isEmpty(.listsEmpty) { return [] }
        return try network.read { ledger in try ledger.history(of: account) }
    }

    package func currentEntitlements() throws -> [LedgerTransaction] {
        try isEmpty(.listsEmpty) ? [] : entitlements.list()
    }

    package func latest(of productID: String) throws -> LedgerTransaction? {
        if try isEmpty(.latestEmpty) { return nil }
        return try network.read { ledger in try ledger.latest(of: productID, account: account) }
    }

    /// Finishes a transaction. It does nothing if the transaction is finished or belongs to another account.
    package func finish(_ id: UInt64) throws {
        store.file.killSwitch.reach(.beforeFinish)
        try store.file.change { ledger in
            try ledger.noteFinished(id, by: self.session.address)
            guard try ledger.markFinished(id, account: self.account) else { return }
            guard try !ledger.quirks().changed.isEmpty, let transaction = try ledger.transaction(id) else { return }
            try ledger.noteFinish(
                of: transaction, by: self.name, at: try ledger.now,
                lasts: try ledger.finishLasts(id, self.store.identity))
        }
        store.file.killSwitch.reach(.afterFinish)
    }

    package func isSupported(_ feature: Feature) throws -> Bool {
        try store.file.read { ledger in try ledger.isSupported(feature) }
    }

    // MARK: Transactions that were bought on the device and could not be delivered there

    /// Sends the transaction to the device as an update, unless it is finished. The account's other devices do not receive it.
    package func announceUnlessFinished(_ transaction: LedgerTransaction) throws {
        guard !transaction.isFinished else { return }
        try store.file.change { ledger in
            guard let transaction = try ledger.transaction(transaction.id) else { return }
            try ledger.forgetHeard(transaction.id, by: self.session.address)
            try ledger.announce(transaction, onlyDevice: self.name)
        }
    }

    // MARK: Updates

    /// Reports the unfinished transactions and then each update, in order and once, until it is stopped. It acknowledges each
    /// one immediately after the report.
    package func listen(_ report: @escaping @Sendable (LedgerTransaction) -> Void) -> DeviceUpdateFeed {
        let feed = DeviceUpdateFeed(device: self, acknowledgesAtOnce: true) { report($0.transaction) }
        feed.start()
        return feed
    }

    /// Does the same for a listener that acknowledges its items itself. Items without an acknowledgement come again at the next
    /// launch.
    package func listenAndAcknowledge(_ report: @escaping @Sendable (DeviceUpdateFeed.Item) -> Void) -> DeviceUpdateFeed
    {
        let feed = DeviceUpdateFeed(device: self, acknowledgesAtOnce: false, report: report)
        feed.start()
        return feed
    }

    /// Calls the callback when the store moves to another country or language. A quirk makes it begin with the current
    /// storefront.
    package func listenForStorefront(_ report: @escaping @Sendable (Storefront) -> Void) -> StoreSubscription {
        let beginning = launch.withLock { launch in
            defer { launch.storefrontAndLocale = nil }
            return launch.storefrontAndLocale
        }
        let beginsWithCurrent = (try? has(.storefrontOnSubscribing)) ?? false
        let last = Guarded<StorefrontAndLocale?>(
            beginsWithCurrent ? nil : beginning ?? (try? store.shelf.storefrontAndLocale))
        let next = { @Sendable [store] () -> Storefront? in
            guard self.network.deliversUpdates, let current = try? store.shelf.storefrontAndLocale else { return nil }
            let isNew = last.withLock { last in
                defer { last = current }
                return last != current
            }
            return isNew ? current.storefront : nil
        }
        return ChangeFeed(store.file.listeners, next: next, report: report).start()
    }

    // MARK: Undocumented behaviour of the device's system

    package func quirk(_ quirk: Quirk) throws -> Int64 { try store.quirks.value(quirk) }

    package func has(_ quirk: Quirk) throws -> Bool { try self.quirk(quirk) != 0 }

    /// Returns the extra time of this call if it is the first one of the launch, in milliseconds of the store's time. Later
    /// calls take the usual time.
    package func takeColdStall() throws -> Int64 {
        let isFirst = launch.withLock { launch in
            defer { launch.isCold = false }
            return launch.isCold
        }
        return isFirst ? try quirk(.coldStall) : 0
    }

    /// Whether a quirk makes a list empty for some time after the launch. The largest value of the quirk means for ever.
    private func isEmpty(_ quirk: Quirk) throws -> Bool {
        let length = try self.quirk(quirk)
        guard length > 0 else { return false }
        if length == quirk.largest { return true }
        guard let launched = launch.withLock({ $0.date }) else { return false }
        return try store.clock.now.isWithin(length, after: launched)
    }
}

internal import IAPDatabase
package import IAPModel
package import IAPPlatform

/// A device on which an account can be signed in, with everything that StoreKit on this device can request from the App Store.
package final class StoreDevice: Sendable {
    package let store: ReferenceStore
    package let name: String
    /// The account with which the device was opened. Together with the name it identifies the device, even if another account
    /// is signed in.
    let firstAccount: String
    let session: Guarded<Session>
    /// A lowercase UUID. Signed data is bound to it.
    package let verificationID: String
    /// The state at the launch of the game, until a listener has received the changes since then.
    let launch = Guarded(Launch())
    /// The latest signatures; the oldest comes first.
    let recentlySigned = Guarded<[RecentlySigned]>([])

    /// Purchases of this device, with the number of next reads of the current entitlements that omit them.
    let missingReads = Guarded<[UInt64: Int64]>([:])

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

    struct Launch: Sendable {
        var storefrontAndLocale: StorefrontAndLocale?
        var statuses: StatusMemory?
        /// The store's time at the launch; nil if the game has not been launched or the time could not be read.
        var date: Int64?
        /// Whether there was no read yet.
        var isCold = true
        var introductoryAnswers = IntroductoryAnswers()
    }

    package init(store: ReferenceStore, account: String, name: String) throws(StoreFailure) {
        self.store = store
        self.name = name
        firstAccount = account
        session = Guarded(Session(account: account))
        verificationID = store.identity.uuid("device \(account)\0\(name)")
        // The device receives the updates that come from now on.
        try change(.open) { ledger throws(DatabaseError) in try ledger.addDevice(name, of: account) }
    }

    /// Begins a launch of the game. A later listener receives the changes from now on.
    package func beginLaunch() {
        // If the read fails, the first listener reads.
        let beginning = Launch(
            storefrontAndLocale: try? store.storefrontAndLocale, statuses: try? statusMemory(), date: try? store.now)
        launch.withLock { $0 = beginning }
        do {
            // If the game ended before it showed a delivered message, the message is delivered again.
            try store.changeQuietly(command(.forgetDeliveredMessages)) { ledger throws(DatabaseError) in
                try ledger.forgetDeliveredMessages(of: account, device: name)
            }
        } catch {
            // A later launch delivers them again.
            return
        }
    }

    // MARK: Requests of StoreKit

    package func products(_ ids: [String]) throws(StoreFailure) -> [ProductListing] {
        try check(.loadProducts)
        return try store.products(ids)
    }

    /// Returns one product, even while a test makes the loading of products fail; nil if the store does not sell it.
    package func listing(_ productID: String) throws(StoreFailure) -> ProductListing? {
        try store.products([productID]).first
    }

    package func purchase(_ productID: String, _ options: PurchaseOptions) throws(StoreFailure) -> PurchaseResult {
        _ = try requireAccount()
        store.reach(.beforeCharge)
        let result = try store.purchase(productID, options, by: address)
        // The response contains the charged purchase, independent of the habits.
        if case .purchased(let transaction) = result { try? noteBought(transaction) }
        return result
    }

    /// Synchronizes. With a network the device always has the store's state; only the request can fail.
    package func sync() throws(StoreFailure) {
        _ = try requireAccount()
        try check(.sync)
        try store.restore(by: address)
    }

    package func unfinished() throws(StoreFailure) -> [LedgerTransaction] {
        try read { ledger throws(DatabaseError) in
            let unfinished = try ledger.unfinished(of: account)
            guard try ledger.has(.unfinishedFlicker) else { return unfinished }
            let now = try store.now(ledger)
            return unfinished.filter { !$0.isMissingFromUnfinished(at: now) }
        }
    }

    package func history() throws(StoreFailure) -> [LedgerTransaction] {
        if try isEmpty(.listsEmpty) { return [] }
        return try read { ledger throws(DatabaseError) in try ledger.history(of: account) }
    }

    package func latest(of productID: String) throws(StoreFailure) -> LedgerTransaction? {
        if try isEmpty(.latestEmpty) { return nil }
        return try read { ledger throws(DatabaseError) in try ledger.latest(of: productID, account: account) }
    }

    /// Finishes a transaction. It does nothing if the transaction is finished or belongs to another account.
    package func finish(_ id: UInt64) throws(StoreFailure) {
        store.reach(.beforeFinish)
        try change(.finish(id: id)) { ledger throws(DatabaseError) in
            try ledger.noteFinished(id, by: self.address)
            guard try ledger.markFinished(id, account: self.account) else { return }
            guard try !ledger.habits().changed.isEmpty, let transaction = try ledger.transaction(id) else { return }
            try ledger.noteFinish(
                of: transaction, by: self.name, at: try self.store.now(ledger), lasts: try self.finishLasts(id, ledger))
        }
        store.reach(.afterFinish)
    }

    package func isSupported(_ feature: Feature) throws(StoreFailure) -> Bool {
        try store.read { ledger throws(DatabaseError) in try ledger.isSupported(feature) }
    }

    // MARK: Requests that can be refused

    /// Fails if a test removed the feature from the device, or makes the API fail.
    func check(_ feature: Feature? = nil, _ api: StoreAPI? = nil) throws(StoreFailure) {
        let failure = try store.read { ledger throws(DatabaseError) in try self.failure(ledger, feature, api) }
        if let failure { throw failure }
    }

    func check(_ api: StoreAPI) throws(StoreFailure) { try check(nil, api) }

    private func failure(
        _ ledger: Ledger, _ feature: Feature?, _ api: StoreAPI?
    ) throws(DatabaseError) -> StoreFailure? {
        if let feature, try !ledger.isSupported(feature) {
            return StoreFailure(.unsupported, "the device does not support \(feature)")
        }
        if let api, let kind = try ledger.simulatedError(api) {
            return StoreFailure(kind, "a test makes \(api) fail")
        }
        return nil
    }

    /// Makes a change in one transaction of the ledger, unless the feature is missing or the API fails.
    func change<Result>(
        _ request: DeviceRequest, _ feature: Feature?, _ api: StoreAPI?,
        _ body: (Ledger) throws(DatabaseError) -> Swift.Result<Result, StoreFailure>
    ) throws(StoreFailure) -> Result {
        let result = try change(request) { ledger throws(DatabaseError) -> Swift.Result<Result, StoreFailure> in
            if let failure = try self.failure(ledger, feature, api) { return .failure(failure) }
            return try body(ledger)
        }
        return try result.get()
    }

    func change<Result>(
        _ request: DeviceRequest, _ body: (Ledger) throws(DatabaseError) -> Result
    ) throws(StoreFailure) -> Result {
        try store.change(command(request), body)
    }

    /// Returns the log's entry for a request of this device.
    func command(_ request: DeviceRequest) -> StoreCommand { .request(address, request) }

    func command(_ request: DeviceRequest, account: String) -> StoreCommand {
        .request(DeviceAddress(owner: firstAccount, name: name, account: account), request)
    }

    var address: DeviceAddress { DeviceAddress(owner: firstAccount, name: name, account: account) }

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

    /// Calls the callback when the store moves to another country or language. A habit makes it begin with the current
    /// storefront.
    package func listenForStorefront(_ report: @escaping @Sendable (Storefront) -> Void) -> StoreSubscription {
        let beginning = launch.withLock { launch in
            defer { launch.storefrontAndLocale = nil }
            return launch.storefrontAndLocale
        }
        let beginsWithCurrent = (try? has(.storefrontOnSubscribing)) ?? false
        let last = Guarded<StorefrontAndLocale?>(
            beginsWithCurrent ? nil : beginning ?? (try? store.storefrontAndLocale))
        let next = { @Sendable [store] () -> Storefront? in
            guard self.deliversUpdates, let current = try? store.storefrontAndLocale else { return nil }
            let isNew = last.withLock { last in
                defer { last = current }
                return last != current
            }
            return isNew ? current.storefront : nil
        }
        return ChangeFeed(store: store, tables: [], next: next, report: report).start()
    }
}

internal import IAPDatabase
package import IAPModel
package import IAPPlatform

/// A device on which an account may be signed in, with all that StoreKit on that device can ask the App Store for.
package final class StoreDevice: Sendable {
    package let store: ReferenceStore
    package let name: String
    /// The account that the device was opened with. With the name it identifies the device, also when another account is signed
    /// in.
    let firstAccount: String
    let session: Guarded<Session>
    /// Lowercase UUID; signed data is bound to it.
    package let verificationID: String
    /// The state at the launch of the game, until a listener has been told what has changed since.
    let launch = Guarded(Launch())
    /// What was signed last, the oldest first.
    let recentlySigned = Guarded<[RecentlySigned]>([])

    /// What was bought here and is missing from so many of the next reads of the current entitlements.
    let missingReads = Guarded<[UInt64: Int64]>([:])

    /// Makes reads take long. StoreKit's can stall for minutes, at a boot or without an account.
    package let slowReads = Guarded<SlowReads?>(nil)

    package struct SlowReads: Sendable {
        /// Of the store's time.
        package var milliseconds: Int64
        /// Called when a read begins.
        package var onBegin: @Sendable () -> Void

        package init(milliseconds: Int64, onBegin: @escaping @Sendable () -> Void) {
            self.milliseconds = milliseconds
            self.onBegin = onBegin
        }
    }

    struct Launch: Sendable {
        var storefrontAndLocale: StorefrontAndLocale?
        var statuses: StatusMemory?
        /// Nothing has been read yet.
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

    /// The game is launched. A listener that comes later is told what changes from now on.
    package func beginLaunch() {
        // What cannot be read now is read when a listener comes.
        let beginning = Launch(storefrontAndLocale: try? store.storefrontAndLocale, statuses: try? statusMemory())
        launch.withLock { $0 = beginning }
        do {
            // A message that was delivered to a game that ended before it was shown is delivered again.
            try store.changeQuietly(command(.forgetDeliveredMessages)) { ledger throws(DatabaseError) in
                try ledger.forgetDeliveredMessages(of: account, device: name)
            }
        } catch {
            // They are delivered again at a later launch.
            return
        }
    }

    // MARK: What StoreKit asks for

    package func products(_ ids: [String]) throws(StoreFailure) -> [ProductListing] {
        try check(.loadProducts)
        return try store.products(ids)
    }

    /// One product, also while the loading of products is to fail; nil if the store does not sell it.
    package func listing(_ productID: String) throws(StoreFailure) -> ProductListing? {
        try store.products([productID]).first
    }

    package func purchase(_ productID: String, _ options: PurchaseOptions) throws(StoreFailure) -> PurchaseResult {
        _ = try requireAccount()
        store.reach(.beforeCharge)
        let result = try store.purchase(productID, options, by: address)
        // What was charged is answered, whatever the habits are.
        if case .purchased(let transaction) = result { try? noteBought(transaction) }
        return result
    }

    /// With a network the device always has the store's state; only the request can fail.
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
        try read { ledger throws(DatabaseError) in try ledger.history(of: account) }
    }

    package func latest(of productID: String) throws(StoreFailure) -> LedgerTransaction? {
        try read { ledger throws(DatabaseError) in try ledger.latest(of: productID, account: account) }
    }

    /// Finishing a transaction that is finished, or that is another account's, changes nothing.
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

    // MARK: What can be refused

    /// Fails if the device is to be one without the feature, or if the API is to fail.
    func check(_ feature: Feature? = nil, _ api: StoreAPI? = nil) throws(StoreFailure) {
        let failure = try store.read { ledger throws(DatabaseError) in try self.failure(ledger, feature, api) }
        if let failure { throw failure }
    }

    func check(_ api: StoreAPI) throws(StoreFailure) { try check(nil, api) }

    private func failure(
        _ ledger: Ledger, _ feature: Feature?, _ api: StoreAPI?
    ) throws(DatabaseError) -> StoreFailure? {
        if let feature, try !ledger.isSupported(feature) {
            return StoreFailure(.unsupported, "the device has no \(feature)")
        }
        if let api, let kind = try ledger.simulatedError(api) {
            return StoreFailure(kind, "\(api) is to fail, a test says")
        }
        return nil
    }

    /// Does something in one transaction of the ledger, unless the feature is not there or the API is to fail.
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

    /// What the log says of a request of this device.
    func command(_ request: DeviceRequest) -> StoreCommand { .request(address, request) }

    func command(_ request: DeviceRequest, account: String) -> StoreCommand {
        .request(DeviceAddress(owner: firstAccount, name: name, account: account), request)
    }

    var address: DeviceAddress { DeviceAddress(owner: firstAccount, name: name, account: account) }

    // MARK: Updates

    /// Reports what is unfinished and then each update, in order and once, until it is stopped. What was reported is acknowledged
    /// at once.
    package func listen(_ report: @escaping @Sendable (LedgerTransaction) -> Void) -> DeviceUpdateFeed {
        let feed = DeviceUpdateFeed(device: self, acknowledgesAtOnce: true) { report($0.transaction) }
        feed.start()
        return feed
    }

    /// The same for a listener that acknowledges by itself. What it has not acknowledged comes again at the next launch.
    package func listenAndAcknowledge(_ report: @escaping @Sendable (DeviceUpdateFeed.Item) -> Void) -> DeviceUpdateFeed
    {
        let feed = DeviceUpdateFeed(device: self, acknowledgesAtOnce: false, report: report)
        feed.start()
        return feed
    }

    /// Calls back when the store moves to another country or language.
    package func listenForStorefront(_ report: @escaping @Sendable (Storefront) -> Void) -> StoreSubscription {
        let beginning = launch.withLock { launch in
            defer { launch.storefrontAndLocale = nil }
            return launch.storefrontAndLocale
        }
        let last = Guarded<StorefrontAndLocale?>(beginning ?? (try? store.storefrontAndLocale))
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

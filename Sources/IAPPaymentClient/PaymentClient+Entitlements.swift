internal import IAPModel
internal import IAPPaymentQueue
internal import IAPPlatform

/// Keeps what the account may use in step with the store, without a question to the player.
///
/// The list of the entitlements is on the device and is read at once. What may need the network, the ends of grace periods and
/// what has become of an entitlement that is not listed any more, is asked after that, and nothing of the list waits for it.
extension PaymentClient {
    /// What is known of the reads of this run.
    struct EntitlementReads {
        /// How often each of the two was asked for since it last began; 0 if it is not under way.
        var lists = 0
        var checks = 0
        /// As the store last listed them.
        var listed: [Transaction] = []
        /// The entitlements that the store has told in this run, by transaction.
        var told: [UInt64: Told] = [:]
        /// The entitlements of which the store knew nothing, with the time of that answer.
        var doubted: [UInt64: Int64] = [:]
        /// When the list is read again by itself.
        var next: Int64?
        /// How many reads in a row have left something open.
        var openReads = 0

        struct Told {
            var originalID: UInt64
            var purchaseDate: Int64
            var time: Int64
        }

        /// For how long a list may be late after the store has told of a purchase, in milliseconds. Five seconds were met.
        static let listingTolerance: Int64 = 60_000
    }

    /// In milliseconds.
    private static let shortestWait: Int64 = 5000
    private static let longestWait: Int64 = 600_000
    private static let longestDoubt: Int64 = 10_000
    /// A first list may be empty because the device has not heard of the account's purchases yet.
    private static let emptyReads = 3

    /// Whether the account may use a product now, as far as the store has told. Reads no file.
    package func owns(_ productID: String) -> Bool {
        let now = runner.now
        return monitor.withLock { queue.owns(productID, at: now) }
    }

    func refreshEntitlements() {
        run(\.entitlementReads.lists) { [self] in await listEntitlements() }
    }

    /// Runs work that runs once at a time. If it is under way, it runs once more afterwards.
    private func run(
        _ count: any ReferenceWritableKeyPath<PaymentClient, Int> & Sendable,
        _ work: @escaping @Sendable () async -> Void
    ) {
        let isFirst = monitor.withLock {
            guard !isClosing else { return false }
            defer { self[keyPath: count] += 1 }
            return self[keyPath: count] == 0
        }
        guard isFirst else { return }
        runner.start { [self] in
            while true {
                let begun = monitor.withLock { self[keyPath: count] }
                await work()
                let isOver = monitor.withLock {
                    guard self[keyPath: count] == begun else { return false }
                    self[keyPath: count] = 0
                    return true
                }
                if isOver { return }
            }
        }
    }

    private func listEntitlements() async {
        // A list that was cut off looks like one of an account that owns nothing.
        guard let page = try? await store.transactions(TransactionQuery(.currentEntitlements, productID: nil)),
            !Task.isCancelled
        else { return }
        monitor.withLock { entitlementReads.listed = page.transactions }
        change { $0.entitle(page.transactions) }
        run(\.entitlementReads.checks) { [self] in await checkEntitlements() }
    }

    private func checkEntitlements() async {
        let listed = monitor.withLock { entitlementReads.listed }
        var isOpen = false
        var graceEnds: [ExactText: Int64] = [:]
        // Group by group, as older systems cannot tell the statuses of all.
        for group in Set(listed.compactMap(\.subscriptionGroupID)).sorted() {
            guard let statuses = await statuses(of: group) else {
                isOpen = true
                continue
            }
            for (product, end) in statuses.compactMap(\.graceEnd) {
                graceEnds[product] = max(end, graceEnds[product] ?? end)
            }
        }
        change { $0.entitle(listed, graceEnds: graceEnds) }
        let upgraded = Set(listed.filter { $0.verification == .verified && $0.isUpgraded }.map(\.id))
        let allMissing = monitor.withLock { () -> [Entitlement] in
            let missing = queue.entitlements(missingIn: listed)
            // What is listed again is in no doubt any more.
            let ids = Set(missing.map(\.transactionID))
            entitlementReads.doubted = entitlementReads.doubted.filter { ids.contains($0.key) }
            return missing
        }
        for missing in allMissing {
            let isUpgraded = upgraded.contains(missing.transactionID)
            let fate = isUpgraded ? Fate.ended(unlocksEnd: nil) : await fate(of: missing)
            guard !Task.isCancelled else { return }
            switch fate {
            case .kept: monitor.withLock { entitlementReads.doubted[missing.transactionID] = nil }
            case .open: isOpen = true
            case .revoked(let transaction):
                apply(.transactionUpdated(transaction))
                // The store may have told the purchase under another id.
                change { $0.endEntitlement(missing.transactionID) }
            case .ended(let unlocksEnd):
                change { $0.endEntitlement(missing.transactionID, unlocksEnd: unlocksEnd) }
            }
        }
        planNextRead(isOpen: isOpen, isEmpty: listed.isEmpty)
    }

    func statuses(of group: String) async -> [SubscriptionStatus]? {
        await store.promptly(within: patience) { [store] in
            guard case .statuses(let statuses)? = try? await store.answer(.subscriptionStatuses(groupID: group)) else {
                return nil
            }
            return statuses
        }
    }

    /// Reads may take long. Those that come again because something was left open wait longer each time.
    private var patience: Int64 { 6000 << min(Int64(monitor.withLock { entitlementReads.openReads }), 5) }

    // MARK: What is not listed

    /// What has become of an entitlement that the store does not list.
    private enum Fate {
        case kept
        /// - Parameter unlocksEnd: the time at which a subscription ended early; nil if it ended by itself.
        case ended(unlocksEnd: Int64?)
        case revoked(Transaction)
        /// It cannot be told now.
        case open
    }

    /// A list may be late, or empty because the store cannot be reached. The newest transaction of the product decides, and of
    /// a subscription its status.
    private func fate(of missing: Entitlement) async -> Fate {
        let now = runner.now
        guard missing.isInForce(at: now) else { return .ended(unlocksEnd: nil) }
        let query = TransactionQuery(.latest, productID: missing.productID)
        guard let page = await store.promptly(within: patience, { [store] in try? await store.transactions(query) })
        else { return .open }
        let told = monitor.withLock { entitlementReads.told[missing.transactionID] }
        guard let latest = page.transactions.last else {
            // What the store has told just now it may list later.
            if let told, now - told.time < EntitlementReads.listingTolerance { return .open }
            if await store.isOffline { return .kept }
            return isDoubtedAgain(missing.transactionID, at: now) ? .ended(unlocksEnd: nil) : .open
        }
        // The store may tell one purchase under two ids, of which the newest transaction has one.
        let isSamePurchase =
            told.map { $0.originalID == latest.originalID && $0.purchaseDate == latest.purchaseDate } ?? false
        if isSamePurchase, latest.id != missing.transactionID, latest.verification == .verified, !latest.isEntitling {
            return latest.revocation == nil ? .ended(unlocksEnd: nil) : .revoked(latest)
        }
        guard latest.id == missing.transactionID else {
            // The period that runs may still be the older one, and the newer one waits for the journal or for a verdict.
            if monitor.withLock({ queue.isEntitling(missing.productID) }) { return .kept }
            // What the store has told in this run need not be the newest for it yet.
            return told.map { latest.purchaseDate > $0.purchaseDate } ?? true ? .ended(unlocksEnd: nil) : .kept
        }
        guard latest.verification == .verified else { return .kept }
        if latest.revocation != nil { return .revoked(latest) }
        if !latest.isEntitling { return .ended(unlocksEnd: nil) }
        // A family may stop to share without a word of it. A list that has something else is believed.
        if latest.ownership == .familyShared, missing.end == nil, !monitor.withLock({ entitlementReads.listed.isEmpty })
        {
            if await store.isOffline { return .kept }
            guard isDoubtedAgain(missing.transactionID, at: now, after: 20_000) else { return .open }
            return .ended(unlocksEnd: now - Entitlement.renewalTolerance)
        }
        guard missing.end != nil, let group = latest.subscriptionGroupID else { return .kept }
        guard let statuses = await statuses(of: group) else { return .open }
        let status = statuses.first { $0.transaction.originalID == latest.originalID }
        // The status may be that of the period before.
        if let status, status.isMomentOfRenewal(at: now) || status.transaction.purchaseDate < latest.purchaseDate {
            return .open
        }
        switch status?.state {
        // The time for which a renewal may be late is over, too.
        case .expired, .inBillingRetry, .revoked: return .ended(unlocksEnd: now - Entitlement.renewalTolerance)
        case .subscribed, .inGracePeriod, .unknown, nil: return .kept
        }
    }

    /// Whether the store has known nothing of it for a while. One empty answer may be a mistake.
    private func isDoubtedAgain(_ id: UInt64, at now: Int64, after wait: Int64 = shortestWait) -> Bool {
        monitor.withLock {
            let since = entitlementReads.doubted[id] ?? now
            entitlementReads.doubted[id] = since
            return now - since >= wait
        }
    }

    // MARK: The next read

    /// Reads again when the next entitlement ends, and soon if something was left open.
    private func planNextRead(isOpen: Bool, isEmpty: Bool) {
        let now = runner.now
        let time = monitor.withLock { () -> Int64? in
            var time = queue.nextEntitlementEnd(after: now)
            if isOpen || isEmpty && entitlementReads.openReads < Self.emptyReads {
                // What is in doubt is looked at again soon.
                let longest = entitlementReads.doubted.isEmpty ? Self.longestWait : Self.longestDoubt
                let wait = min(Self.shortestWait << min(Int64(entitlementReads.openReads), 10), longest)
                entitlementReads.openReads += 1
                time = min(time ?? .max, now + wait)
            } else if !isEmpty {
                entitlementReads.openReads = 0
            }
            guard let time, time < entitlementReads.next ?? .max else { return nil }
            entitlementReads.next = time
            return time
        }
        guard let time else { return }
        runner.start { [self] in
            guard await runner.pause(until: time) else { return }
            let isDue = monitor.withLock {
                guard entitlementReads.next == time else { return false }
                entitlementReads.next = nil
                return true
            }
            if isDue { refreshEntitlements() }
        }
    }
}

extension SubscriptionStatus {
    /// The product in its billing grace period, and the end of that.
    var graceEnd: (product: ExactText, end: Int64)? {
        guard renewalInfo.verification == .verified, let end = renewalInfo.gracePeriodExpirationDate else { return nil }
        return (ExactText(transaction.productID), end)
    }
}

extension Fact {
    /// Whether the account may use something else from now on.
    var changesEntitlements: Bool {
        switch self {
        case .purchaseEnded(_, .purchased(let transaction)), .purchaseEnded(_, .owned(let transaction)),
            .transactionUpdated(let transaction), .unfinishedListed(let transaction):
            transaction.productType != .consumable
        case .subscriptionStatusChanged, .storefrontChanged, .storeReachable, .finishedInStore,
            .answered(_, .success(.entitlements)):
            true
        default: false
        }
    }

    /// A purchase that the store need not list yet.
    var entitlement: Transaction? {
        switch self {
        case .purchaseEnded(_, .purchased(let transaction)), .transactionUpdated(let transaction),
            .unfinishedListed(let transaction):
            transaction
        default: nil
        }
    }
}

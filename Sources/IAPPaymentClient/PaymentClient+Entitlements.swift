internal import IAPModel
internal import IAPPaymentQueue
internal import IAPPlatform

/// Keeps the account's entitlements in step with the store, without a dialog for the player.
///
/// The list of the entitlements is on the device, and the client reads it immediately. The rest may need the network:
/// the ends of grace periods, and the fate of an entitlement that is no longer listed. The client requests the rest
/// later. The listed entitlements do not wait for it.
extension PaymentClient {
    /// The state of the reads of this run.
    struct EntitlementReads {
        /// How often each of the two reads was requested since it last began. 0 if it is not running.
        var lists = 0
        var checks = 0
        /// The entitlements of the last list from the store.
        var listed: [Transaction] = []
        /// The entitlements that the store has reported in this run, by transaction.
        var told: [UInt64: Told] = [:]
        /// The entitlements that the store did not know, with the time of that response.
        var doubted: [UInt64: Int64] = [:]
        /// The time of the next scheduled read of the list.
        var next: Int64?
        /// The number of reads in a row that left something undecided.
        var openReads = 0

        struct Told {
            var originalID: UInt64
            var purchaseDate: Int64
            var time: Int64
        }

        /// How late the list may be after the store has reported a purchase, in milliseconds. Five seconds were
        /// observed.
        static let listingTolerance: Int64 = 60_000
    }

    /// In milliseconds.
    private static let shortestWait: Int64 = 5000
    private static let longestWait: Int64 = 600_000
    private static let longestDoubt: Int64 = 10_000
    /// The first lists may be empty because the device has not yet received the account's purchases.
    private static let emptyReads = 3

    /// Whether the account may use a product now, according to the store's reports. Reads no file.
    package func owns(_ productID: String) -> Bool {
        let now = runner.now
        return monitor.withLock { queue.owns(productID, at: now) }
    }

    func refreshEntitlements() {
        run(\.entitlementReads.lists) { [self] in await listEntitlements() }
    }

    /// Runs the work, one run at a time. If the work is already running, it runs once more afterwards.
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
        // An interrupted list can look like the list of an account that owns nothing.
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
        // Requests each group separately, because older systems cannot report the statuses of all groups.
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
            // A transaction that is listed again is no longer in doubt.
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
                // The store may have reported the purchase under another id.
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

    /// The timeout of a read. Reads may take long. The timeout grows when a read is repeated because something was
    /// undecided.
    private var patience: Int64 { 6000 << min(Int64(monitor.withLock { entitlementReads.openReads }), 5) }

    // MARK: Entitlements that are not listed

    /// The fate of an entitlement that the store does not list.
    private enum Fate {
        case kept
        /// - Parameter unlocksEnd: The time at which a subscription ended early. Nil if it ended at its normal end.
        case ended(unlocksEnd: Int64?)
        case revoked(Transaction)
        /// Undecided for now.
        case open
    }

    /// Decides from the product's newest transaction, and for a subscription also from its status. The list alone does
    /// not decide: it may be late, or empty because the store cannot be reached.
    private func fate(of missing: Entitlement) async -> Fate {
        let now = runner.now
        guard missing.isInForce(at: now) else { return .ended(unlocksEnd: nil) }
        let query = TransactionQuery(.latest, productID: missing.productID)
        guard let page = await store.promptly(within: patience, { [store] in try? await store.transactions(query) })
        else { return .open }
        let told = monitor.withLock { entitlementReads.told[missing.transactionID] }
        guard let latest = page.transactions.last else {
            // The store may list a purchase some time after it has reported it.
            if let told, now - told.time < EntitlementReads.listingTolerance { return .open }
            if await store.isOffline { return .kept }
            return isDoubtedAgain(missing.transactionID, at: now) ? .ended(unlocksEnd: nil) : .open
        }
        // The store may report one purchase under two ids. The newest transaction has one of them.
        let isSamePurchase =
            told.map { $0.originalID == latest.originalID && $0.purchaseDate == latest.purchaseDate } ?? false
        if isSamePurchase, latest.id != missing.transactionID, latest.verification == .verified, !latest.isEntitling {
            return latest.revocation == nil ? .ended(unlocksEnd: nil) : .revoked(latest)
        }
        guard latest.id == missing.transactionID else {
            // The older period may still be running while the newer one waits for the journal or for a verdict.
            if monitor.withLock({ queue.isEntitling(missing.productID) }) { return .kept }
            // The store may not yet return a purchase of this run as the newest transaction.
            return told.map { latest.purchaseDate > $0.purchaseDate } ?? true ? .ended(unlocksEnd: nil) : .kept
        }
        guard latest.verification == .verified else { return .kept }
        if latest.revocation != nil { return .revoked(latest) }
        if !latest.isEntitling { return .ended(unlocksEnd: nil) }
        // The store may not report that a family stops sharing. The client accepts a list that contains other
        // entitlements.
        if latest.ownership == .familyShared, missing.end == nil, !monitor.withLock({ entitlementReads.listed.isEmpty })
        {
            if await store.isOffline { return .kept }
            guard isDoubtedAgain(missing.transactionID, at: now, after: 20_000) else { return .open }
            return .ended(unlocksEnd: now - Entitlement.renewalTolerance)
        }
        guard missing.end != nil, let group = latest.subscriptionGroupID else { return .kept }
        guard let statuses = await statuses(of: group) else { return .open }
        let status = statuses.first { $0.transaction.originalID == latest.originalID }
        // The status may be the status of the period before.
        if let status, status.isMomentOfRenewal(at: now) || status.transaction.purchaseDate < latest.purchaseDate {
            return .open
        }
        switch status?.state {
        // The renewal tolerance is over, too.
        case .expired, .inBillingRetry, .revoked: return .ended(unlocksEnd: now - Entitlement.renewalTolerance)
        case .subscribed, .inGracePeriod, .unknown, nil: return .kept
        }
    }

    /// Whether the store has not known the transaction for some time. One empty response may be a mistake.
    private func isDoubtedAgain(_ id: UInt64, at now: Int64, after wait: Int64 = shortestWait) -> Bool {
        monitor.withLock {
            let since = entitlementReads.doubted[id] ?? now
            entitlementReads.doubted[id] = since
            return now - since >= wait
        }
    }

    // MARK: The next read

    /// Reads again when the next entitlement ends, and soon if something is undecided.
    private func planNextRead(isOpen: Bool, isEmpty: Bool) {
        let now = runner.now
        let time = monitor.withLock { () -> Int64? in
            var time = queue.nextEntitlementEnd(after: now)
            if isOpen || isEmpty && entitlementReads.openReads < Self.emptyReads {
                // The client checks doubtful entitlements again soon.
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
    /// The product in its billing grace period, and the end of the grace period.
    var graceEnd: (product: ExactText, end: Int64)? {
        guard renewalInfo.verification == .verified, let end = renewalInfo.gracePeriodExpirationDate else { return nil }
        return (ExactText(transaction.productID), end)
    }
}

extension Fact {
    /// Whether the fact may change what the account may use.
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

    /// A purchase that the store may not list yet.
    var entitlement: Transaction? {
        switch self {
        case .purchaseEnded(_, .purchased(let transaction)), .transactionUpdated(let transaction),
            .unfinishedListed(let transaction):
            transaction
        default: nil
        }
    }
}

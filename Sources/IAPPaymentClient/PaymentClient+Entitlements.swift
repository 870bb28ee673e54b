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
        /// The time of the next scheduled read of the list.
        var next: Int64?
        /// The number of reads in a row that left something undecided.
        var openReads = 0
    }

    /// In milliseconds.
    private static let shortestWait: Int64 = 5000
    private static let longestWait: Int64 = 600_000
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
        let now = runner.now
        change { $0.entitle(page.transactions, at: now) }
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
        let now = runner.now
        change { $0.entitle(listed, graceEnds: graceEnds, at: now) }
        let upgraded = Set(listed.filter { $0.verification == .verified && $0.isUpgraded }.map(\.id))
        let allMissing = monitor.withLock { queue.entitlements(missingIn: listed) }
        let account = allMissing.isEmpty ? nil : await appTransactionID()
        for missing in allMissing {
            let isUpgraded = upgraded.contains(missing.transactionID)
            let fate = isUpgraded ? Fate.ended : await fate(of: missing, account: account)
            guard !Task.isCancelled else { return }
            // The store may have reported a grace period or a renewal meanwhile.
            guard monitor.withLock({ queue.isSettled(missing) }) else {
                isOpen = true
                continue
            }
            switch fate {
            case .kept: break
            case .open: isOpen = true
            case .revoked(let transaction):
                apply(.transactionUpdated(transaction))
                // The store may have reported the purchase under another id. The unlocks under this id end, too.
                change { $0.endEntitlement(missing.transactionID, unlocksEnd: .revoked) }
            case .ended:
                // The unlocks end with it. Their own tolerance is over, too.
                let end = runner.now - Entitlement.renewalTolerance
                change { $0.endEntitlement(missing.transactionID, unlocksEnd: .at(end)) }
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
        case ended
        case revoked(Transaction)
        /// Undecided for now.
        case open
    }

    /// The account's copy of the app. Nil if the system does not report it.
    private func appTransactionID() async -> String? {
        await store.promptly(within: patience) { [store] in
            guard case .appTransaction(let app)? = try? await store.answer(.appTransaction(isRefresh: false)),
                app.verification == .verified
            else { return nil }
            return app.appTransactionID
        }
    }

    /// Absence is not an end. Real systems return empty lists to players who have paid, and go on for days. So an entitlement
    /// ends only by what the store says about it: a revocation, the end of a subscription, an upgrade, a newer purchase; or
    /// because another account is signed in.
    private func fate(of missing: Entitlement, account: String?) async -> Fate {
        let now = runner.now
        guard missing.isInForce(at: now) else { return .ended }
        if let account, let buyer = missing.appTransactionID, account != buyer { return .ended }
        let query = TransactionQuery(.latest, productID: missing.productID)
        guard let page = await store.promptly(within: patience, { [store] in try? await store.transactions(query) })
        else { return .open }
        if let latest = page.transactions.last, latest.verification == .verified {
            // The store may report one purchase under two ids.
            let isSame =
                latest.id == missing.transactionID
                || latest.originalID == missing.originalID && latest.purchaseDate == missing.purchaseDate
            if isSame {
                if latest.revocation != nil { return .revoked(latest) }
                if latest.isUpgraded { return .ended }
            } else if latest.purchaseDate > missing.purchaseDate, latest.isEntitling,
                // The account may have a subscription of its own and one that its family shares. Each ends by its own status.
                missing.end == nil || latest.originalID == missing.originalID
            {
                change { $0.entitle([latest]) }
                // The newer purchase may wait for the journal or for a verdict.
                return monitor.withLock { queue.isEntitled(latest.id) } ? .ended : .open
            }
        }
        return await fateOfSubscription(missing, at: now)
    }

    private func fateOfSubscription(_ missing: Entitlement, at now: Int64) async -> Fate {
        guard missing.end != nil, let group = missing.subscriptionGroupID else { return .kept }
        guard let statuses = await statuses(of: group) else { return .open }
        guard let status = statuses.first(where: { $0.transaction.originalID == missing.originalID }) else {
            return .kept
        }
        // The status may be the status of the period before.
        if status.isMomentOfRenewal(at: now) || status.transaction.purchaseDate < missing.purchaseDate { return .open }
        switch status.state {
        case .expired, .inBillingRetry, .revoked: return .ended
        case .subscribed, .inGracePeriod, .unknown: return .kept
        }
    }

    // MARK: The next read

    /// Reads again when the next entitlement ends, and soon if something is undecided.
    private func planNextRead(isOpen: Bool, isEmpty: Bool) {
        let now = runner.now
        let time = monitor.withLock { () -> Int64? in
            var time = queue.nextEntitlementEnd(after: now)
            if isOpen || isEmpty && entitlementReads.openReads < Self.emptyReads {
                let wait = min(Self.shortestWait << min(Int64(entitlementReads.openReads), 10), Self.longestWait)
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
        case .subscriptionStatusChanged, .storefrontChanged, .storefrontRead, .storeReachable, .finishedInStore,
            .answered(_, .success(.entitlements)):
            true
        default: false
        }
    }

    /// Purchases that the store reports as the account's, and may not list yet.
    var entitlements: [Transaction] {
        switch self {
        case .purchaseEnded(_, .purchased(let transaction)), .purchaseEnded(_, .owned(let transaction)),
            .transactionUpdated(let transaction), .unfinishedListed(let transaction):
            [transaction]
        case .answered(_, .success(.entitlements(let restored))): restored
        default: []
        }
    }
}

internal import IAPModel
internal import IAPPaymentQueue
internal import IAPPlatform

/// Keeps the account's entitlements in step with the store, without a dialog for the player.
///
/// The list of the entitlements is on the device, and the client reads it immediately. The rest may need the network:
/// the ends of grace periods, and the fate of an entitlement that is no longer listed. The client requests the rest
/// later. The listed entitlements do not wait for it.
final class EntitlementReader: @unchecked Sendable {  // `monitor` guards what changes.
    private let monitor = Monitor()
    private let store: any StoreConnection
    private let runner: any TaskRunner
    /// Each of the two reads has a task that does one read at a time. A signal during a read starts one more read after
    /// it.
    private let lists = Signals()
    private let checks = Signals()
    private var listed: [Transaction] = []
    /// When the next planned read is due.
    private var next: Int64?
    /// The times until which tasks sleep. An earlier read can make a later one useless for now.
    private var sleeps: Set<Int64> = []
    /// The number of reads in a row that left something undecided, or were empty soon after the launch.
    private var openReads = 0

    init(_ store: any StoreConnection, _ runner: any TaskRunner) { (self.store, self.runner) = (store, runner) }

    /// The waits between two reads, in milliseconds. They are a choice, and so is the number of empty reads.
    private static let shortestWait: Int64 = 5000
    private static let longestWait: Int64 = 600_000
    /// The first lists may be empty because the device has not yet received the account's purchases.
    private static let emptyReads = 3

    func start(for owner: any QueueOwner) {
        runner.start { [self] in
            for await _ in lists.arrivals { await list(for: owner) }
        }
        runner.start { [self] in
            for await _ in checks.arrivals { await check(for: owner) }
        }
        refresh()
    }

    func refresh() { lists.send() }

    private func list(for owner: any QueueOwner) async {
        let list = await store.list(.currentEntitlements)
        // An interrupted list can look like the list of an account that owns nothing.
        guard !Task.isCancelled else { return }
        guard let owned = list else { return planNextRead(isOpen: true, isEmpty: false, for: owner) }
        monitor.withLock { listed = owned }
        let now = runner.now
        owner.change { $0.entitle(owned, at: now) }
        checks.send()
    }

    private func check(for owner: any QueueOwner) async {
        let listed = monitor.withLock { self.listed }
        var isOpen = false
        var graceEnds: [ExactText: Int64] = [:]
        // Requests each group separately, because older systems cannot report the statuses of all groups.
        for group in Set(listed.compactMap(\.subscriptionGroupID)).sorted() {
            guard let statuses = await store.statuses(of: group, within: timeout) else {
                isOpen = true
                continue
            }
            for (product, end) in statuses.compactMap(\.graceEnd) {
                graceEnds[product] = max(end, graceEnds[product] ?? end)
            }
        }
        let now = runner.now
        owner.change { $0.entitle(listed, graceEnds: graceEnds, at: now) }
        let upgraded = Set(listed.filter { $0.verification == .verified && $0.isUpgraded }.map(\.id))
        let allMissing = owner.look { $0.entitlements(missingIn: listed) }
        let account = allMissing.isEmpty ? nil : await appTransactionID()
        for missing in allMissing {
            let isUpgraded = upgraded.contains(missing.transactionID)
            let fate = isUpgraded ? Fate.ended : await fate(of: missing, account: account, for: owner)
            guard !Task.isCancelled else { return }
            // The store may have reported a grace period or a renewal meanwhile.
            guard owner.look({ $0.isSettled(missing) }) else {
                isOpen = true
                continue
            }
            switch fate {
            case .kept: break
            case .open: isOpen = true
            case .revoked(let transaction):
                owner.apply(.transactionUpdated(transaction))
                // The store may have reported the purchase under another id. The unlocks under this id end, too.
                endSettled(missing, .revoked, for: owner)
            case .ended:
                // The inventory adds the tolerance to an end. Subtracted here, the unlocks end now.
                let end = runner.now - Entitlement.renewalTolerance
                endSettled(missing, .at(end), for: owner)
            }
        }
        planNextRead(isOpen: isOpen, isEmpty: listed.isEmpty, for: owner)
    }

    /// Ends an entitlement. What the store has reported between the decision and now is newer, and stays.
    private func endSettled(_ missing: Entitlement, _ unlocksEnd: UnlocksEnd, for owner: any QueueOwner) {
        owner.change {
            $0.isSettled(missing) ? $0.endEntitlement(missing.transactionID, unlocksEnd: unlocksEnd) : []
        }
    }

    /// The timeout of a read. Reads may take long. The timeout grows when a read is repeated because something was
    /// undecided.
    private var timeout: Int64 { 6000 << min(Int64(monitor.withLock { openReads }), 5) }

    // MARK: Entitlements that are not listed

    /// The fate of an entitlement that the store does not list.
    private enum Fate {
        case kept
        case ended
        case revoked(Transaction)
        case open
    }

    /// The account's copy of the app. Nil if the system does not report it.
    private func appTransactionID() async -> String? {
        await store.promptly(within: timeout) { [store] in
            guard case .appTransaction(let app)? = try? await store.response(to: .appTransaction(isRefresh: false)),
                app.verification == .verified
            else { return nil }
            return app.appTransactionID
        }
    }

    /// Absence is not an end. Real systems return empty lists to players who have paid, and go on for days. So an entitlement
    /// ends only by what the store says about it: a revocation, the end of a subscription, an upgrade, a newer purchase; or
    /// because another account is signed in.
    private func fate(
        of missing: Entitlement, account: String?, for owner: any QueueOwner
    ) async -> Fate {
        let now = runner.now
        guard missing.isInForce(at: now) else { return .ended }
        if let account, let buyer = missing.appTransactionID, account != buyer { return .ended }
        let query = TransactionQuery(.latest, productID: missing.productID)
        guard let page = await store.promptly(within: timeout, { [store] in try? await store.transactions(query) })
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
                owner.change { $0.entitle([latest]) }
                // The newer purchase may wait for the journal or for a verdict.
                return owner.look { $0.isEntitled(latest.id) } ? .ended : .open
            }
        }
        return await fateOfSubscription(missing, at: now)
    }

    private func fateOfSubscription(_ missing: Entitlement, at now: Int64) async -> Fate {
        guard missing.end != nil, let group = missing.subscriptionGroupID else { return .kept }
        guard let statuses = await store.statuses(of: group, within: timeout) else { return .open }
        guard let status = statuses.first(where: { $0.transaction.originalID == missing.originalID }) else {
            return .kept
        }
        // The status may be the status of the period before.
        if status.isMomentOfRenewal(at: now) || status.transaction.purchaseDate < missing.purchaseDate { return .open }
        switch status.state {
        case .expired, .inBillingRetry, .revoked: return .ended
        default: return .kept
        }
    }

    // MARK: The next read

    /// Reads again when the next entitlement ends, and soon if something is undecided.
    private func planNextRead(isOpen: Bool, isEmpty: Bool, for owner: any QueueOwner) {
        let now = runner.now
        let end = owner.look { $0.nextEntitlementEnd(after: now) }
        let time = monitor.withLock { () -> Int64? in
            var time = end
            if isOpen || isEmpty && openReads < Self.emptyReads {
                let wait = min(Self.shortestWait << min(Int64(openReads), 10), Self.longestWait)
                openReads += 1
                time = min(time ?? .max, now + wait)
            } else if !isEmpty {
                // An account without purchases stays at the limit of reads, or they would begin again for ever.
                openReads = 0
            }
            guard let time, time < next ?? .max else { return nil }
            next = time
            // The task that sleeps until then serves again.
            return sleeps.insert(time).inserted ? time : nil
        }
        guard let time else { return }
        runner.start { [self] in
            guard await runner.pause(until: time) else { return }
            let isDue = monitor.withLock {
                sleeps.remove(time)
                guard next == time else { return false }
                next = nil
                return true
            }
            if isDue { refresh() }
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
            .transactionUpdated(let transaction), .unfinishedListed(let transaction, _):
            transaction.productType != .consumable
        case .subscriptionStatusChanged, .storefrontChanged, .storefrontRead, .storeReachable, .finishedInStore,
            .responded(_, .success(.entitlements)):
            true
        default: false
        }
    }

    /// Purchases that the store reports as the account's, and may not list yet.
    var entitlements: [Transaction] {
        switch self {
        case .purchaseEnded(_, .purchased(let transaction)), .purchaseEnded(_, .owned(let transaction)),
            .transactionUpdated(let transaction), .unfinishedListed(let transaction, _):
            [transaction]
        case .responded(_, .success(.entitlements(let restored))): restored
        default: []
        }
    }
}

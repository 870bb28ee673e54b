internal import IAPModel
internal import IAPPaymentQueue
internal import IAPPlatform

/// Keeps what the account may use in step with the store, without a question to the player.
extension PaymentClient {
    /// Whether the account may use a product now, as far as the store has told. Reads no file.
    package func owns(_ productID: String) -> Bool {
        let now = runner.now
        return monitor.withLock { queue.owns(productID, at: now) }
    }

    /// Asks the store, unless it is being asked; then it is asked once more afterwards.
    func refreshEntitlements() {
        let isFirst = monitor.withLock {
            guard !isClosing else { return false }
            defer { entitlementRefreshes += 1 }
            return entitlementRefreshes == 0
        }
        guard isFirst else { return }
        runner.start { [self] in
            while true {
                let begun = monitor.withLock { entitlementRefreshes }
                await readEntitlements()
                let isOver = monitor.withLock {
                    guard entitlementRefreshes == begun else { return false }
                    entitlementRefreshes = 0
                    return true
                }
                if isOver { return }
            }
        }
    }

    private func readEntitlements() async {
        // A list that was cut off looks like one of an account that owns nothing.
        guard let listed = try? await store.transactions(TransactionQuery(.currentEntitlements, productID: nil)),
            !Task.isCancelled
        else { return }
        let transactions = listed.transactions
        let graceEnds = await graceEnds(of: transactions)
        change { $0.entitle(transactions, graceEnds: graceEnds) }
        for missing in monitor.withLock({ queue.entitlements(missingIn: transactions) }) {
            let isEnding = await hasEnded(missing, isListEmpty: transactions.isEmpty)
            guard !Task.isCancelled else { return }
            if isEnding { change { $0.endEntitlement(missing.transactionID) } }
        }
    }

    /// The ends of billing grace periods, by product. Group by group, as older systems cannot tell the statuses of all.
    private func graceEnds(of transactions: [Transaction]) async -> [ExactText: Int64] {
        var ends: [ExactText: Int64] = [:]
        for group in Set(transactions.compactMap(\.subscriptionGroupID)).sorted() {
            guard case .statuses(let statuses)? = try? await store.answer(.subscriptionStatuses(groupID: group)) else {
                continue
            }
            for status in statuses where status.renewalInfo.verification == .verified {
                guard let end = status.renewalInfo.gracePeriodExpirationDate else { continue }
                let product = ExactText(status.transaction.productID)
                ends[product] = max(end, ends[product] ?? end)
            }
        }
        return ends
    }

    /// A list may be late, or empty because the store cannot be reached. The newest transaction of the product decides.
    private func hasEnded(_ entitlement: Entitlement, isListEmpty: Bool) async -> Bool {
        guard entitlement.isInForce(at: runner.now) else { return true }
        let query = TransactionQuery(.latest, productID: entitlement.productID)
        guard let page = try? await store.transactions(query) else { return false }
        let told = monitor.withLock { toldEntitlements[entitlement.transactionID] }
        guard let latest = page.transactions.last else {
            if told != nil { return false }
            return isListEmpty ? await !store.isOffline : true
        }
        if latest.id == entitlement.transactionID { return latest.verification == .verified && !latest.isEntitling }
        // What the store has told in this run need not be the newest for it yet.
        return told.map { latest.purchaseDate > $0 } ?? true
    }
}

extension Fact {
    /// Whether the account may use something else from now on.
    var changesEntitlements: Bool {
        switch self {
        case .purchaseEnded(_, .purchased(let transaction)), .purchaseEnded(_, .owned(let transaction)),
            .transactionUpdated(let transaction):
            transaction.productType != .consumable
        case .subscriptionStatusChanged, .storefrontChanged, .answered(_, .success(.entitlements)): true
        default: false
        }
    }

    /// A purchase that the store need not list yet.
    var entitlement: Transaction? {
        switch self {
        case .purchaseEnded(_, .purchased(let transaction)), .transactionUpdated(let transaction): transaction
        default: nil
        }
    }
}

internal import IAPDatabase
package import IAPModel

/// Changes of one subscription by a test, or by the player in a sheet.
package struct Subscriptions: Sendable {
    let file: LedgerFile
    let keeper: SubscriptionKeeper
    let purchases: Purchases

    package enum Result: Sendable, Hashable {
        case done, unknownTransaction, unknownProduct
        /// The transaction belongs to no auto-renewable subscription.
        case noSubscription
        case refused(SubscriptionOutcome.Refusal)
        /// The change needed an immediate purchase of the other product, and the store refused it.
        case notBought(StoreFailure)
        /// The change needs an immediate purchase of the other product, which waits for approval under this id.
        case awaitsApproval(UInt64)

        init(_ outcome: SubscriptionOutcome) {
            if case .refused(let refusal) = outcome { self = .refused(refusal) } else { self = .done }
        }
    }

    /// - Parameter id: Any transaction of the subscription.
    package func perform(_ command: SubscriptionCommand, ofTransaction id: UInt64) throws -> Result {
        try file.change { ledger in
            try self.withSubscription(ofTransaction: id, ledger) { row in
                Result(try keeper.perform(command, ofGroup: row.groupID, account: row.account, ledger))
            }
        }
    }

    /// Changes to another product of the group, or to another plan of the same one.
    package func changeSubscription(
        ofTransaction id: UInt64, to productID: String, _ plan: BillingPlanType?
    ) throws -> Result {
        try file.change { ledger in
            try self.withSubscription(ofTransaction: id, ledger) { row in
                try self.change(row, to: productID, plan, device: nil, ledger)
            }
        }
    }

    /// Changes the renewal. A higher level is bought immediately. This does not restart an ended subscription.
    func change(
        _ row: SubscriptionRow, to productID: String, _ plan: BillingPlanType?, device: String?, _ ledger: Ledger
    ) throws -> Result {
        guard let product = purchases.catalogue.product(id: productID),
            product.subscription.map({ ExactText($0.groupID) }) == ExactText(row.groupID)
        else { return .unknownProduct }
        if let plan, !product.hasBillingPlan(plan) { return .unknownProduct }
        let subscription = row.subscription
        if subscription.isRunning, subscription.isReplacedAtOnce(by: product, try keeper.statuses.conditions(ledger)) {
            var request = PurchaseRules.Request(account: row.account, product: product)
            request.billingPlanType = plan
            switch try purchases.buyInSheet(request, device: device ?? "", ledger) {
            case .done: return .done
            case .awaitsApproval(let id): return .awaitsApproval(id)
            case .refused(let failure): return .notBought(failure)
            }
        }
        return Result(
            try keeper.perform(
                .choose(productID: productID, plan), ofGroup: row.groupID, account: row.account, ledger))
    }

    /// Puts the renewal of the subscription into a state.
    package func setRenewal(ofTransaction id: UInt64, _ setting: RenewalSetting) throws -> Result {
        try file.change { ledger in
            try self.withSubscription(ofTransaction: id, ledger) { row in
                if let productID = setting.autoRenewProductID {
                    let groupID = purchases.catalogue.product(id: productID)?.subscription?.groupID
                    guard groupID.map(ExactText.init) == ExactText(row.groupID) else { return .unknownProduct }
                }
                var row = row
                // A refunded subscription stays ended, even if its period was over before the refund.
                let latest = try ledger.transaction(row.subscription.period.transactionID)
                if latest?.revocation != nil { return .done }
                row.subscription.take(setting, at: try ledger.now, try keeper.statuses.conditions(ledger))
                try ledger.set(row)
                return .done
            }
        }
    }

    private func withSubscription(
        ofTransaction id: UInt64, _ ledger: Ledger,
        _ body: (SubscriptionRow) throws -> Result
    ) throws -> Result {
        guard let transaction = try ledger.transaction(id) else { return .unknownTransaction }
        guard let row = try ledger.subscription(behind: transaction) else { return .noSubscription }
        return try body(row)
    }

    /// The player can pay again. The store charges a renewal in billing retry and continues an interrupted purchase. It applies
    /// an offer only if the account is still eligible.
    package func resolveIssue(_ id: UInt64) throws -> Result {
        if try purchases.charge(attempt: id, .interrupted) != nil { return .done }
        let isAttempt = try file.read { ledger in try ledger.attempt(id, at: try ledger.now) != nil }
        if isAttempt { return .refused(.notInBillingRetry) }
        return try perform(.resolveBillingIssue, ofTransaction: id)
    }

    /// Returns an account's own subscriptions and those that family members share with it, by group.
    package func statuses(of account: String) throws -> [LedgerStatus] {
        try file.read { ledger in try keeper.statuses.list(of: account, groupID: nil, ledger) }
    }
}

internal import IAPDatabase
package import IAPModel

/// Changes of one subscription by a test, or by the player in a sheet.
extension ReferenceStore {
    package enum SubscriptionResult: Sendable, Hashable {
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
    package func perform(
        _ control: SubscriptionControl, ofTransaction id: UInt64
    ) throws(StoreFailure) -> SubscriptionResult {
        try change(.controlSubscription(transactionID: id, control: control)) { ledger throws(DatabaseError) in
            try self.withSubscription(ofTransaction: id, ledger) { row throws(DatabaseError) in
                SubscriptionResult(
                    try self.perform(control.command, ofGroup: row.groupID, account: row.account, ledger))
            }
        }
    }

    /// Changes to another product of the group, or to another plan of the same one.
    package func changeSubscription(
        ofTransaction id: UInt64, to productID: String, _ plan: BillingPlanType?
    ) throws(StoreFailure) -> SubscriptionResult {
        try change(.changeSubscription(transactionID: id, productID: productID, plan: plan)) {
            ledger throws(DatabaseError) in
            try self.withSubscription(ofTransaction: id, ledger) { row throws(DatabaseError) in
                try self.change(row, to: productID, plan, device: nil, ledger)
            }
        }
    }

    /// Changes the renewal. A higher level is bought immediately. This does not restart an ended subscription.
    func change(
        _ row: SubscriptionRow, to productID: String, _ plan: BillingPlanType?, device: String?, _ ledger: Ledger
    ) throws(DatabaseError) -> SubscriptionResult {
        guard let product = catalogue.product(id: productID),
            product.subscription.map({ ExactText($0.groupID) }) == ExactText(row.groupID)
        else { return .unknownProduct }
        if let plan, !product.hasBillingPlan(plan) { return .unknownProduct }
        let subscription = row.subscription
        if subscription.isRunning, subscription.isReplacedAtOnce(by: product, try conditions(ledger)) {
            var request = PurchaseRules.Request(account: row.account, product: product)
            request.billingPlanType = plan
            switch try buyInSheet(request, device: device ?? "", ledger) {
            case .done: return .done
            case .awaitsApproval(let id): return .awaitsApproval(id)
            case .refused(let failure): return .notBought(failure)
            }
        }
        return SubscriptionResult(
            try perform(
                .choose(productID: productID, plan), ofGroup: row.groupID, account: row.account, ledger))
    }

    /// Puts the renewal of the subscription into a state.
    package func setRenewal(
        ofTransaction id: UInt64, _ setting: RenewalSetting
    ) throws(StoreFailure) -> SubscriptionResult {
        try change(.setRenewal(transactionID: id, setting: setting)) { ledger throws(DatabaseError) in
            try self.withSubscription(ofTransaction: id, ledger) { row throws(DatabaseError) in
                if let productID = setting.autoRenewProductID {
                    let groupID = self.catalogue.product(id: productID)?.subscription?.groupID
                    guard groupID.map(ExactText.init) == ExactText(row.groupID) else { return .unknownProduct }
                }
                var row = row
                // A refunded subscription stays ended, even if its period was over before the refund.
                let latest = try ledger.transaction(row.subscription.period.transactionID)
                if latest?.revocation != nil { return .done }
                row.subscription.take(setting, at: try self.now(ledger), try self.conditions(ledger))
                try ledger.set(row)
                return .done
            }
        }
    }

    private func withSubscription(
        ofTransaction id: UInt64, _ ledger: Ledger,
        _ body: (SubscriptionRow) throws(DatabaseError) -> SubscriptionResult
    ) throws(DatabaseError) -> SubscriptionResult {
        guard let transaction = try ledger.transaction(id) else { return .unknownTransaction }
        guard let row = try ledger.subscription(behind: transaction) else { return .noSubscription }
        return try body(row)
    }

    // MARK: Conditions

    package func setTimeRate(_ rate: TimeRate) throws(StoreFailure) {
        try change(.setTimeRate(rate: rate)) { ledger throws(DatabaseError) in
            try ledger.set(.timeRate, Value(rate.rawValue))
        }
    }

    package func setBillingRetryOnRenewal(_ isEnabled: Bool) throws(StoreFailure) {
        try change(.setBillingRetryOnRenewal(isEnabled: isEnabled)) { ledger throws(DatabaseError) in
            try ledger.set(.isBillingRetryOnRenewal, Value(isEnabled))
        }
    }

    /// - Parameter policy: The grace policy; nil for no grace period.
    package func setGracePeriod(_ policy: GracePolicy?) throws(StoreFailure) {
        try change(.setGracePeriod(policy: policy)) { ledger throws(DatabaseError) in
            try ledger.set(.gracePeriodDays, Value(policy?.rawValue ?? 0))
        }
    }

    /// - Parameter limit: 0 for no limit.
    package func setRenewalLimit(_ limit: Int) throws(StoreFailure) {
        try change(.setRenewalLimit(limit: limit)) { ledger throws(DatabaseError) in
            try ledger.set(.renewalLimit, Value(limit))
        }
    }

    /// Returns false if the `.storekit` file does not have the product.
    package func setOnSale(_ productID: String, _ isOnSale: Bool) throws(StoreFailure) -> Bool {
        guard catalogue.product(id: productID) != nil else { return false }
        try change(.setOnSale(productID: productID, isOnSale: isOnSale)) { ledger throws(DatabaseError) in
            try ledger.set(productID, isOnSale: isOnSale)
        }
        return true
    }
}

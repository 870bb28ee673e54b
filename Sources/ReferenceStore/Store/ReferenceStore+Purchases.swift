internal import Database
internal import IAPModel

/// How a purchase ends for the one who asked for it.
package enum PurchaseResult: Sendable {
    case purchased(LedgerTransaction)
    case cancelled
    case pending
}

extension ReferenceStore {
    /// Buys in one transaction of the ledger: looks, decides, writes.
    func purchase(
        _ productID: String, quantity: Int, appAccountToken: String?, simulatesAskToBuy: Bool, account: String,
        device: String
    ) throws(StoreFailure) -> PurchaseResult {
        guard let product = catalogue.product(id: productID) else {
            throw StoreFailure(.productUnavailable, "the store does not sell \(productID)")
        }
        let request = PurchaseRules.Request(
            account: account, product: product, quantity: quantity, appAccountToken: appAccountToken,
            simulatesAskToBuy: simulatesAskToBuy)
        let outcome = try change { ledger throws(DatabaseError) -> Result<PurchaseResult, StoreFailure> in
            var situation = try self.situation(of: request, ledger)
            situation.order = try ledger.nextOrder()
            let decision = PurchaseRules.decide(request, situation)
            if PurchaseRules.usesOrder(request, situation) { try ledger.removeNextOrder() }
            switch decision {
            case .refuse(let failure):
                return .failure(failure)
            case .cancel:
                return .success(.cancelled)
            case .awaitApproval:
                try ledger.insert(
                    Approval(
                        id: 0, account: account, productID: productID, quantity: quantity,
                        appAccountToken: appAccountToken, requestDate: situation.now))
                return .success(.pending)
            case .existing(let transaction):
                return .success(.purchased(transaction))
            case .charge(let charge, let replaced):
                let transaction = try self.enter(charge, replacing: replaced, ledger)
                // Devices that run hear at once of what the account owns from now on. A consumable is granted where it was
                // bought, unless that device never finishes it: then another one is offered it at its launch.
                if product.type != .consumable { try ledger.announce(transaction, exceptDevice: device) }
                return .success(.purchased(transaction))
            }
        }
        return try outcome.get()
    }

    /// - Returns: nil if nothing waits under this id.
    package func approve(_ id: UInt64) throws(StoreFailure) -> LedgerTransaction? {
        try change { ledger throws(DatabaseError) in
            guard let approval = try ledger.approvals().first(where: { $0.id == id }),
                let product = self.catalogue.product(id: approval.productID)
            else { return nil }
            try ledger.removeApproval(id)
            let request = PurchaseRules.Request(
                account: approval.account, product: product, quantity: approval.quantity,
                appAccountToken: approval.appAccountToken)
            let transaction: LedgerTransaction
            switch PurchaseRules.decideApproved(request, try self.situation(of: request, ledger)) {
            case .charge(let charge, let replaced):
                transaction = try self.enter(charge, replacing: replaced, ledger)
            case .existing(let existing):
                transaction = existing
            case .refuse, .cancel, .awaitApproval:
                return nil
            }
            try ledger.announce(transaction)
            return transaction
        }
    }

    /// As with the App Store nobody is told. False if nothing waits under this id.
    package func decline(_ id: UInt64) throws(StoreFailure) -> Bool {
        try change { ledger throws(DatabaseError) in
            guard try ledger.approvals().contains(where: { $0.id == id }) else { return false }
            try ledger.removeApproval(id)
            return true
        }
    }

    package enum RefundResult: Sendable {
        case refunded(LedgerTransaction)
        case notFound
        case refundedBefore
    }

    package func refund(_ id: UInt64) throws(StoreFailure) -> RefundResult {
        try change { ledger throws(DatabaseError) in
            guard let transaction = try ledger.transaction(id) else { return .notFound }
            guard transaction.revocation == nil else { return .refundedBefore }
            try ledger.revoke(id, at: try self.now(ledger), reason: 0)
            try ledger.announce(transaction)
            return .refunded(transaction)
        }
    }

    private func situation(
        of request: PurchaseRules.Request, _ ledger: Ledger
    ) throws(DatabaseError) -> PurchaseRules.Situation {
        let storefront = try storefront(ledger)
        var situation = PurchaseRules.Situation(
            now: try now(ledger), storefront: storefront.storefront, currencyCode: storefront.currencyCode,
            timeRate: timeRate)
        situation.isAskToBuyEnabled = try ledger.integer(.isAskToBuyEnabled) == 1
        situation.arePaymentsAllowed = try ledger.integer(.arePaymentsAllowed) != 0
        if request.product.type == .nonConsumable {
            situation.owned = try ledger.owned(request.product.productID, account: request.account)
        }
        if let groupID = request.product.subscription?.groupID {
            situation.latestOfGroup = try ledger.latest(ofGroup: groupID, account: request.account)
            situation.latestProductOfGroup = situation.latestOfGroup.flatMap { catalogue.product(id: $0.productID) }
        }
        return situation
    }

    private func enter(
        _ charge: LedgerTransaction, replacing replaced: UInt64?, _ ledger: Ledger
    ) throws(DatabaseError) -> LedgerTransaction {
        var transaction = charge
        transaction.id = try ledger.next(.nextTransactionID)
        if transaction.originalID == 0 { transaction.originalID = transaction.id }
        if transaction.subscriptionGroupID != nil {
            transaction.webOrderLineItemID = try ledger.next(.nextOrderLineID)
        }
        if let replaced { try ledger.markUpgraded(replaced) }
        try ledger.insert(transaction)
        return transaction
    }
}

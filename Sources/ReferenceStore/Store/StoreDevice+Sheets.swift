internal import Database
internal import IAPModel

/// What the system shows for the game.
extension StoreDevice {
    /// Fails for a transaction that is not the account's or was refunded before, and for a second request.
    package func showRefundSheet(_ transactionID: UInt64) throws(StoreFailure) -> SheetResult {
        try change(.refundRequest, .refundRequest) { ledger throws(DatabaseError) in
            let nothing = StoreFailure(.refundRequestFailed, "\(transactionID) is nothing to refund")
            guard let transaction = try ledger.transaction(transactionID),
                ExactText(transaction.account) == ExactText(self.account)
            else { return .failure(nothing) }
            if try ledger.hasRefundRequest(of: transactionID) {
                return .failure(
                    StoreFailure(.duplicateRefundRequest, "a refund of \(transactionID) was requested before"))
            }
            guard transaction.revocation == nil else { return .failure(nothing) }
            let answer = try ledger.showSheet(.refund) ?? SheetAnswer(isAccepted: true)
            guard answer.isAccepted else { return .success(.cancelled) }
            _ = try ledger.requestRefund(of: transactionID, at: try self.store.now(ledger))
            switch answer.detail.flatMap(RefundDecision.init) {
            case .approve, nil: try self.store.refund(transaction, ledger)
            case .decline, .later: break
            }
            return .success(.done)
        }
    }

    /// - Parameter groupID: nil shows all subscriptions.
    package func showManageSubscriptions(groupID: String?) throws(StoreFailure) {
        try change(.manageSubscriptions, .manageSubscriptions) { ledger throws(DatabaseError) in
            let answer = try ledger.showSheet(.manageSubscriptions)
            guard let detail = answer?.detail else { return .success(()) }
            for renewal in try ledger.renewals(of: self.account) {
                guard groupID == nil || groupID.map(ExactText.init) == ExactText(renewal.groupID) else { continue }
                try self.change(renewal, as: detail, ledger)
            }
            return .success(())
        }
    }

    /// A subscription that has ended is bought, not managed.
    private func change(_ renewal: RenewalRow, as detail: String, _ ledger: Ledger) throws(DatabaseError) {
        guard let status = try store.status(renewal, ledger), status.state != .expired, status.state != .revoked else {
            return
        }
        var renewal = renewal
        switch SubscriptionChange(rawValue: detail) {
        case .on:
            renewal.willAutoRenew = true
            renewal.reasonAtEnd = nil
        case .off:
            renewal.willAutoRenew = false
            if status.state != .subscribed {
                // Who gives up while a bill is open ends the subscription at once.
                renewal.isInBillingRetry = false
                renewal.gracePeriodExpirationDate = nil
                renewal.expirationReason = .autoRenewDisabled
            }
        case nil:
            guard let product = store.catalogue.product(id: detail),
                product.subscription.map({ ExactText($0.groupID) }) == ExactText(renewal.groupID)
            else { return }
            let held = store.catalogue.product(id: status.transaction.productID)
            if status.state.isEntitled, PurchaseRules.replacesAtOnce(product, held) {
                let request = PurchaseRules.Request(account: account, product: product)
                return try store.buyInSheet(request, device: name, ledger)
            }
            let next = PurchaseRules.RenewalChange(productID: detail)
            return try store.changeRenewal(of: status.transaction, to: next, ledger)
        }
        try ledger.set(renewal)
    }

    package func showOfferCodeSheet() throws(StoreFailure) -> SheetResult {
        try change(.offerCodeRedemption, .offerCodeRedemption) { ledger throws(DatabaseError) in
            guard let answer = try ledger.showSheet(.offerCode) else { return .success(.done) }
            guard answer.isAccepted else { return .success(.cancelled) }
            if let (product, code) = answer.detail.flatMap(self.store.codeOffer) {
                try self.store.redeem(product, code: code, account: self.account, device: self.name, ledger)
            }
            return .success(.done)
        }
    }

    package func requestReview() throws(StoreFailure) {
        try change(.reviewRequest, nil) { ledger throws(DatabaseError) in
            _ = try ledger.showSheet(.review)
            return .success(())
        }
    }

    /// Each message is shown once; one that was shown before is not shown again, and that is no error.
    ///
    /// What the player answers to a price increase counts for all subscriptions that have one pending.
    package func showMessage(_ number: Int64) throws(StoreFailure) {
        try change(.messages, .messages) { ledger throws(DatabaseError) in
            guard let message = try ledger.message(number, of: self.account, device: self.name) else {
                return .success(())
            }
            try ledger.removeMessage(number)
            let isAccepted = try ledger.showSheet(.message)?.isAccepted ?? true
            guard message.reason == .priceIncreaseConsent else { return .success(()) }
            for var renewal in try ledger.renewals(of: self.account) where renewal.priceIncrease == .pending {
                renewal.priceIncrease = isAccepted ? .agreed : .none
                if !isAccepted {
                    renewal.willAutoRenew = false
                    renewal.reasonAtEnd = .didNotConsentToPriceIncrease
                }
                try ledger.set(renewal)
            }
            return .success(())
        }
    }
}

internal import IAPDatabase
internal import IAPModel

/// The sheets that the system shows for the game.
extension StoreDevice {
    /// Shows the refund sheet. It fails for a second request, and for a transaction that was refunded or that belongs to
    /// another account.
    package func showRefundSheet(_ transactionID: UInt64) throws(StoreFailure) -> SheetResult {
        try change(.showRefundSheet(transactionID: transactionID), .refundRequest, .refundRequest) {
            ledger throws(DatabaseError) in
            let nothing = StoreFailure(.refundRequestFailed, "transaction \(transactionID) cannot be refunded")
            guard let transaction = try ledger.transaction(transactionID),
                ExactText(transaction.account) == ExactText(self.account)
            else { return .failure(nothing) }
            if try ledger.hasRefundRequest(of: transactionID) {
                return .failure(
                    StoreFailure(
                        .duplicateRefundRequest, "a refund of transaction \(transactionID) was requested before"))
            }
            guard transaction.revocation == nil else { return .failure(nothing) }
            let answer = try ledger.showSheet(.refund) ?? SheetAnswer(isAccepted: true)
            guard answer.isAccepted else { return .success(.cancelled) }
            let now = try self.store.now(ledger)
            _ = try ledger.requestRefund(of: transactionID, at: now)
            if transaction.productType == .consumable || transaction.subscriptionGroupID != nil {
                ledger.note(.consumptionRequest, of: transactionID, at: now)
            }
            switch answer.detail.flatMap(RefundDecision.init) {
            case .approve, nil: try self.store.refund(transaction, .full, ledger)
            case .decline: ledger.note(.refundDeclined, of: transactionID, at: now)
            case .later: break
            }
            return .success(.done)
        }
    }

    /// - Parameter groupID: The group; nil shows all subscriptions.
    package func showManageSubscriptions(groupID: String?) throws(StoreFailure) {
        try change(.showManageSubscriptions(groupID: groupID), .manageSubscriptions, .manageSubscriptions) {
            ledger throws(DatabaseError) in
            let answer = try ledger.showSheet(.manageSubscriptions)
            guard let detail = answer?.detail else { return .success(()) }
            for row in try ledger.subscriptions(of: self.account) {
                guard groupID == nil || groupID.map(ExactText.init) == ExactText(row.groupID) else { continue }
                try self.change(row, as: detail, ledger)
            }
            return .success(())
        }
    }

    /// An ended subscription is bought, not managed.
    private func change(_ row: SubscriptionRow, as detail: String, _ ledger: Ledger) throws(DatabaseError) {
        if let change = SubscriptionChange(rawValue: detail) {
            _ = try store.perform(.setAutoRenewal(change == .on), ofGroup: row.groupID, account: account, ledger)
        } else {
            _ = try store.change(row, to: detail, nil, device: name, ledger)
        }
    }

    package func showOfferCodeSheet() throws(StoreFailure) -> SheetResult {
        let account = try requireAccount()
        return try change(.showOfferCodeSheet, .offerCodeRedemption, .offerCodeRedemption) {
            ledger throws(DatabaseError) in
            guard let answer = try ledger.showSheet(.offerCode) else { return .success(.done) }
            guard answer.isAccepted else { return .success(.cancelled) }
            if let (product, code) = answer.detail.flatMap(self.store.codeOffer) {
                try self.store.redeem(product, code: code, account: account, device: self.name, ledger)
            }
            return .success(.done)
        }
    }

    package func requestReview() throws(StoreFailure) {
        try change(.requestReview, .reviewRequest, nil) { ledger throws(DatabaseError) in
            _ = try ledger.showSheet(.review)
            return .success(())
        }
    }

    /// Shows a message. Each message is shown once; a second call does nothing and is no error.
    ///
    /// The player's response to a price increase applies to all subscriptions with a pending one.
    package func showMessage(_ number: Int64) throws(StoreFailure) {
        try change(.showMessage(number: number), .messages, .messages) { ledger throws(DatabaseError) in
            guard let message = try ledger.message(number, of: self.account, device: self.name) else {
                return .success(())
            }
            try ledger.removeMessage(number)
            let isAccepted = try ledger.showSheet(.message)?.isAccepted ?? true
            guard message.reason == .priceIncreaseConsent else { return .success(()) }
            for row in try ledger.subscriptions(of: self.account) where row.subscription.priceIncrease != nil {
                _ = try self.store.perform(
                    isAccepted ? .consentToPriceIncrease : .declinePriceIncrease, ofGroup: row.groupID,
                    account: self.account, ledger)
            }
            return .success(())
        }
    }
}

package import IAPModel
package import IAPPaymentQueue

extension StoreKitConnection {
    package func buy(_ payment: Payment) async -> PurchaseOutcome {
        for feature in payment.features where !feature.isSupported { return .failed(IAPError(unsupported: feature)) }
        // If the account owns the product, StoreKit returns the existing transaction. The purchase waits for this check
        // no longer than this.
        let latest = await BoundedRead.value(within: Self.patience) {
            LatestTransaction(value: await StoreKitTransaction.latest(for: payment.productID)?.unsafePayloadValue)
        }
        do {
            switch try await result(of: payment) {
            case .success(let result): return await outcome(of: result, payment, before: latest)
            case .userCancelled: return .cancelled
            case .pending: return .pending
            #if canImport(StoreKit)
                default:
                    return .failed(
                        IAPError(.store, "StoreKit ended the purchase of \(payment.productID) with an unknown result"))
            #endif
            }
        } catch {
            let told = IAPError(store: error, doing: "buying \(payment.productID)")
            return told.status == .cancelled ? .cancelled : .failed(told)
        }
    }

    private func result(of payment: Payment) async throws -> StoreKitProduct.PurchaseResult {
        if let text = payment.advancedCommerceJWS {
            return try await Presentation.buy(payment, advancedCommerceJWS: text)
        }
        let product = try await product(payment.productID)
        return try await Presentation.buy(product, try payment.options(for: product), at: payment.anchor)
    }

    /// The latest transaction of the product before the purchase.
    private struct LatestTransaction: Sendable {
        let value: StoreKitTransaction?
    }

    /// - Parameter latest: Nil if StoreKit did not return it in time. It may also be missing by mistake.
    private func outcome(
        of result: StoreKitVerificationResult<StoreKitTransaction>, _ payment: Payment,
        before latest: LatestTransaction?
    ) async -> PurchaseOutcome {
        switch result {
        case .verified(let transaction):
            // If a change within a subscription group waits for the renewal, StoreKit returns the current transaction,
            // which has another product. A request that the game's server signed names its own product.
            let isAnotherProduct =
                payment.advancedCommerceJWS == nil && ExactText(transaction.productID) != ExactText(payment.productID)
            if isAnotherProduct { return .owned(Transaction(result)) }
            let wasOwned: Bool
            if let latest = latest?.value {
                wasOwned = isOwned(transaction, before: latest)
            } else if Transaction(result).isNew {
                // The list of unfinished transactions may lack it for a moment.
                wasOwned = false
            } else {
                wasOwned = await isFinished(transaction)
            }
            if wasOwned { return .owned(Transaction(result)) }
            remember(transaction)
            let bought = Transaction(result)
            note(environment: bought.environment)
            return .purchased(bought)
        case .unverified(let transaction, let error):
            return .unverified(Verification(result), IAPError(unverified: transaction, error))
        }
    }

    /// Whether the account had the transaction before the purchase: it was the latest transaction of the product, it is
    /// an older one, or another member of the family paid for it. The latest transaction may be shared by the family,
    /// or revoked. If the store lists the transaction as unfinished, the client still delivers it as purchased.
    private func isOwned(_ transaction: StoreKitTransaction, before latest: StoreKitTransaction) -> Bool {
        if transaction.id == latest.id || transaction.ownershipType == .familyShared { return true }
        return Self.isOwnedOnce(transaction) && transaction.purchaseDate < latest.purchaseDate
    }

    private static func isOwnedOnce(_ transaction: StoreKitTransaction) -> Bool {
        [.nonConsumable, .autoRenewable].contains(transaction.productType)
    }

    /// Whether the store has finished the transaction. A new purchase is unfinished. This is the check for older
    /// transactions if nothing else shows what the account had.
    private func isFinished(_ transaction: StoreKitTransaction) async -> Bool {
        guard Self.isOwnedOnce(transaction) else { return false }
        let id = transaction.id
        let isListed = await BoundedRead.value(within: Self.patience) {
            for await result in StoreKitTransaction.unfinished where result.unsafePayloadValue.id == id { return true }
            return false
        }
        return isListed == false
    }
}

package import IAPModel
package import IAPPaymentQueue

extension StoreKitConnection {
    package func buy(_ payment: Payment) async -> PurchaseOutcome {
        for feature in payment.features where !feature.isSupported { return .failed(IAPError(unsupported: feature)) }
        // If the account owns the product, StoreKit answers with the existing transaction.
        let before = await StoreKitTransaction.latest(for: payment.productID)?.unsafePayloadValue
        do {
            switch try await result(of: payment) {
            case .success(let result): return outcome(of: result, payment, before: before)
            case .userCancelled: return .cancelled
            case .pending: return .pending
            #if canImport(StoreKit)
                default:
                    return .failed(
                        IAPError(.store, "StoreKit ended the purchase of \(payment.productID) in an unknown way"))
            #endif
            }
        } catch is CancellationError {
            return .cancelled
        } catch {
            if case .userCancelled? = error as? StoreKitError { return .cancelled }
            return .failed(IAPError(store: error, doing: "buying \(payment.productID)"))
        }
    }

    private func result(of payment: Payment) async throws -> StoreKitProduct.PurchaseResult {
        if let text = payment.advancedCommerceJWS {
            return try await Presentation.buy(payment, advancedCommerceJWS: text)
        }
        let product = try await product(payment.productID)
        return try await Presentation.buy(product, try payment.options(for: product), at: payment.anchor)
    }

    private func outcome(
        of result: StoreKitVerificationResult<StoreKitTransaction>, _ payment: Payment,
        before: StoreKitTransaction?
    ) -> PurchaseOutcome {
        switch result {
        case .verified(let transaction):
            // If a change within a subscription group waits for the renewal, StoreKit answers with the current transaction, which
            // has another product. A request that the game's server signed names its product itself.
            let isAnotherProduct =
                payment.advancedCommerceJWS == nil && ExactText(transaction.productID) != ExactText(payment.productID)
            if isAnotherProduct || before.map({ isOwned(transaction, before: $0) }) == true {
                return .owned(Transaction(result))
            }
            remember(transaction)
            return .purchased(Transaction(result))
        case .unverified(let transaction, let error):
            return .unverified(Verification(result), IAPError(unverified: transaction, error))
        }
    }

    /// Whether the account had the transaction before it asked: it was the latest of the product, it is an older one, or another
    /// member of the family paid for it. The latest may be shared by the family, or taken back. If the store lists the transaction
    /// as unfinished, the client delivers it as purchased all the same.
    private func isOwned(_ transaction: StoreKitTransaction, before latest: StoreKitTransaction) -> Bool {
        if transaction.id == latest.id || transaction.ownershipType == .familyShared { return true }
        let isOwnedOnce = [.nonConsumable, .autoRenewable].contains(transaction.productType)
        return isOwnedOnce && transaction.purchaseDate < latest.purchaseDate
    }
}

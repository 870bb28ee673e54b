package import IAPModel
package import PaymentQueue

extension StoreKitConnection {
    package func buy(_ payment: Payment) async -> PurchaseOutcome {
        for feature in payment.features where !feature.isSupported { return .failed(IAPError(unsupported: feature)) }
        // StoreKit answers a purchase of what the account has with the transaction that it has.
        let before = await StoreTransaction.latest(for: payment.productID)?.unsafePayloadValue.id
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
            if case .userCancelled? = error as? StoreError { return .cancelled }
            return .failed(IAPError(store: error, doing: "buying \(payment.productID)"))
        }
    }

    private func result(of payment: Payment) async throws -> StoreProduct.PurchaseResult {
        if let text = payment.advancedCommerceJWS {
            return try await Presentation.buy(payment, advancedCommerceJWS: text)
        }
        let product = try await product(payment.productID)
        return try await Presentation.buy(product, try payment.options(for: product), at: payment.anchor)
    }

    private func outcome(
        of result: StoreVerificationResult<StoreTransaction>, _ payment: Payment, before: UInt64?
    ) -> PurchaseOutcome {
        switch result {
        case .verified(let transaction):
            // A change within a subscription group that waits for the renewal is answered with the running transaction, which
            // is another product's. What the game's server signed says itself what is sold.
            let isAnotherProduct =
                payment.advancedCommerceJWS == nil && ExactText(transaction.productID) != ExactText(payment.productID)
            if transaction.id == before || isAnotherProduct { return .owned(Transaction(result)) }
            remember(transaction)
            return .purchased(Transaction(result))
        case .unverified(let transaction, let error):
            return .unverified(Verification(result), IAPError(unverified: transaction, error))
        }
    }
}

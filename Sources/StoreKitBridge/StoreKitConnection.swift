internal import Foundation
package import IAPModel
package import PaymentQueue
internal import Platform

/// StoreKit as the payment queue needs it.
package final class StoreKitConnection: StoreConnection, @unchecked Sendable {  // The monitor guards what changes.
    private let monitor = Monitor()
    /// StoreKit finishes transactions, not ids.
    private var unfinished: [UInt64: StoreTransaction] = [:]
    /// A payment names a product, StoreKit buys one; the last answers save asking again.
    private var products: [ExactText: StoreProduct] = [:]

    package init() {}

    package var canMakePayments: Bool { StoreAppStore.canMakePayments }

    package func products(for ids: [String]) async throws(IAPError) -> [Product] {
        do {
            let found = try await StoreProduct.products(for: ids)
            monitor.withLock { for product in found { products[ExactText(product.id)] = product } }
            return found.map(Product.init)
        } catch {
            throw IAPError(store: error, doing: "loading \(ids.count) products")
        }
    }

    package func buy(_ payment: Payment) async -> PurchaseOutcome {
        let product: StoreProduct
        do throws(IAPError) { product = try await self.product(payment.productID) } catch { return .failed(error) }
        // StoreKit answers a purchase of what the account has with the transaction that it has.
        let before = await StoreTransaction.latest(for: payment.productID)?.unsafePayloadValue.id
        do {
            switch try await product.buy(options(for: payment)) {
            case .success(let result):
                let outcome = outcome(of: result)
                if case .purchased(let transaction) = outcome, transaction.id == before { return .owned(transaction) }
                return outcome
            case .userCancelled: return .cancelled
            case .pending: return .pending
            #if canImport(StoreKit)
                default:
                    return .failed(
                        IAPError(.store, "StoreKit ended the purchase of \(payment.productID) in an unknown way"))
            #endif
            }
        } catch {
            if case .userCancelled? = error as? StoreError { return .cancelled }
            return .failed(IAPError(store: error, doing: "buying \(payment.productID)"))
        }
    }

    package func transactions(_ query: TransactionQuery) async throws(IAPError) -> [Transaction] {
        var results: [StoreVerificationResult<StoreTransaction>] = []
        switch query.kind {
        case .unfinished: for await result in StoreTransaction.unfinished { results.append(result) }
        case .all: for await result in StoreTransaction.all { results.append(result) }
        case .currentEntitlements: for await result in StoreTransaction.currentEntitlements { results.append(result) }
        case .latest:
            if let id = query.productID, let result = await StoreTransaction.latest(for: id) { results = [result] }
        }
        return results.compactMap(verified).filter { query.productID == nil || $0.productID == query.productID }
    }

    package func restore() async throws(IAPError) -> [Transaction] {
        do { try await StoreAppStore.sync() } catch { throw IAPError(store: error, doing: "restoring purchases") }
        return try await transactions(TransactionQuery(.currentEntitlements, productID: nil))
    }

    package func finish(_ transactionID: UInt64) async {
        var transaction = monitor.withLock { unfinished.removeValue(forKey: transactionID) }
        if transaction == nil {
            // An earlier run may have handed it out.
            for await result in StoreTransaction.unfinished where result.unsafePayloadValue.id == transactionID {
                transaction = result.unsafePayloadValue
            }
        }
        await transaction?.finish()
    }

    package func storefront() async throws(IAPError) -> Storefront {
        guard let storefront = await StoreStorefront.current else {
            throw IAPError(.network, "the storefront is not known now; the device may be offline", isRetryable: true)
        }
        return Storefront(countryCode: storefront.countryCode, id: storefront.id)
    }

    /// `Transaction.updates` alone is not enough: what is unfinished is listed as well, and told apart by id.
    package func listen(_ report: @escaping @Sendable (Fact) -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                for await result in StoreTransaction.updates { report(fact(of: result, isUnfinished: false)) }
            }
            group.addTask { [self] in
                for await result in StoreTransaction.unfinished { report(fact(of: result, isUnfinished: true)) }
            }
            group.addTask { [self] in
                for await storefront in StoreStorefront.updates {
                    monitor.withLock { products = [:] }
                    report(.storefrontChanged(Storefront(countryCode: storefront.countryCode, id: storefront.id)))
                }
            }
        }
    }

    // MARK: Inside

    private func product(_ id: String) async throws(IAPError) -> StoreProduct {
        if let known = monitor.withLock({ products[ExactText(id)] }) { return known }
        _ = try await products(for: [id])
        guard let product = monitor.withLock({ products[ExactText(id)] }) else {
            throw IAPError(.productUnavailable, "the store has no product \(id) for this account and storefront")
        }
        return product
    }

    private func options(for payment: Payment) -> Set<StoreProduct.PurchaseOption> {
        var options: Set<StoreProduct.PurchaseOption> = []
        if payment.quantity != 1 { options.insert(.quantity(payment.quantity)) }
        if let token = payment.appAccountToken.flatMap(UUID.init(uuidString:)) {
            options.insert(.appAccountToken(token))
        }
        if payment.simulatesAskToBuy { options.insert(.simulatesAskToBuyInSandbox(true)) }
        return options
    }

    private func outcome(of result: StoreVerificationResult<StoreTransaction>) -> PurchaseOutcome {
        switch result {
        case .verified(let transaction):
            .purchased(remember(transaction, signedText: result.jwsRepresentation))
        case .unverified(let transaction, let error):
            .failed(IAPError(unverified: transaction, error))
        }
    }

    private func fact(of result: StoreVerificationResult<StoreTransaction>, isUnfinished: Bool) -> Fact {
        switch result {
        case .verified(let transaction):
            let value = remember(transaction, signedText: result.jwsRepresentation)
            return isUnfinished ? .unfinishedListed(value) : .transactionUpdated(value)
        case .unverified(let transaction, let error):
            return .unverifiedTransaction(IAPError(unverified: transaction, error))
        }
    }

    private func verified(_ result: StoreVerificationResult<StoreTransaction>) -> Transaction? {
        guard case .verified(let transaction) = result else { return nil }
        return Transaction(transaction, signedText: result.jwsRepresentation)
    }

    private func remember(_ transaction: StoreTransaction, signedText: String) -> Transaction {
        // What was taken back is finished by looking for it.
        if transaction.revocationDate == nil { monitor.withLock { unfinished[transaction.id] = transaction } }
        return Transaction(transaction, signedText: signedText)
    }
}

extension StoreProduct {
    /// visionOS shows the payment sheet in a scene and has no purchase without one.
    fileprivate func buy(_ options: Set<PurchaseOption>) async throws -> PurchaseResult {
        #if os(visionOS)
            throw IAPError(.unsupported, "buying on visionOS needs a scene, which this version cannot be given")
        #else
            try await purchase(options: options)
        #endif
    }
}

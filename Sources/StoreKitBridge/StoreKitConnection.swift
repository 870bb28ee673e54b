package import IAPModel
internal import PaymentQueue
internal import Platform

/// StoreKit as the payment queue needs it.
package final class StoreKitConnection: StoreConnection, @unchecked Sendable {  // The monitor guards what changes.
    let monitor = Monitor()
    /// StoreKit finishes transactions, not ids.
    var unfinished: [UInt64: StoreTransaction] = [:]
    /// A payment names a product, StoreKit buys one; the last answers save asking again.
    var products: [ExactText: StoreProduct] = [:]
    /// What the App Store wanted to be shown, by our numbers; StoreKit's type is newer than the oldest system.
    var notices: [UInt64: any Sendable] = [:]
    var lastNotice: UInt64 = 0

    /// What is heard from the making of the connection on, until it listens.
    var early: EarlyNews?

    /// Where the store can be reached already, nothing that happens from now on is missed.
    package init() {
        early = Presentation.hasStore ? EarlyNews() : nil
    }

    package var canMakePayments: Bool { StoreAppStore.canMakePayments }

    package func supports(_ feature: Feature) -> Bool { feature.isSupported }

    package func products(for ids: [String]) async throws(IAPError) -> [Product] {
        try await load(ids).map(Product.init)
    }

    package func restore() async throws(IAPError) -> [Transaction] {
        do { try await StoreAppStore.sync() } catch { throw IAPError(store: error, doing: "restoring purchases") }
        return try await transactions(TransactionQuery(.currentEntitlements, productID: nil)).transactions
            .filter { $0.verification == .verified }
    }

    package func finish(_ transactionID: UInt64) async {
        var transaction = monitor.withLock { unfinished.removeValue(forKey: transactionID) }
        if transaction == nil {
            // An earlier run may have handed it out.
            for await result in StoreTransaction.unfinished {
                guard case .verified(let found) = result, found.id == transactionID else { continue }
                transaction = found
                break
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

    // MARK: What the parts of the connection share

    /// The product with exactly this id, from the last answers or from the store.
    func product(_ id: String) async throws(IAPError) -> StoreProduct {
        if let known = monitor.withLock({ products[ExactText(id)] }) { return known }
        guard let product = try await load([id]).first(where: { ExactText($0.id) == ExactText(id) }) else {
            throw IAPError(.productUnavailable, "the store has no product \(id) for this account and storefront")
        }
        return product
    }

    private func load(_ ids: [String]) async throws(IAPError) -> [StoreProduct] {
        do {
            let found = try await StoreProduct.products(for: ids)
            for product in found { remember(product) }
            return found
        } catch {
            let what = ids.count == 1 ? "one product" : "\(ids.count) products"
            throw IAPError(store: error, doing: "loading \(what)")
        }
    }

    func remember(_ product: StoreProduct) {
        monitor.withLock { products[ExactText(product.id)] = product }
    }

    /// What was handed out as purchased or unfinished is going to be finished, and leaves with that.
    func remember(_ transaction: StoreTransaction) {
        // What was taken back is finished by looking for it.
        if transaction.revocationDate == nil { monitor.withLock { unfinished[transaction.id] = transaction } }
    }
}

/// The news that the store tells only to those who listen when it happens.
struct EarlyNews: Sendable {
    let storefronts = StoreStorefront.updates
    let statuses = StoreSubscriptionStatus.updates
}

package import IAPModel
internal import IAPPaymentClient
internal import IAPPaymentQueue
internal import IAPPlatform

/// StoreKit as the payment queue needs it.
package final class StoreKitConnection: StoreConnection, @unchecked Sendable {  // The monitor guards what changes.
    let monitor = Monitor()
    /// By id, because StoreKit finishes transactions, not ids.
    var unfinished: [UInt64: StoreKitTransaction] = [:]
    /// By id. A payment names a product, and StoreKit buys a `Product`. The last responses save a request.
    var products: [ExactText: StoreKitProduct] = [:]
    /// The App Store's messages, by the library's numbers. StoreKit's type needs a newer system than the oldest
    /// supported one.
    var messages: [UInt64: any Sendable] = [:]
    var lastMessage: UInt64 = 0

    /// The environment of the last verified transaction.
    var toldEnvironment = StoreEnvironment.unknown

    /// The streams that begin before the connection listens.
    var earlyStreams: EarlyStreams?

    /// If the store can already be reached, the connection misses nothing that happens from now on.
    package init() {
        earlyStreams = Presentation.hasStore ? EarlyStreams() : nil
    }

    package var canMakePayments: Bool { StoreKitAppStore.canMakePayments }

    package var isOffline: Bool { get async { await NetworkPath.isDown } }

    package func promptly<Value: Sendable>(
        within patience: Int64, _ read: @escaping @Sendable () async -> Value?
    ) async -> Value? {
        await BoundedRead.value(within: patience, read)
    }

    /// How long a background read may take, in milliseconds.
    static let patience: Int64 = 2000

    package func supports(_ feature: Feature) -> Bool { feature.isSupported }

    package func products(for ids: [String]) async throws(IAPError) -> [Product] {
        try await load(ids).map(Product.init)
    }

    /// The queue reports the transactions whose signatures are invalid.
    package func restore() async throws(IAPError) -> [Transaction] {
        do { try await StoreKitAppStore.sync() } catch { throw await Self.restoreError(error) }
        return try await transactions(TransactionQuery(.currentEntitlements, productID: nil)).transactions
            .filter { $0.isRestored || $0.verification != .verified }
    }

    /// On a device without a network, StoreKit reports that the player cancelled (FB12107567).
    private static func restoreError(_ error: any Error) async -> IAPError {
        let told = IAPError(store: error, doing: "restoring purchases")
        guard told.status == .cancelled, !Task.isCancelled, await NetworkPath.isDown else { return told }
        return IAPError(
            .network, "restoring purchases: the device has no network (StoreKit says \"cancelled\")", isRetryable: true,
            storeDomain: told.storeDomain, storeCode: told.storeCode)
    }

    package func finish(_ transactionID: UInt64) async {
        var transaction = monitor.withLock { unfinished.removeValue(forKey: transactionID) }
        // An earlier run may have delivered it. The list of unfinished transactions may lack it for a moment.
        if transaction == nil { transaction = await Self.find(transactionID, in: StoreKitTransaction.unfinished) }
        if transaction == nil { transaction = await Self.find(transactionID, in: StoreKitTransaction.all) }
        await transaction?.finish()
    }

    private static func find(
        _ id: UInt64, in transactions: StoreKitTransaction.Transactions
    ) async -> StoreKitTransaction? {
        for await result in transactions {
            if case .verified(let transaction) = result, transaction.id == id { return transaction }
        }
        return nil
    }

    func storefront() async throws(IAPError) -> Storefront {
        guard let storefront = await StoreKitStorefront.current else {
            throw IAPError(
                .network, "the storefront is currently unknown; the device may be offline", isRetryable: true)
        }
        return Storefront(countryCode: storefront.countryCode, id: storefront.id)
    }

    // MARK: Shared by the parts of the connection

    /// The product with exactly this id, from the last responses or from the store.
    func product(_ id: String) async throws(IAPError) -> StoreKitProduct {
        if let known = monitor.withLock({ products[ExactText(id)] }) { return known }
        guard let product = try await load([id]).first(where: { ExactText($0.id) == ExactText(id) }) else {
            throw IAPError(.productUnavailable, "the store has no product \(id) for this account and storefront")
        }
        return product
    }

    private func load(_ ids: [String]) async throws(IAPError) -> [StoreKitProduct] {
        do {
            let found = try await StoreKitProduct.products(for: ids)
            for product in found { remember(product) }
            return found
        } catch {
            let what = ids.count == 1 ? "one product" : "\(ids.count) products"
            throw IAPError(store: error, doing: "loading \(what)")
        }
    }

    func remember(_ product: StoreKitProduct) {
        monitor.withLock { products[ExactText(product.id)] = product }
    }

    /// Keeps a transaction that is delivered as purchased or unfinished. Its later finish removes it here.
    func remember(_ transaction: StoreKitTransaction) {
        // A revoked transaction is looked up when it is finished.
        if transaction.revocationDate == nil { monitor.withLock { unfinished[transaction.id] = transaction } }
    }
}

/// The store sends these only to a process that listens when something happens.
struct EarlyStreams: Sendable {
    let storefronts = StoreKitStorefront.updates
    let statuses = StoreKitSubscriptionStatus.updates
}

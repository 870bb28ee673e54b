internal import Foundation
package import IAPModel
internal import IAPPaymentClient
package import IAPPaymentQueue
internal import IAPPlatform

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

    var reportedEnvironment = StoreEnvironment.unknown
    let earlyStreams = EarlyStreams()
    /// Purchases that the player made in a sheet, and that StoreKit returned to the request for the sheet.
    let sheetPurchases = AsyncStream.makeStream(of: StoreKitVerificationResult<StoreKitTransaction>.self)

    package init() {}

    package var canMakePayments: Bool { StoreKitAppStore.canMakePayments }

    package func promptly<Value: Sendable>(
        within timeout: Int64, _ read: @escaping @Sendable () async -> Value?
    ) async -> Value? {
        await BoundedRead.value(within: timeout, read)
    }

    /// How long a read that something else waits for may take, in milliseconds. A choice.
    static let timeout: Int64 = 2000

    package func supports(_ feature: Feature) -> Bool { feature.isSupported }

    package func products(for ids: [String]) async throws(IAPError) -> [Product] {
        try await load(ids).map(Product.init)
    }

    /// The queue reports the transactions whose signatures are invalid.
    package func restore() async throws(IAPError) -> [Transaction] {
        do { try await StoreKitAppStore.sync() } catch { throw await Self.restoreError(error) }
        let owned = try await BoundedRead.result(within: 600_000, "restoring purchases") {
            [self] () async throws(IAPError) in
            try await transactions(TransactionQuery(.currentEntitlements, productID: nil)).transactions
        }
        return owned.filter { $0.isRestored || $0.verification != .verified }
    }

    /// On a device without a network, StoreKit reports that the player cancelled (FB12107567).
    private static func restoreError(_ error: any Error) async -> IAPError {
        let reported = IAPError(store: error, doing: "restoring purchases")
        guard reported.status == .cancelled, !Task.isCancelled, await NetworkPath.isDown else { return reported }
        return IAPError(
            .network, "restoring purchases: the device has no network (StoreKit says \"cancelled\")", isRetryable: true,
            storeDomain: reported.storeDomain, storeCode: reported.storeCode)
    }

    package func finish(_ transactionID: UInt64) async {
        var transaction = monitor.withLock { unfinished.removeValue(forKey: transactionID) }
        // An earlier run may have delivered it. The list of unfinished transactions may lack it for a moment.
        if transaction == nil { transaction = await Self.find(transactionID, in: StoreKitTransaction.unfinished) }
        if transaction == nil { transaction = await Self.find(transactionID, in: StoreKitTransaction.all) }
        // A transaction that the store lists no more needs no finish. A search that hangs holds up only this finish.
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
        // A revoked transaction is looked up when it is finished: a game need not finish it, and then it would stay here.
        guard transaction.revocationDate == nil else { return }
        // The queue keeps what was reported first, too. So one signed text is in memory, and not two.
        monitor.withLock { if unfinished[transaction.id] == nil { unfinished[transaction.id] = transaction } }
    }
}

/// The store sends these only to a process that listens when something happens, so the connection listens from its
/// start. Transactions, intents and messages wait in the store until `listen` reads them.
struct EarlyStreams: Sendable {
    let storefronts = StoreKitStorefront.updates
    let statuses = StoreKitSubscriptionStatus.updates
}

extension StoreKitConnection {
    #if !IAP_REFERENCE_STORE
        /// The environment of the last transaction. Before the first one, the environment follows from the location of
        /// the receipt.
        package var environment: StoreEnvironment {
            let reported = monitor.withLock { reportedEnvironment }
            return reported == .unknown ? Self.environmentOfReceipt : reported
        }

        /// The system names the receipt after the environment. Xcode's receipt has a different name, or is in a
        /// simulator.
        private static let environmentOfReceipt: StoreEnvironment = {
            guard let receipt = Bundle.main.appStoreReceiptURL else { return .unknown }
            let isOfXcode = receipt.deletingLastPathComponent().lastPathComponent == "StoreKit"
            if isOfXcode || receipt.path.contains("/CoreSimulator/") { return .xcode }
            return receipt.lastPathComponent == "sandboxReceipt" ? .sandbox : .unknown
        }()
    #else
        package var environment: StoreEnvironment { .referenceStore }
    #endif

    func note(environment name: String) {
        let reported = StoreEnvironment(name: name)
        if reported != .unknown { monitor.withLock { reportedEnvironment = reported } }
    }
}

extension StoreKitConnection {
    package func transactions(_ query: TransactionQuery) async throws(IAPError) -> TransactionPage {
        typealias Entry = (place: (Int64, UInt64), result: StoreKitVerificationResult<StoreKitTransaction>)
        var entries: [Entry] = []
        let wanted = query.productID.map(ExactText.init)
        for result in await results(query) {
            let transaction = result.unsafePayloadValue
            if let wanted, ExactText(transaction.productID) != wanted { continue }
            let place = (transaction.purchaseDate.milliseconds, transaction.id)
            if let page = query.page, place <= (page.purchaseDate, page.id) { continue }
            entries.append((place, result))
        }
        entries.sort { $0.place < $1.place }
        // An empty page would have no mark for the next one.
        let page = entries.prefix(query.limit.map { max($0, 1) } ?? entries.count).map { Transaction($0.result) }
        return TransactionPage(
            page, next: page.count < entries.count ? page.last.map(TransactionPage.Mark.init) : nil)
    }

    private func results(_ query: TransactionQuery) async -> [StoreKitVerificationResult<StoreKitTransaction>] {
        var results: [StoreKitVerificationResult<StoreKitTransaction>] = []
        switch (query.kind, query.productID) {
        case (.unfinished, _):
            for await result in StoreKitTransaction.unfinished {
                // A signature that is valid now may be invalid when the game finishes the transaction.
                if case .verified(let transaction) = result { remember(transaction) }
                results.append(result)
            }
        case (.all, let productID):
            for await result in Self.all(for: productID) { results.append(result) }
        case (.currentEntitlements, let productID):
            for await result in Self.currentEntitlements(for: productID) { results.append(result) }
        case (.latest, let productID?):
            if let result = await StoreKitTransaction.latest(for: productID) { results.append(result) }
        case (.latest, nil):
            break
        }
        return results
    }

    /// All of the account's transactions if the system cannot select by product.
    static func all(for productID: String?) -> StoreKitTransaction.Transactions {
        // Transaction.all(for:): iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4.
        if #available(iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4, *), let productID {
            return StoreKitTransaction.all(for: productID)
        }
        return StoreKitTransaction.all
    }

    private static func currentEntitlements(for productID: String?) -> StoreKitTransaction.Transactions {
        // Transaction.currentEntitlements(for:): iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4.
        if #available(iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4, *), let productID {
            return StoreKitTransaction.currentEntitlements(for: productID)
        }
        return StoreKitTransaction.currentEntitlements
    }
}

package import IAPModel
package import IAPPaymentQueue

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
        #if !canImport(StoreKit) || canImport(StoreKit, _version: 814.4)
            if #available(iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4, *), let productID {
                return StoreKitTransaction.all(for: productID)
            }
        #endif
        return StoreKitTransaction.all
    }

    private static func currentEntitlements(for productID: String?) -> StoreKitTransaction.Transactions {
        // Transaction.currentEntitlements(for:): iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4.
        #if !canImport(StoreKit) || canImport(StoreKit, _version: 814.4)
            if #available(iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4, *), let productID {
                return StoreKitTransaction.currentEntitlements(for: productID)
            }
        #endif
        return StoreKitTransaction.currentEntitlements
    }
}

package import IAPModel
package import PaymentQueue

extension StoreKitConnection {
    package func transactions(_ query: TransactionQuery) async throws(IAPError) -> TransactionPage {
        typealias Entry = (place: (Int64, UInt64), result: StoreVerificationResult<StoreTransaction>)
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
        // A page of nothing would have no mark to go on from.
        let page = entries.prefix(query.limit.map { max($0, 1) } ?? entries.count).map { Transaction($0.result) }
        return TransactionPage(
            page, next: page.count < entries.count ? page.last.map(TransactionPage.Mark.init) : nil)
    }

    private func results(_ query: TransactionQuery) async -> [StoreVerificationResult<StoreTransaction>] {
        var results: [StoreVerificationResult<StoreTransaction>] = []
        switch (query.kind, query.productID) {
        case (.unfinished, _):
            for await result in StoreTransaction.unfinished {
                // A signature that holds now need not hold any more when the game finishes it.
                if case .verified(let transaction) = result { remember(transaction) }
                results.append(result)
            }
        case (.all, let productID):
            for await result in Self.all(for: productID) { results.append(result) }
        case (.currentEntitlements, let productID):
            for await result in Self.currentEntitlements(for: productID) { results.append(result) }
        case (.latest, let productID?):
            if let result = await StoreTransaction.latest(for: productID) { results.append(result) }
        case (.latest, nil):
            break
        }
        return results
    }

    /// All of the account's where the system cannot choose by product.
    static func all(for productID: String?) -> StoreTransaction.Transactions {
        // Transaction.all(for:): iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4.
        #if !canImport(StoreKit) || canImport(StoreKit, _version: 814.4)
            if #available(iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4, *), let productID {
                return StoreTransaction.all(for: productID)
            }
        #endif
        return StoreTransaction.all
    }

    private static func currentEntitlements(for productID: String?) -> StoreTransaction.Transactions {
        // Transaction.currentEntitlements(for:): iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4.
        #if !canImport(StoreKit) || canImport(StoreKit, _version: 814.4)
            if #available(iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4, *), let productID {
                return StoreTransaction.currentEntitlements(for: productID)
            }
        #endif
        return StoreTransaction.currentEntitlements
    }
}

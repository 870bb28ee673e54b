internal import IAPJournal
internal import IAPModel
internal import IAPPaymentQueue
internal import IAPPlatform

/// How requests complete.
extension PaymentClient {
    func answer(_ request: Request) async -> Result<Answer, IAPError> {
        do throws(IAPError) { return .success(try await find(request)) } catch { return .failure(error) }
    }

    private func find(_ request: Request) async throws(IAPError) -> Answer {
        switch request {
        case .products(let ids): return .products(try await products(ids, from: .call))
        case .productList(let list):
            let (ids, source) = try await ProductListLoader(journal: journal, fetch: lists).load(list)
            return .products(try await products(ids, from: source))
        case .cachedProducts(let ids):
            await flush()
            let (found, missing) = try journal.cachedProducts(ids)
            return .products(ProductsAnswer(products: found, invalidIDs: missing))
        case .transactions(let query): return .transactions(try await store.transactions(query))
        case .store(let request): return try await store.answer(request)
        case .restore:
            let owned = try await store.restore()
            await listUnfinished(among: owned)
            return .entitlements(owned)
        case .inventory(let change):
            try journal.apply(change)
            return .done
        case .inventoryExport: return .text(try journal.exportInventory())
        case .auditCopy(let path):
            await flush()
            try journal.copyAudit(to: path)
            return .done
        }
    }

    /// The store documents no order and leaves out unknown ids. The game gets the order of its request, and the unknown
    /// ids.
    private func products(
        _ ids: [String], from source: ProductsAnswer.ListSource
    ) async throws(IAPError) -> ProductsAnswer {
        let found = try await store.products(for: ids)
        // StoreKit may return an empty list without an error, for no stated reason. The client accepts the second empty
        // response.
        let isFirstEmptyAnswer = monitor.withLock {
            defer { hasNoProducts = found.isEmpty && ids.count > 1 }
            return found.isEmpty && ids.count > 1 && !hasNoProducts
        }
        if isFirstEmptyAnswer, await knowsOne(of: ids) {
            throw IAPError(
                .store,
                "the store returned no products at all, although it returned some of them before; try again later",
                isRetryable: true)
        }
        record(.products(found))
        let byID = Dictionary(found.map { (ExactText($0.id), $0) }, uniquingKeysWith: { first, _ in first })
        return ProductsAnswer(
            products: ids.compactMap { byID[ExactText($0)] }, invalidIDs: ids.filter { byID[ExactText($0)] == nil },
            source: source)
    }

    private func knowsOne(of ids: [String]) async -> Bool {
        await flush()
        // Without the journal the client accepts the response.
        return (try? journal.cachedProducts(ids).found.isEmpty) == false
    }
}

internal import IAPJournal
internal import IAPModel
internal import IAPPaymentQueue
internal import IAPPlatform

/// Carries out what a game requests.
final class RequestService: Sendable {
    private let store: any StoreConnection
    private let journal: Journal
    private let recorder: Recorder
    private let unfinished: UnfinishedList
    private let lists: any ProductListFetching
    /// The last response to a request for several products contained none.
    private let hasNoProducts = Guarded(false)

    init(
        _ store: any StoreConnection, _ journal: Journal, _ recorder: Recorder, _ unfinished: UnfinishedList,
        lists: any ProductListFetching
    ) {
        (self.store, self.journal, self.recorder) = (store, journal, recorder)
        (self.unfinished, self.lists) = (unfinished, lists)
    }

    func response(to request: Request, for owner: any QueueOwner) async -> Result<Response, IAPError> {
        do throws(IAPError) { return .success(try await find(request, owner)) } catch { return .failure(error) }
    }

    private func find(_ request: Request, _ owner: any QueueOwner) async throws(IAPError) -> Response {
        switch request {
        case .products(let ids): return .products(try await products(ids, from: .call))
        case .productList(let list):
            let (ids, source) = try await ProductListLoader(journal: journal, fetch: lists).load(list)
            return .products(try await products(ids, from: source))
        case .cachedProducts(let ids):
            await recorder.flush()
            let (found, missing) = try journal.cachedProducts(ids)
            return .products(ProductsResponse(products: found, invalidIDs: missing))
        case .transactions(let query): return .transactions(try await store.transactions(query))
        case .store(let request): return try await store.response(to: request)
        case .restore:
            let owned = try await store.restore()
            await unfinished.read(among: owned, for: owner)
            return .entitlements(owned)
        case .inventory(let change):
            try journal.apply(change)
            return .done
        case .inventoryExport: return .text(try journal.exportInventory())
        case .auditCopy(let path):
            await recorder.flush()
            try journal.copyAudit(to: path)
            return .done
        }
    }

    /// The store documents no order and leaves out unknown ids. The game gets the order of its request, and the unknown
    /// ids.
    private func products(
        _ ids: [String], from source: ProductsResponse.ListSource
    ) async throws(IAPError) -> ProductsResponse {
        let found = try await store.products(for: ids)
        // StoreKit may return an empty list without an error, for no stated reason. One unknown id has an empty list, too. The client accepts the second empty
        // response.
        let isFirstEmptyResponse = hasNoProducts.withLock { hasNoProducts in
            defer { hasNoProducts = found.isEmpty && ids.count > 1 }
            return found.isEmpty && ids.count > 1 && !hasNoProducts
        }
        if isFirstEmptyResponse, await knowsOne(of: ids) {
            throw IAPError(
                .store,
                "the store returned no products at all, although it returned some of them before; try again later",
                isRetryable: true)
        }
        recorder.record(.products(found))
        let byID = Dictionary(found.map { (ExactText($0.id), $0) }, uniquingKeysWith: { first, _ in first })
        return ProductsResponse(
            products: ids.compactMap { byID[ExactText($0)] }, invalidIDs: ids.filter { byID[ExactText($0)] == nil },
            source: source)
    }

    private func knowsOne(of ids: [String]) async -> Bool {
        await recorder.flush()
        // Without the journal the client accepts the response.
        return (try? journal.cachedProducts(ids).found.isEmpty) == false
    }
}

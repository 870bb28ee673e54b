internal import IAPModel
internal import Journal

/// How requests get their answers.
extension PaymentClient {
    func answer(_ id: UInt64, _ request: Request) async -> Fact {
        switch request {
        case .products(let ids):
            return .productsAnswered(request: id, await products(ids, from: .call))
        case .productList(let list):
            do throws(IAPError) {
                let (ids, source) = try await ProductListLoader(journal: journal, fetch: lists).load(list)
                return .productsAnswered(request: id, await products(ids, from: source))
            } catch { return .productsAnswered(request: id, .failure(error)) }
        case .cachedProducts(let ids):
            do throws(IAPError) {
                await writeWhatWaits()
                let (found, missing) = try journal.cachedProducts(ids)
                return .productsAnswered(
                    request: id, .success(ProductsAnswer(products: found, invalidIDs: missing)))
            } catch { return .productsAnswered(request: id, .failure(error)) }
        case .transactions(let query):
            do throws(IAPError) {
                return .transactionsAnswered(request: id, .success(try await store.transactions(query)))
            } catch { return .transactionsAnswered(request: id, .failure(error)) }
        case .storefront:
            do throws(IAPError) {
                return .storefrontAnswered(request: id, .success(try await store.storefront()))
            } catch { return .storefrontAnswered(request: id, .failure(error)) }
        case .store(let request):
            do throws(IAPError) {
                return .answered(request: id, request.answerKind, .success(try await store.answer(request)))
            } catch { return .answered(request: id, request.answerKind, .failure(error)) }
        case .restore:
            do throws(IAPError) {
                let owned = try await store.restore()
                await listUnfinished(among: owned)
                return .entitlementsRestored(request: id, .success(owned))
            } catch { return .entitlementsRestored(request: id, .failure(error)) }
        case .inventory(let change):
            do throws(IAPError) {
                try journal.apply(change)
                return .answered(request: id, .done, .success(.done))
            } catch { return .answered(request: id, .done, .failure(error)) }
        case .inventoryExport:
            do throws(IAPError) {
                return .answered(request: id, .text, .success(.text(try journal.exportInventory())))
            } catch { return .answered(request: id, .text, .failure(error)) }
        case .auditCopy(let path):
            do throws(IAPError) {
                await writeWhatWaits()
                try journal.copyAudit(to: path)
                return .answered(request: id, .done, .success(.done))
            } catch { return .answered(request: id, .done, .failure(error)) }
        }
    }

    private func products(
        _ ids: [String], from source: ProductsAnswer.ListSource
    ) async -> Result<ProductsAnswer, IAPError> {
        do throws(IAPError) {
            let found = try await store.products(for: ids)
            _ = record([.products(found)])
            return .success(Self.answer(to: ids, found, source))
        } catch { return .failure(error) }
    }

    /// The store documents no order and leaves unknown ids out; the game gets its own order, and the unknown ones named.
    private static func answer(
        to ids: [String], _ found: [Product], _ source: ProductsAnswer.ListSource
    ) -> ProductsAnswer {
        let byID = Dictionary(found.map { (ExactText($0.id), $0) }, uniquingKeysWith: { first, _ in first })
        return ProductsAnswer(
            products: ids.compactMap { byID[ExactText($0)] }, invalidIDs: ids.filter { byID[ExactText($0)] == nil },
            source: source)
    }
}

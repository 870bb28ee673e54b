internal import IAPBook
internal import IAPHTTP
internal import IAPJSON
internal import IAPSignedData
internal import IAPSignedText

/// Reads the purchases of a legacy app receipt. If the server has a key for the App Store, it uses the App Store's
/// current data; otherwise it uses the receipt's data.
struct ReceiptReader: Sendable {
    let verifier: SignedDataVerifier
    let receipts: ReceiptVerifier
    /// Nil if no key for the App Store is configured.
    let client: AppStoreClient?
    /// The owner of a purchase must come from its appAccountToken.
    let needsMarks: Bool
    private static let mostPages = 100

    enum Outcome: Sendable {
        case purchases([PurchaseFact])
        case invalid(String)
        case undecided(String)
    }

    /// - Parameter text: the receipt in Base64.
    func read(_ text: String) -> Outcome {
        let receipt: AppReceipt
        do throws(Rejection) { receipt = try receipts.verify(Array(text.utf8)) } catch {
            return error.reason.isRetryable ? .undecided(error.detail) : .invalid(error.detail)
        }
        let environment = receipt.receiptType?.hasSuffix("Sandbox") == true ? "Sandbox" : "Production"
        // A request to the App Store occupies a thread of the HTTP server.
        guard let client else {
            if needsMarks {
                return .undecided("a receipt contains no appAccountToken, so the server needs a key for the App Store")
            }
            return .purchases(receipt.purchases.compactMap { PurchaseFact($0, of: receipt, environment: environment) })
        }
        guard client.enter() else { return .undecided("the server is already reading too many receipts") }
        defer { client.leave() }
        guard let first = receipt.purchases.compactMap(\.transactionID).first else {
            return .purchases([])
        }
        return history(of: first, environment, client)
    }

    private func history(of id: UInt64, _ environment: String, _ client: AppStoreClient) -> Outcome {
        var (facts, revision): ([PurchaseFact], String?) = ([], nil)
        for _ in 0..<Self.mostPages {
            let query = revision.map { "?revision=\(AppStoreClient.query($0))" } ?? ""
            switch client.get("/inApps/v2/history/\(id)\(query)", environment: environment) {
            case .object(let object):
                for case .text(let text) in object.list("signedTransactions") ?? [] {
                    do throws(Rejection) {
                        facts.append(try PurchaseFact(verifier.check(.transaction, Array(text.utf8))))
                    } catch {
                        return .undecided("the history from the App Store is not valid: \(error.detail)")
                    }
                }
                guard case .flag(true) = object["hasMore"], let next = object.text("revision"), next != revision else {
                    return .purchases(facts)
                }
                revision = next
            case .notFound: return .invalid("the App Store does not know the receipt's purchases")
            case .empty: return .undecided("the App Store returned no history")
            case .unavailable(let reason, _), .refused(let reason): return .undecided(reason)
            }
        }
        return .purchases(facts)
    }
}

extension PurchaseFact {
    /// Returns nil without an id, a product, a bundle id or a date.
    fileprivate init?(_ purchase: ReceiptPurchase, of receipt: AppReceipt, environment: String) {
        guard let id = purchase.transactionID, let product = purchase.productID, let bundleID = receipt.bundleID,
            let date = purchase.purchaseDate
        else { return nil }
        let type: ProductKind =
            switch purchase.productType {
            case .consumable: .consumable
            case .nonRenewingSubscription: .nonRenewing
            case .autoRenewableSubscription: .autoRenewable
            case .nonConsumable, nil: purchase.expirationDate == nil ? .nonConsumable : .autoRenewable
            }
        let revocation = purchase.cancellationDate.map { Revocation(date: $0) }
        self.init(
            environment: environment, bundleID: bundleID, transactionID: String(id),
            originalID: String(purchase.originalTransactionID ?? id), productID: product, type: type,
            quantity: max(1, Int64(purchase.quantity ?? 1)), purchaseDate: date,
            originalDate: purchase.originalPurchaseDate,
            expirationDate: purchase.expirationDate, revocation: revocation,
            version: FactVersion(
                date: receipt.creationDate ?? date, isEnd: revocation != nil, digest: PurchaseFact.receiptDigest))
        if type == .autoRenewable { orderLineID = purchase.webOrderLineItemID.map { String($0) } }
    }
}

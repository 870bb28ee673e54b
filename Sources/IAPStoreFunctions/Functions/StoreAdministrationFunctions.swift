public import CIAP
import IAPBoundary
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_transaction_init(
    _ transaction: UnsafeMutablePointer<iap_store_transaction>?
) {
    transaction?.pointee = iap_store_transaction()
    transaction?.pointee.struct_size = UInt32(MemoryLayout<iap_store_transaction>.size)
}

@c @implementation public func iap_store_list_transactions(
    _ store: OpaquePointer?, _ account: UnsafePointer<CChar>?, _ transaction_ids: UnsafeMutablePointer<UInt64>?,
    _ capacity: Int, _ count: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    count?.pointee = 0
    return control(store, error) {
        guard let count else { throw IAPError(.invalidArgument, "count is NULL") }
        let ids = try $0.transactionIDs(of: try Input.optionalText(account, "account", limit: 255))
        count.pointee = ids.count
        guard let transaction_ids else { return }
        for (index, id) in ids.enumerated() where UInt(index) < UInt(bitPattern: capacity) {
            transaction_ids[index] = id
        }
    }
}

@c @implementation public func iap_store_get_transaction(
    _ store: OpaquePointer?, _ transaction_id: UInt64, _ transaction: UnsafeMutablePointer<iap_store_transaction>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        _ = try Input.options(
            transaction.map { UnsafePointer($0) }, "transaction", zero: iap_store_transaction(),
            sizes: [MemoryLayout<iap_store_transaction>.size])
        guard let listed = try $0.listedTransaction(transaction_id) else { throw unknown(transaction_id) }
        transaction?.pointee = listed.cValue
    }
}

@c @implementation public func iap_store_delete_transaction(
    _ store: OpaquePointer?, _ transaction_id: UInt64, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        guard try $0.deleteTransaction(transaction_id) else { throw unknown(transaction_id) }
    }
}

@c @implementation public func iap_store_clear_transactions(
    _ store: OpaquePointer?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) { try $0.clearTransactions() }
}

@c @implementation public func iap_store_reset_to_default_state(
    _ store: OpaquePointer?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) { try $0.resetToDefaultState() }
}

@c @implementation public func iap_store_resolve_issue(
    _ store: OpaquePointer?, _ transaction_id: UInt64, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) { store in
        try charging {
            try store.resolveIssue(transaction_id).check(transaction_id)
        }
    }
}

/// Adds to the error of a refused purchase that the store charged nothing.
func charging(_ body: () throws -> Void) throws {
    do { try body() } catch let failure as StoreFailure where failure.kind != .systemError {
        throw IAPError(.invalidState, "the store charged nothing: \(failure.detail)")
    }
}

private func unknown(_ id: UInt64) -> IAPError { IAPError(.notFound, "the store has no transaction \(id)") }

extension ListedTransaction {
    fileprivate var cValue: iap_store_transaction {
        var value = iap_store_transaction()
        value.struct_size = UInt32(MemoryLayout<iap_store_transaction>.size)
        switch self {
        case .charged(let transaction, let flags):
            value.fill(transaction)
            value.is_auto_renewing = flags.isAutoRenewing ? 1 : 0
            value.has_purchase_issue = flags.hasPurchaseIssue ? 1 : 0
            value.is_pending_price_increase_consent = flags.isPendingPriceIncreaseConsent ? 1 : 0
        case .attempt(let attempt): value.fill(attempt)
        }
        return value
    }
}

extension iap_store_transaction {
    fileprivate mutating func fill(_ transaction: LedgerTransaction) {
        state = transaction.revocation == nil ? IAP_TRANSACTION_PURCHASED : IAP_TRANSACTION_REVOKED
        id = transaction.id
        original_id = transaction.originalID
        purchase_date_ms = transaction.purchaseDate
        expiration_date_ms = transaction.expirationDate ?? 0
        revocation_date_ms = transaction.revocation?.date ?? 0
        price_milliunits = transaction.price.milliunits
        refunded_milliunits = transaction.refundedMilliunits
        quantity = Int32(clamping: transaction.quantity)
        ownership = transaction.ownership.cValue
        offer_type = transaction.offer?.type.cValue ?? IAP_OFFER_TYPE_NONE
        is_renewal = transaction.reason == .renewal ? 1 : 0
        is_upgraded = transaction.isUpgraded ? 1 : 0
        is_finished = transaction.isFinished ? 1 : 0
        fill(
            account: transaction.account, productID: transaction.productID,
            currencyCode: transaction.price.currencyCode)
    }

    fileprivate mutating func fill(_ attempt: Attempt) {
        state = attempt.kind == .approval ? IAP_TRANSACTION_DEFERRED : IAP_TRANSACTION_FAILED
        id = attempt.id
        original_id = attempt.id
        purchase_date_ms = attempt.requestDate
        quantity = Int32(clamping: attempt.quantity)
        ownership = IAP_OWNERSHIP_PURCHASED
        offer_type = attempt.offer?.type.cValue ?? IAP_OFFER_TYPE_NONE
        has_purchase_issue = attempt.kind == .interrupted ? 1 : 0
        is_pending_ask_to_buy = attempt.kind == .approval ? 1 : 0
        fill(account: attempt.account, productID: attempt.productID, currencyCode: attempt.currencyCode)
    }

    private mutating func fill(account name: String, productID: String, currencyCode: String) {
        withUnsafeMutableBytes(of: &account) { write(name, to: $0) }
        withUnsafeMutableBytes(of: &product_id) { write(productID, to: $0) }
        withUnsafeMutableBytes(of: &currency_code) { write(currencyCode, to: $0) }
    }
}

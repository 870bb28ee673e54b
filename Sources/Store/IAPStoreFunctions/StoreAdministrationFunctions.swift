public import CIAP
import IAPInterop
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_transaction_init(_ transaction: UnsafeMutablePointer<iap_store_transaction>?) {
    initialize(transaction, iap_store_transaction(), \.struct_size)
}

@c @implementation public func iap_store_list_transactions(
    _ store: Pointer, _ account: Text, _ transaction_ids: ID, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?,
    _ error: Failure
) -> iap_status_t {
    count?.pointee = 0
    return control(store, error) {
        let account = try Input.optionalText(account, "account", limit: 255)
        try give(try $0.transactions.ids(of: account), in: transaction_ids, capacity, count)
    }
}

@c @implementation public func iap_store_get_transaction(
    _ store: Pointer, _ transaction_id: UInt64, _ transaction: UnsafeMutablePointer<iap_store_transaction>?,
    _ error: Failure
) -> iap_status_t {
    control(store, error) {
        _ = try Input.options(transaction.map { UnsafePointer($0) }, "transaction")
        guard let listed = try $0.transactions.listed(transaction_id) else {
            throw IAPError(unknownTransaction: transaction_id)
        }
        transaction?.pointee = listed.cValue
    }
}

@c @implementation public func iap_store_delete_transaction(
    _ store: Pointer, _ transaction_id: UInt64, _ error: Failure
) -> iap_status_t {
    control(store, error) { try $0.transactions.delete(transaction_id) }
}

@c @implementation public func iap_store_clear_transactions(_ store: Pointer, _ error: Failure) -> iap_status_t {
    control(store, error) { try $0.transactions.clear() }
}

@c @implementation public func iap_store_reset_to_default_state(_ store: Pointer, _ error: Failure) -> iap_status_t {
    control(store, error) { try $0.controls.reset() }
}

@c @implementation public func iap_store_resolve_issue(
    _ store: Pointer, _ transaction_id: UInt64, _ error: Failure
) -> iap_status_t {
    control(store, error) { store in
        try charging { try store.subscriptions.resolveIssue(transaction_id).check(transaction_id) }
    }
}

/// Adds to the error of a refused purchase that the store charged nothing.
func charging(_ body: () throws -> Void) throws {
    do { try body() } catch let failure as StoreFailure where failure.kind != .systemError {
        throw IAPError(.invalidState, "the store charged nothing: \(failure.detail)")
    }
}

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

@c @implementation public func iap_store_set_family(
    _ store: Pointer, _ account: Text, _ family: Text, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        let account = try Input.text(account, "account", limit: 255)
        let family = try Input.optionalText(family, "family", limit: 255)
        try $0.families.set(family, of: account)
    }
}

@c @implementation public func iap_store_set_family_sharing(
    _ store: Pointer, _ account: Text, _ enabled: Int32, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        try $0.families.set(isSharing: enabled != 0, of: Input.text(account, "account", limit: 255))
    }
}

@c @implementation public func iap_store_purchase_init(_ purchase: UnsafeMutablePointer<iap_store_purchase>?) {
    initialize(purchase, iap_store_purchase(), \.struct_size)
    purchase?.pointee.quantity = 1
}

@c @implementation public func iap_store_buy(
    _ store: Pointer, _ account: Text, _ purchase: UnsafePointer<iap_store_purchase>?, _ transaction_id: ID,
    _ error: Failure
) -> iap_status_t {
    transaction_id?.pointee = 0
    return control(store, error) {
        let account = try Input.text(account, "account", limit: 255)
        let wanted = try outsidePurchase(purchase)
        do {
            let bought = try $0.purchases.buyOutside(wanted, account: account)
            transaction_id?.pointee = bought.id
        } catch let failure as StoreFailure where failure.kind != .systemError {
            let isUnknown = failure.kind == .productUnavailable || failure.kind == .invalidOfferIdentifier
            throw IAPError(isUnknown ? .notFound : .invalidState, failure.detail)
        }
    }
}

private func outsidePurchase(
    _ purchase: UnsafePointer<iap_store_purchase>?
) throws(IAPError) -> Purchases.OutsidePurchase {
    let given = try Input.options(purchase, "purchase")
    guard Payment.quantities.contains(Int(given.quantity)) else {
        throw IAPError(.invalidQuantity, "purchase.quantity is \(given.quantity); it must be 1 to 10")
    }
    var wanted = Purchases.OutsidePurchase(
        productID: try Input.text(given.product_id, "purchase.product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX)))
    wanted.quantity = Int(given.quantity)
    wanted.appAccountToken = try Input.uuid(given.app_account_token, "purchase.app_account_token")
    wanted.billingPlanType = try Input.billingPlan(given.billing_plan, "purchase.billing_plan")
    if let id = try Input.optionalText(given.offer_id, "purchase.offer_id", limit: Int(IAP_PAYMENT_TEXT_LENGTH_MAX)) {
        let type = OfferType(rawValue: Int(given.offer_type))
        guard type == .promotional || type == .code || type == .winBack else {
            throw IAPError(.invalidArgument, "purchase.offer_type is \(given.offer_type), which a purchase cannot have")
        }
        wanted.offer = OfferChoice(type: type, id: id)
    }
    return wanted
}

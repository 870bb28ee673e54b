public import CIAP
import IAPBoundary
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_set_family(
    _ store: OpaquePointer?, _ account: UnsafePointer<CChar>?, _ family: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        let account = try Input.text(account, "account", limit: 255)
        let family = try Input.optionalText(family, "family", limit: 255)
        guard try $0.setFamily(of: account, family) else {
            throw IAPError(.invalidState, "the family \(family ?? "") is full; \(account) cannot join")
        }
    }
}

@c @implementation public func iap_store_set_family_sharing(
    _ store: OpaquePointer?, _ account: UnsafePointer<CChar>?, _ enabled: Int32,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) { try $0.setSharing(of: Input.text(account, "account", limit: 255), enabled != 0) }
}

@c @implementation public func iap_store_purchase_init(_ purchase: UnsafeMutablePointer<iap_store_purchase>?) {
    purchase?.pointee = iap_store_purchase()
    purchase?.pointee.struct_size = UInt32(MemoryLayout<iap_store_purchase>.size)
    purchase?.pointee.quantity = 1
}

@c @implementation public func iap_store_buy(
    _ store: OpaquePointer?, _ account: UnsafePointer<CChar>?, _ purchase: UnsafePointer<iap_store_purchase>?,
    _ transaction_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    transaction_id?.pointee = 0
    return control(store, error) {
        let account = try Input.text(account, "account", limit: 255)
        let wanted = try outsidePurchase(purchase)
        do {
            let bought = try $0.buyOutside(wanted, account: account)
            transaction_id?.pointee = bought.id
        } catch let failure as StoreFailure where failure.kind != .systemError {
            let isUnknown = failure.kind == .productUnavailable || failure.kind == .invalidOfferIdentifier
            throw IAPError(isUnknown ? .notFound : .invalidState, failure.detail)
        }
    }
}

private func outsidePurchase(
    _ purchase: UnsafePointer<iap_store_purchase>?
) throws(IAPError) -> ReferenceStore.OutsidePurchase {
    let given = try Input.options(
        purchase, "purchase", zero: iap_store_purchase(), sizes: [MemoryLayout<iap_store_purchase>.size])
    guard Payment.quantities.contains(Int(given.quantity)) else {
        throw IAPError(.invalidQuantity, "purchase.quantity is \(given.quantity); it must be 1 to 10")
    }
    var wanted = ReferenceStore.OutsidePurchase(
        productID: try Input.text(
            given.product_id, "purchase.product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX)))
    wanted.quantity = Int(given.quantity)
    wanted.appAccountToken = try Input.uuid(given.app_account_token, "purchase.app_account_token")
    wanted.billingPlanType = try Input.billingPlan(given.billing_plan, "purchase.billing_plan")
    if let id = try Input.optionalText(
        given.offer_id, "purchase.offer_id", limit: Int(IAP_PAYMENT_TEXT_LENGTH_MAX))
    {
        let type = OfferType(rawValue: Int(given.offer_type))
        guard type == .promotional || type == .code || type == .winBack else {
            throw IAPError(
                .invalidArgument, "purchase.offer_type is \(given.offer_type), which a purchase cannot have")
        }
        wanted.offer = OfferChoice(type: type, id: id)
    }
    return wanted
}

public import CIAP
import IAPBoundary
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_renewal_init(_ renewal: UnsafeMutablePointer<iap_store_renewal>?) {
    renewal?.pointee = iap_store_renewal()
    renewal?.pointee.struct_size = UInt32(MemoryLayout<iap_store_renewal>.size)
    renewal?.pointee.will_auto_renew = 1
}

@c @implementation public func iap_store_set_renewal(
    _ store: OpaquePointer?, _ transaction_id: UInt64, _ renewal: UnsafePointer<iap_store_renewal>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        let result = try $0.setRenewal(ofTransaction: transaction_id, setting(renewal))
        try result.check(transaction_id, product: "auto_renew_product_id")
    }
}

private func setting(_ renewal: UnsafePointer<iap_store_renewal>?) throws(IAPError) -> RenewalSetting {
    let given = try Input.options(
        renewal, "renewal", zero: iap_store_renewal(), sizes: [MemoryLayout<iap_store_renewal>.size])
    var setting = RenewalSetting()
    setting.willAutoRenew = given.will_auto_renew != 0
    setting.autoRenewProductID = try Input.optionalText(
        given.auto_renew_product_id, "renewal.auto_renew_product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
    guard (IAP_EXPIRATION_REASON_NONE...IAP_EXPIRATION_REASON_OTHER).contains(given.expiration_reason) else {
        throw IAPError(
            .invalidArgument,
            "renewal.expiration_reason is \(given.expiration_reason), which is not an IAP_EXPIRATION_REASON_… value")
    }
    if given.expiration_reason != IAP_EXPIRATION_REASON_NONE {
        setting.expirationReason = RenewalInfo.ExpirationReason(rawValue: Int(given.expiration_reason))
    }
    switch given.price_increase {
    case IAP_PRICE_INCREASE_NONE: setting.priceIncrease = .none
    case IAP_PRICE_INCREASE_PENDING: setting.priceIncrease = .pending
    case IAP_PRICE_INCREASE_AGREED: setting.priceIncrease = .agreed
    default:
        throw IAPError(
            .invalidArgument,
            "renewal.price_increase is \(given.price_increase), which is not an IAP_PRICE_INCREASE_… value")
    }
    guard given.grace_period_expiration_date_ms >= 0, given.renewal_price_milliunits >= 0 else {
        throw IAPError(.invalidArgument, "a date or a price of the renewal is negative")
    }
    setting.isInBillingRetry = given.is_in_billing_retry != 0
    if given.grace_period_expiration_date_ms != 0 {
        setting.gracePeriodExpirationDate = given.grace_period_expiration_date_ms
    }
    if given.renewal_price_milliunits != 0 { setting.priceMilliunits = given.renewal_price_milliunits }
    return setting
}

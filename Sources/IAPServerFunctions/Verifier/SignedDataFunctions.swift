public import CIAP
import Glibc
import IAPBoundary
import IAPSignedData

@c @implementation public func iap_signed_data_retain(_ data: OpaquePointer?) -> OpaquePointer? {
    SignedDataHandle.retain(data)
}

@c @implementation public func iap_signed_data_release(_ data: OpaquePointer?) {
    SignedDataHandle.release(data)
}

// MARK: By name

@c @implementation public func iap_signed_json(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    SignedDataHandle.at(data).flatMap { $0.characters($0.data.json) }
}

@c @implementation public func iap_signed_unknown_json(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    SignedDataHandle.at(data).flatMap { $0.characters($0.data.unknownJSON ?? "{}") }
}

@c @implementation public func iap_signed_has(_ data: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> Int32 {
    guard let handle = SignedDataHandle.at(data), let name else { return 0 }
    return handle.data.has(bytes(of: name)) ? 1 : 0
}

@c @implementation public func iap_signed_text(
    _ data: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> UnsafePointer<CChar>? {
    guard let handle = SignedDataHandle.at(data), let name else { return nil }
    return handle.characters(handle.data.text(at: bytes(of: name)))
}

@c @implementation public func iap_signed_number(
    _ data: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Int64>?
) -> Int32 {
    guard let handle = SignedDataHandle.at(data), let name, let number = handle.data.number(at: bytes(of: name))
    else { return 0 }
    value?.pointee = number
    return 1
}

private func bytes(of text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    UnsafeRawBufferPointer(start: text, count: strlen(text)).bindMemory(to: UInt8.self)
}

// MARK: Several kinds

@c @implementation public func iap_signed_kind(_ data: OpaquePointer?) -> iap_signed_kind_t {
    SignedDataHandle.at(data)?.data.kind.rawValue ?? IAP_SIGNED_KIND_NONE
}

@c @implementation public func iap_signed_is_signature_checked(_ data: OpaquePointer?) -> Int32 {
    SignedDataHandle.at(data)?.data.isSignatureChecked == true ? 1 : 0
}

@c @implementation public func iap_signed_environment(_ data: OpaquePointer?) -> iap_environment {
    SignedDataHandle.at(data)?.data.environments.rawValue ?? IAP_ENVIRONMENT_UNKNOWN
}

@c @implementation public func iap_signed_bundle_id(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .bundleId)
}

@c @implementation public func iap_signed_app_apple_id(_ data: OpaquePointer?) -> UInt64 {
    UInt64(clamping: signedNumber(data, .appAppleId))
}

@c @implementation public func iap_signed_signed_date_ms(_ data: OpaquePointer?) -> Int64 {
    SignedDataHandle.at(data)?.data.signedDate ?? 0
}

@c @implementation public func iap_signed_original_transaction_id(_ data: OpaquePointer?) -> UInt64 {
    signedID(data, .originalTransactionId)
}

@c @implementation public func iap_signed_product_id(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .productId)
}

@c @implementation public func iap_signed_app_account_token(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .appAccountToken)
}

@c @implementation public func iap_signed_app_transaction_id(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .appTransactionId)
}

@c @implementation public func iap_signed_original_purchase_date_ms(_ data: OpaquePointer?) -> Int64 {
    signedNumber(data, .originalPurchaseDate)
}

@c @implementation public func iap_signed_offer_type(_ data: OpaquePointer?) -> iap_offer_type_t {
    signedChoice(
        data, .offerType, unknown: IAP_OFFER_TYPE_UNKNOWN,
        [
            1: IAP_OFFER_TYPE_INTRODUCTORY, 2: IAP_OFFER_TYPE_PROMOTIONAL, 3: IAP_OFFER_TYPE_CODE,
            4: IAP_OFFER_TYPE_WIN_BACK,
        ])
}

@c @implementation public func iap_signed_offer_id(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .offerIdentifier)
}

@c @implementation public func iap_signed_offer_payment_mode(_ data: OpaquePointer?) -> iap_payment_mode {
    signedWord(
        data, .offerDiscountType, unknown: IAP_PAYMENT_MODE_UNKNOWN,
        [
            "FREE_TRIAL": IAP_PAYMENT_MODE_FREE_TRIAL, "PAY_AS_YOU_GO": IAP_PAYMENT_MODE_PAY_AS_YOU_GO,
            "PAY_UP_FRONT": IAP_PAYMENT_MODE_PAY_UP_FRONT, "ONE_TIME": IAP_PAYMENT_MODE_ONE_TIME,
        ])
}

@c @implementation public func iap_signed_offer_period(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .offerPeriod)
}

@c @implementation public func iap_signed_currency_code(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .currency)
}

@c @implementation public func iap_signed_billing_plan_type(_ data: OpaquePointer?) -> iap_billing_plan_type_t {
    guard let kind = SignedDataHandle.at(data)?.data.kind else { return IAP_BILLING_PLAN_NONE }
    return signedBillingPlan(
        data, kind.rawValue == IAP_SIGNED_RENEWAL_INFO ? .renewalBillingPlanType : .billingPlanType)
}

@c @implementation public func iap_signed_seat_price_tier_count(_ data: OpaquePointer?) -> Int {
    guard let signed = SignedDataHandle.at(data)?.data else { return 0 }
    return Int(signed.number(signed.kind == .renewalInfo ? .renewalPriceTiers : .priceTiers) ?? 0)
}

@c @implementation public func iap_signed_seat_price_tier_at(
    _ data: OpaquePointer?, _ index: Int, _ price_milliunits: UnsafeMutablePointer<Int64>?,
    _ quantity: UnsafeMutablePointer<Int32>?
) -> Int32 {
    guard let tier = SignedDataHandle.at(data)?.data.priceTier(at: index) else { return 0 }
    price_milliunits?.pointee = tier.price ?? 0
    quantity?.pointee = Int32(clamping: tier.quantity ?? 0)
    return 1
}

@c @implementation public func iap_signed_advanced_commerce_json(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    SignedDataHandle.at(data).flatMap { $0.characters($0.data.advancedCommerceJSON) }
}

@c @implementation public func iap_signed_device_verification(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .deviceVerification)
}

@c @implementation public func iap_signed_device_verification_nonce(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .deviceVerificationNonce)
}

@c @implementation public func iap_signed_is_for_device(
    _ data: OpaquePointer?, _ device_verification_id: UnsafePointer<CChar>?
) -> Int32 {
    guard let handle = SignedDataHandle.at(data), let device_verification_id,
        let id = String(validatingCString: device_verification_id)
    else { return 0 }
    return handle.data.isFor(device: id) ? 1 : 0
}

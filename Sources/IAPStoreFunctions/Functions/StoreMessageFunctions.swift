public import CIAP
import IAPBoundary
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_device_send_purchase_intent(
    _ device: OpaquePointer?, _ product_id: UnsafePointer<CChar>?, _ offer_id: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(device: device, error) {
        let productID = try Input.text(product_id, "product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
        let offerID = try Input.optionalText(offer_id, "offer_id", limit: Int(IAP_PAYMENT_TEXT_LENGTH_MAX))
        try $0.sendIntent(productID, offerID: offerID)
    }
}

@c @implementation public func iap_device_send_message(
    _ device: OpaquePointer?, _ reason: iap_message_reason_t, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(device: device, error) {
        switch reason {
        case IAP_MESSAGE_REASON_UNKNOWN: try $0.sendMessage(.unknown)
        case IAP_MESSAGE_REASON_GENERIC: try $0.sendMessage(.generic)
        case IAP_MESSAGE_REASON_PRICE_INCREASE_CONSENT: try $0.sendMessage(.priceIncreaseConsent)
        case IAP_MESSAGE_REASON_BILLING_ISSUE: try $0.sendMessage(.billingIssue)
        case IAP_MESSAGE_REASON_WIN_BACK_OFFER: try $0.sendMessage(.winBackOffer)
        default: throw IAPError(.invalidArgument, "reason is \(reason), which is not an IAP_MESSAGE_REASON_… value")
        }
    }
}

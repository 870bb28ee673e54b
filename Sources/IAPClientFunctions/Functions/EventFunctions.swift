public import CIAP
import IAPBoundary
import IAPRuntime

@c @implementation public func iap_event_type(_ event: OpaquePointer?) -> iap_event_type_t {
    EventHandle.at(event)?.type ?? IAP_EVENT_NONE
}

@c @implementation public func iap_event_request_id(_ event: OpaquePointer?) -> UInt64 {
    EventHandle.at(event)?.request ?? 0
}

@c @implementation public func iap_event_products(_ event: OpaquePointer?) -> OpaquePointer? {
    EventHandle.at(event)?.subject(of: IAP_EVENT_PRODUCTS_RECEIVED)
}

@c @implementation public func iap_event_transaction(_ event: OpaquePointer?) -> OpaquePointer? {
    EventHandle.at(event)?.subject(
        of: IAP_EVENT_TRANSACTION_UPDATED, IAP_EVENT_TRANSACTION_REMOVED, IAP_EVENT_ENTITLEMENT_REVOKED,
        IAP_EVENT_VERIFICATION_REQUESTED)
}

@c @implementation public func iap_event_transactions(_ event: OpaquePointer?) -> OpaquePointer? {
    EventHandle.at(event)?.subject(of: IAP_EVENT_TRANSACTIONS_RECEIVED)
}

@c @implementation public func iap_event_storefront_country_code(_ event: OpaquePointer?) -> UnsafePointer<CChar>? {
    EventHandle.at(event)?.storefront(.countryCode)
}

@c @implementation public func iap_event_storefront_identifier(_ event: OpaquePointer?) -> UnsafePointer<CChar>? {
    EventHandle.at(event)?.storefront(.identifier)
}

@c @implementation public func iap_event_flag(_ event: OpaquePointer?) -> Int32 {
    EventHandle.at(event)?.flag == true ? 1 : 0
}

@c @implementation public func iap_event_product_id(_ event: OpaquePointer?) -> UnsafePointer<CChar>? {
    EventHandle.at(event)?.productID
}

@c @implementation public func iap_event_text(_ event: OpaquePointer?) -> UnsafePointer<CChar>? {
    EventHandle.at(event)?.text
}

@c @implementation public func iap_event_subscription_statuses(_ event: OpaquePointer?) -> OpaquePointer? {
    EventHandle.at(event)?.subject(of: IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED)
}

@c @implementation public func iap_event_subscription_status(_ event: OpaquePointer?) -> OpaquePointer? {
    EventHandle.at(event)?.subject(of: IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED)
}

@c @implementation public func iap_event_app_transaction(_ event: OpaquePointer?) -> OpaquePointer? {
    EventHandle.at(event)?.subject(of: IAP_EVENT_APP_TRANSACTION_RECEIVED)
}

@c @implementation public func iap_event_promotions(_ event: OpaquePointer?) -> OpaquePointer? {
    EventHandle.at(event)?.subject(of: IAP_EVENT_PROMOTIONS_RECEIVED)
}

@c @implementation public func iap_event_purchase_intent(_ event: OpaquePointer?) -> OpaquePointer? {
    EventHandle.at(event)?.subject(of: IAP_EVENT_PURCHASE_INTENT_RECEIVED)
}

@c @implementation public func iap_event_message(_ event: OpaquePointer?) -> OpaquePointer? {
    EventHandle.at(event)?.subject(of: IAP_EVENT_MESSAGE_RECEIVED)
}

@c @implementation public func iap_event_error(_ event: OpaquePointer?, _ error: UnsafeMutablePointer<iap_error>?)
    -> iap_status
{
    fill(error, EventHandle.at(event)?.error)
}

@c @implementation public func iap_event_release(_ event: OpaquePointer?) {
    EventHandle.release(event)
}

public import CIAP

@c @implementation public func iap_event_get_type(_ event: OpaquePointer?) -> iap_event_type {
    EventHandle.at(event)?.type ?? IAP_EVENT_NONE
}

@c @implementation public func iap_event_request_id(_ event: OpaquePointer?) -> UInt64 {
    EventHandle.at(event)?.request ?? 0
}

@c @implementation public func iap_event_products(_ event: OpaquePointer?) -> OpaquePointer? {
    EventHandle.at(event)?.products?.borrowed
}

@c @implementation public func iap_event_transaction(_ event: OpaquePointer?) -> OpaquePointer? {
    EventHandle.at(event)?.transaction?.borrowed
}

@c @implementation public func iap_event_transactions(_ event: OpaquePointer?) -> OpaquePointer? {
    EventHandle.at(event)?.transactions?.borrowed
}

@c @implementation public func iap_event_storefront_country_code(_ event: OpaquePointer?) -> UnsafePointer<CChar>? {
    EventHandle.at(event)?.storefront?[0]
}

@c @implementation public func iap_event_storefront_identifier(_ event: OpaquePointer?) -> UnsafePointer<CChar>? {
    EventHandle.at(event)?.storefront?[1]
}

@c @implementation public func iap_event_error(_ event: OpaquePointer?, _ error: UnsafeMutablePointer<iap_error>?)
    -> iap_status
{
    fill(error, EventHandle.at(event)?.error)
}

@c @implementation public func iap_event_release(_ event: OpaquePointer?) {
    EventHandle.release(event)
}

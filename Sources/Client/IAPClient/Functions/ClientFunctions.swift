public import CIAP
import CIAPPlatform
import IAPInterop
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPPlatform

// C's types, as all functions of the headers use them.
public typealias Pointer = OpaquePointer?
public typealias Text = UnsafePointer<CChar>?
public typealias UserData = UnsafeMutableRawPointer?
public typealias ID = UnsafeMutablePointer<UInt64>?
public typealias Failure = UnsafeMutablePointer<iap_error>?

@c @implementation public func iap_client_options_init(_ options: UnsafeMutablePointer<iap_client_options>?) {
    initialize(options, iap_client_options(), \.struct_size)
}

@c @implementation public func iap_client_open_version(
    _ header_version: UInt32, _ options: UnsafePointer<iap_client_options>?,
    _ client: UnsafeMutablePointer<OpaquePointer?>?, _ error: Failure
) -> iap_status_t {
    client?.pointee = nil
    return returnStatus(error) { () throws(IAPError) in
        let client = try Input.place(client, "client")
        guard header_version <= UInt32(IAP_HEADER_VERSION) else {
            throw IAPError(
                .versionMismatch,
                "the game was compiled with header \(header_version), but the library is version \(IAP_HEADER_VERSION); update the library"
            )
        }
        let options = try Input.options(options, "options")
        client.pointee = try GameClient.open(try Input.client(options), on: try Input.device(options)).pointer
    }
}

@c @implementation public func iap_client_close(_ client: Pointer) -> iap_status_t {
    returnStatus(nil, expecting: [.closed]) { () throws(IAPError) in try GameClient.at(client).close() }
}

@c @implementation public func iap_client_process_events(_ client: Pointer, _ max_events: UInt32) -> Int32 {
    // The only cost of a frame with nothing to do.
    if platform_is_idle(UInt(bitPattern: client)) != 0 { return 0 }
    return processEvents(client, max_events)
}

/// A separate function. Without it, a frame with nothing to do would have to save registers.
@inline(never)
private func processEvents(_ client: OpaquePointer?, _ limit: UInt32) -> Int32 {
    number(function: "iap_client_process_events") { () throws(IAPError) in
        try GameClient.at(client).processEvents(atMost: limit)
    }
}

@c @implementation public func iap_client_next_event(
    _ client: Pointer, _ event: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    event?.pointee = nil
    return number { () throws(IAPError) in
        let client = try GameClient.at(client)
        let event = try Input.place(event, "event")
        guard let next = try client.nextEvent() else { return 0 }
        event.pointee = next.given
        return 1
    }
}

@c @implementation public func iap_client_wait_events(_ client: Pointer, _ timeout_ms: UInt32) -> Int32 {
    number { () throws(IAPError) in try GameClient.at(client).waitForEvents(milliseconds: timeout_ms) ? 1 : 0 }
}

@c @implementation public func iap_observer_init(_ observer: UnsafeMutablePointer<iap_observer>?) {
    initialize(observer, iap_observer(), \.struct_size)
}

@c @implementation public func iap_add_observer(
    _ client: Pointer, _ observer: UnsafePointer<iap_observer>?, _ observer_id: ID, _ error: Failure
) -> iap_status_t {
    observer_id?.pointee = 0
    return returnStatus(error) { () throws(IAPError) in
        let (client, payments) = try GameClient.open(client)
        let functions = try Input.options(observer, "observer")
        let id = client.add(functions)
        observer_id?.pointee = id
        client.wakeGame()
        payments.startDelivery()
        payments.repeatIntents()
    }
}

@c @implementation public func iap_remove_observer(
    _ client: Pointer, _ observer_id: UInt64, _ error: Failure
) -> iap_status_t {
    returnStatus(error, expecting: [.closed, .notFound]) { () throws(IAPError) in
        try GameClient.open(client).client.removeObserver(observer_id)
    }
}

@c @implementation public func iap_version() -> UInt32 { UInt32(IAP_HEADER_VERSION) }

@c @implementation public func iap_error_init(_ error: Failure) {
    error?.pointee = value(of: nil)
}

@c @implementation public func iap_status_name(_ status: iap_status_t) -> Text {
    StatusNames.text(of: status)
}

/// The pointer that the game passes together with a function.
private struct LogUserData: @unchecked Sendable {  // The library only passes it on.
    let pointer: UserData
}

@c @implementation public func iap_set_log_function(
    _ level: iap_log_level_t, _ function: iap_log_function?, _ user_data: UserData, _ error: Failure
) -> iap_status_t {
    returnStatus(error) { () throws(IAPError) in
        let chosen = UInt32(exactly: level).flatMap { Log.Level(rawValue: $0) }
        guard chosen != nil || level == IAP_LOG_NONE else {
            throw IAPError(.invalidArgument, "level is \(level), which is not an IAP_LOG_… value")
        }
        let data = LogUserData(pointer: user_data)
        guard let function else { return Log.set(chosen, nil) }
        Log.set(chosen) { level, message in
            message.withCString { function(data.pointer, iap_log_level_t(level.rawValue), $0) }
        }
    }
}

@c @implementation public func iap_check_handles() {
    CheckedHandles.turnOn()
}

@c @implementation public func iap_struct_size(_ name: Text) -> UInt32 {
    guard let name, let size = structSizes[String(cString: name)] else { return 0 }
    return UInt32(size)
}

/// The structs of all headers. A program that knows only the library's name, such as the bindings of a scripting language,
/// compares them with its own.
private let structSizes: [String: Int] = [
    "iap_error": MemoryLayout<iap_error>.size,
    "iap_client_options": MemoryLayout<iap_client_options>.size,
    "iap_product_list_options": MemoryLayout<iap_product_list_options>.size,
    "iap_observer": MemoryLayout<iap_observer>.size,
    "iap_payment": MemoryLayout<iap_payment>.size,
    "iap_verification_options": MemoryLayout<iap_verification_options>.size,
    "iap_grant": MemoryLayout<iap_grant>.size,
    "iap_inventory_options": MemoryLayout<iap_inventory_options>.size,
    "iap_verifier_options": MemoryLayout<iap_verifier_options>.size,
    "iap_verify_result": MemoryLayout<iap_verify_result>.size,
    "iap_server_key_options": MemoryLayout<iap_server_key_options>.size,
    "iap_server_request": MemoryLayout<iap_server_request>.size,
    "iap_store_options": MemoryLayout<iap_store_options>.size,
    "iap_store_renewal": MemoryLayout<iap_store_renewal>.size,
    "iap_store_signing_request": MemoryLayout<iap_store_signing_request>.size,
    "iap_store_notification": MemoryLayout<iap_store_notification>.size,
    "iap_store_settings": MemoryLayout<iap_store_settings>.size,
    "iap_store_purchase": MemoryLayout<iap_store_purchase>.size,
    "iap_device_network": MemoryLayout<iap_device_network>.size,
    "iap_store_transaction": MemoryLayout<iap_store_transaction>.size,
    "iap_store_totals": MemoryLayout<iap_store_totals>.size,
]

@c @implementation public func iap_event_type(_ p: Pointer) -> iap_event_type_t { EventHandle.get(p) { $0.type } }
@c @implementation public func iap_event_request_id(_ p: Pointer) -> UInt64 { EventHandle.get(p) { $0.request } }
@c @implementation public func iap_event_products(_ event: Pointer) -> Pointer {
    EventHandle.at(event)?.subject(of: IAP_EVENT_PRODUCTS_RECEIVED)
}

@c @implementation public func iap_event_transaction(_ event: Pointer) -> Pointer {
    EventHandle.at(event)?.subject(
        of: IAP_EVENT_TRANSACTION_UPDATED, IAP_EVENT_TRANSACTION_REMOVED, IAP_EVENT_ENTITLEMENT_REVOKED,
        IAP_EVENT_VERIFICATION_REQUESTED)
}

@c @implementation public func iap_event_transactions(_ event: Pointer) -> Pointer {
    EventHandle.at(event)?.subject(of: IAP_EVENT_TRANSACTIONS_RECEIVED)
}
@c @implementation public func iap_event_storefront_country_code(_ p: Pointer) -> Text {
    EventHandle.get(p, \.storefront?.countryCode)
}
@c @implementation public func iap_event_storefront_identifier(_ p: Pointer) -> Text {
    EventHandle.get(p, \.storefront?.id)
}
@c @implementation public func iap_event_flag(_ p: Pointer) -> Int32 { EventHandle.get(p) { $0.flag } }
@c @implementation public func iap_event_product_id(_ p: Pointer) -> Text { EventHandle.get(p, \.productID) }
@c @implementation public func iap_event_text(_ p: Pointer) -> Text { EventHandle.get(p, \.text) }
@c @implementation public func iap_event_subscription_statuses(_ event: Pointer) -> Pointer {
    EventHandle.at(event)?.subject(of: IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED)
}
@c @implementation public func iap_event_subscription_status(_ event: Pointer) -> Pointer {
    EventHandle.at(event)?.subject(of: IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED)
}
@c @implementation public func iap_event_app_transaction(_ event: Pointer) -> Pointer {
    EventHandle.at(event)?.subject(of: IAP_EVENT_APP_TRANSACTION_RECEIVED)
}
@c @implementation public func iap_event_promotions(_ event: Pointer) -> Pointer {
    EventHandle.at(event)?.subject(of: IAP_EVENT_PROMOTIONS_RECEIVED)
}
@c @implementation public func iap_event_purchase_intent(_ event: Pointer) -> Pointer {
    EventHandle.at(event)?.subject(of: IAP_EVENT_PURCHASE_INTENT_RECEIVED)
}
@c @implementation public func iap_event_message(_ event: Pointer) -> Pointer {
    EventHandle.at(event)?.subject(of: IAP_EVENT_MESSAGE_RECEIVED)
}
@c @implementation public func iap_event_error(_ event: Pointer, _ error: Failure) -> iap_status_t {
    fill(error, EventHandle.at(event)?.error)
}
@c @implementation public func iap_event_release(_ p: Pointer) { EventHandle.release(p) }

public import CIAP
import CIAPPlatform
import IAPBoundary
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPRuntime

@c @implementation public func iap_client_options_init(_ options: UnsafeMutablePointer<iap_client_options>?) {
    options?.pointee = iap_client_options()
    options?.pointee.struct_size = UInt32(MemoryLayout<iap_client_options>.size)
}

@c @implementation public func iap_client_open_version(
    _ header_version: UInt32, _ options: UnsafePointer<iap_client_options>?,
    _ client: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    client?.pointee = nil
    return answer(error) { () throws(IAPError) in
        guard let client else { throw IAPError(.invalidArgument, "client is NULL: there is nowhere to put the handle") }
        guard header_version <= UInt32(IAP_HEADER_VERSION) else {
            throw IAPError(
                .versionMismatch,
                "the game was compiled with header \(header_version), but the library is version \(IAP_HEADER_VERSION); update the library"
            )
        }
        let options = try Input.options(
            options, "options", zero: iap_client_options(), sizes: [MemoryLayout<iap_client_options>.size])
        client.pointee = try GameClient.open(try Input.client(options), on: try Input.device(options)).pointer
    }
}

@c @implementation public func iap_client_close(_ client: OpaquePointer?) -> iap_status {
    answer(nil, expecting: [.closed]) { () throws(IAPError) in try GameClient.at(client).close() }
}

@c @implementation public func iap_client_process_events(_ client: OpaquePointer?, _ max_events: UInt32) -> Int32 {
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
    _ client: OpaquePointer?, _ event: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    event?.pointee = nil
    return number { () throws(IAPError) in
        let client = try GameClient.at(client)
        guard let event else { throw IAPError(.invalidArgument, "event is NULL: there is nowhere to put the handle") }
        guard let next = try client.nextEvent() else { return 0 }
        event.pointee = next.given
        return 1
    }
}

@c @implementation public func iap_client_wait_events(_ client: OpaquePointer?, _ timeout_ms: UInt32) -> Int32 {
    number { () throws(IAPError) in try GameClient.at(client).waitForEvents(milliseconds: timeout_ms) ? 1 : 0 }
}

@c @implementation public func iap_observer_init(_ observer: UnsafeMutablePointer<iap_observer>?) {
    observer?.pointee = iap_observer()
    observer?.pointee.struct_size = UInt32(MemoryLayout<iap_observer>.size)
}

@c @implementation public func iap_add_observer(
    _ client: OpaquePointer?, _ observer: UnsafePointer<iap_observer>?, _ observer_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    observer_id?.pointee = 0
    return answer(error) { () throws(IAPError) in
        let (client, payments) = try GameClient.open(client)
        let functions = try Input.options(
            observer, "observer", zero: iap_observer(), sizes: [MemoryLayout<iap_observer>.size])
        let id = client.add(functions)
        observer_id?.pointee = id
        client.wakeGame()
        payments.startDelivery()
        payments.repeatIntents()
    }
}

@c @implementation public func iap_remove_observer(
    _ client: OpaquePointer?, _ observer_id: UInt64, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    answer(error, expecting: [.closed, .notFound]) { () throws(IAPError) in
        try GameClient.open(client).client.removeObserver(observer_id)
    }
}

public import CIAP
import IAPBoundary
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_device_network_init(_ network: UnsafeMutablePointer<iap_device_network>?) {
    network?.pointee = iap_device_network()
    network?.pointee.struct_size = UInt32(MemoryLayout<iap_device_network>.size)
}

@c @implementation public func iap_device_set_network(
    _ device: OpaquePointer?, _ network: UnsafePointer<iap_device_network>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(device: device, error) {
        let given = try Input.options(
            network, "network", zero: iap_device_network(), sizes: [MemoryLayout<iap_device_network>.size])
        guard given.latency_ms >= 0, given.timeout_ms >= 0 else {
            throw IAPError(.invalidArgument, "network.latency_ms or network.timeout_ms is negative")
        }
        var conditions = NetworkConditions()
        conditions.isDown = given.is_down != 0
        conditions.neverAnswers = given.never_answers != 0
        conditions.requestsPerMinute = given.requests_per_minute
        conditions.latency = given.latency_ms
        conditions.timeout = given.timeout_ms
        try $0.setNetwork(conditions)
    }
}

@c @implementation public func iap_store_lose_next_answer(
    _ store: OpaquePointer?, _ loss: iap_store_loss, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        switch loss {
        case IAP_STORE_LOSS_ERROR: try $0.order(.lose(.error))
        case IAP_STORE_LOSS_SILENCE: try $0.order(.lose(.silence))
        default: throw IAPError(.invalidArgument, "loss is \(loss), which is not an IAP_STORE_LOSS_… value")
        }
    }
}

@c @implementation public func iap_store_restart(
    _ store: OpaquePointer?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) { try $0.restart() }
}

@c @implementation public func iap_store_kill_at(
    _ store: OpaquePointer?, _ point: iap_store_point, _ count: UInt32, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        if point == IAP_STORE_POINT_NONE { return $0.kill(at: nil, count: 1) }
        guard let point = KillPoint(rawValue: point) else {
            throw IAPError(.invalidArgument, "point is \(point), which is not an IAP_STORE_POINT_… value")
        }
        guard count >= 1 else { throw IAPError(.invalidArgument, "count is 0; use 1 for the first time") }
        $0.kill(at: point, count: count)
    }
}

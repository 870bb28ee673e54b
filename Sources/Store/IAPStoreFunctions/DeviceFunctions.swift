public import CIAP
import IAPInterop
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_device_network_init(_ network: UnsafeMutablePointer<iap_device_network>?) {
    initialize(network, iap_device_network(), \.struct_size)
}

@c @implementation public func iap_device_set_network(
    _ device: Pointer, _ network: UnsafePointer<iap_device_network>?, _ error: Failure
) -> iap_status_t {
    control(device: device, error) {
        let given = try Input.options(network, "network")
        guard given.latency_ms >= 0, given.timeout_ms >= 0 else {
            throw IAPError(.invalidArgument, "network.latency_ms or network.timeout_ms is negative")
        }
        var conditions = NetworkConditions()
        conditions.isDown = given.is_down != 0
        conditions.neverAnswers = given.never_answers != 0
        conditions.requestsPerMinute = given.requests_per_minute
        conditions.latency = given.latency_ms
        conditions.timeout = given.timeout_ms
        try $0.network.set(conditions)
    }
}

@c @implementation public func iap_store_lose_next_response(
    _ store: Pointer, _ loss: iap_store_loss_t, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        switch loss {
        case IAP_STORE_LOSS_ERROR: try $0.controls.order(.lose(.error))
        case IAP_STORE_LOSS_SILENCE: try $0.controls.order(.lose(.silence))
        default: throw IAPError(.invalidArgument, "loss is \(loss), which is not an IAP_STORE_LOSS_… value")
        }
    }
}

@c @implementation public func iap_store_restart(_ store: Pointer, _ error: Failure) -> iap_status_t {
    control(store, error) { try $0.controls.restart() }
}

@c @implementation public func iap_store_kill_at(
    _ store: Pointer, _ point: iap_store_point_t, _ count: UInt32, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        if point == IAP_STORE_POINT_NONE { return $0.file.killSwitch.set(nil, count: 1) }
        let point = try Input.value(KillPoint.self, point, "point", "IAP_STORE_POINT")
        guard count >= 1 else { throw IAPError(.invalidArgument, "count is 0; use 1 for the first time") }
        $0.file.killSwitch.set(point, count: count)
    }
}

@c @implementation public func iap_device_send_purchase_intent(
    _ device: Pointer, _ product_id: Text, _ offer_id: Text, _ error: Failure
) -> iap_status_t {
    control(device: device, error) {
        let productID = try Input.text(product_id, "product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
        let offerID = try Input.optionalText(offer_id, "offer_id", limit: Int(IAP_PAYMENT_TEXT_LENGTH_MAX))
        try $0.inbox.sendIntent(productID, offerID: offerID)
    }
}

@c @implementation public func iap_device_send_message(
    _ device: Pointer, _ reason: iap_message_reason_t, _ error: Failure
) -> iap_status_t {
    control(device: device, error) {
        switch reason {
        case IAP_MESSAGE_REASON_UNKNOWN: try $0.inbox.sendMessage(.unknown)
        case IAP_MESSAGE_REASON_GENERIC: try $0.inbox.sendMessage(.generic)
        case IAP_MESSAGE_REASON_PRICE_INCREASE_CONSENT: try $0.inbox.sendMessage(.priceIncreaseConsent)
        case IAP_MESSAGE_REASON_BILLING_ISSUE: try $0.inbox.sendMessage(.billingIssue)
        case IAP_MESSAGE_REASON_WIN_BACK_OFFER: try $0.inbox.sendMessage(.winBackOffer)
        default: throw IAPError(.invalidArgument, "reason is \(reason), which is not an IAP_MESSAGE_REASON_… value")
        }
    }
}

@c @implementation public func iap_device_sign_in(
    _ device: Pointer, _ account: Text, _ error: Failure
) -> iap_status_t {
    control(device: device, error) { try $0.session.signIn(try Input.text(account, "account", limit: 255)) }
}

@c @implementation public func iap_device_sign_out(_ device: Pointer, _ error: Failure) -> iap_status_t {
    control(device: device, error) { try $0.session.signOut() }
}

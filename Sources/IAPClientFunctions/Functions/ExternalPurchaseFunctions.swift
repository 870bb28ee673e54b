public import CIAP
import IAPBoundary
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPRuntime

// Purchases outside the App Store.

@c @implementation public func iap_show_external_purchase_notice(
    _ client: OpaquePointer?, _ completion: iap_text_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .text(completion, user_data), request_id, error) { .store(.externalPurchase(.notice)) }
}

@c @implementation public func iap_open_external_purchase_link(
    _ client: OpaquePointer?, _ url: UnsafePointer<CChar>?, _ completion: iap_completion_function?,
    _ user_data: UnsafeMutableRawPointer?, _ request_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .done(completion, user_data), request_id, error) { () throws(IAPError) in
        .store(.externalPurchase(.link(try Input.optionalText(url, "url", limit: Input.urlLimit))))
    }
}

@c @implementation public func iap_request_external_purchase_custom_link_eligibility(
    _ client: OpaquePointer?, _ completion: iap_flag_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .flag(completion, user_data), request_id, error) {
        .store(.externalPurchase(.customLinkEligibility))
    }
}

@c @implementation public func iap_request_external_purchase_token(
    _ client: OpaquePointer?, _ type: iap_external_purchase_token, _ completion: iap_text_function?,
    _ user_data: UnsafeMutableRawPointer?, _ request_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .text(completion, user_data), request_id, error) { () throws(IAPError) in
        switch type {
        case IAP_EXTERNAL_PURCHASE_TOKEN_ACQUISITION: return .store(.externalPurchase(.customLinkToken(.acquisition)))
        case IAP_EXTERNAL_PURCHASE_TOKEN_SERVICES: return .store(.externalPurchase(.customLinkToken(.services)))
        default:
            throw IAPError(.invalidArgument, "type is \(type), which is not an IAP_EXTERNAL_PURCHASE_TOKEN_… value")
        }
    }
}

@c @implementation public func iap_show_external_purchase_custom_link_notice(
    _ client: OpaquePointer?, _ type: iap_external_purchase_notice, _ completion: iap_completion_function?,
    _ user_data: UnsafeMutableRawPointer?, _ request_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .done(completion, user_data), request_id, error) { () throws(IAPError) in
        switch type {
        case IAP_EXTERNAL_PURCHASE_NOTICE_BROWSER: return .store(.externalPurchase(.customLinkNotice(.browser)))
        case IAP_EXTERNAL_PURCHASE_NOTICE_WITHIN_APP: return .store(.externalPurchase(.customLinkNotice(.withinApp)))
        default:
            throw IAPError(.invalidArgument, "type is \(type), which is not an IAP_EXTERNAL_PURCHASE_NOTICE_… value")
        }
    }
}

@c @implementation public func iap_open_external_link_account(
    _ client: OpaquePointer?, _ completion: iap_completion_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .done(completion, user_data), request_id, error) { .store(.externalPurchase(.linkAccount)) }
}

@c @implementation public func iap_bind_payment_method(
    _ client: OpaquePointer?, _ pinning_id: UnsafePointer<CChar>?, _ completion: iap_completion_function?,
    _ user_data: UnsafeMutableRawPointer?, _ request_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .done(completion, user_data), request_id, error) { () throws(IAPError) in
        .store(.bindPaymentMethod(pinningID: try Input.text(pinning_id, "pinning_id", limit: Input.idLimit)))
    }
}

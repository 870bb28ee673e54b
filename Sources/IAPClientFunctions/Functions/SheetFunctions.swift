public import CIAP
import IAPBoundary
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPRuntime

// Sheets that the system shows for the game.

@c @implementation public func iap_request_refund(
    _ client: OpaquePointer?, _ transaction_id: UInt64, _ ui_anchor: UnsafeMutableRawPointer?,
    _ completion: iap_completion_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .done(completion, user_data), request_id, error) {
        .store(.show(.refund(transaction_id), Anchor(ui_anchor)))
    }
}

@c @implementation public func iap_show_manage_subscriptions(
    _ client: OpaquePointer?, _ group_id: UnsafePointer<CChar>?, _ ui_anchor: UnsafeMutableRawPointer?,
    _ completion: iap_completion_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .done(completion, user_data), request_id, error) { () throws(IAPError) in
        let id = try Input.optionalText(group_id, "group_id", limit: Input.idLimit)
        return .store(.show(.manageSubscriptions(groupID: id), Anchor(ui_anchor)))
    }
}

@c @implementation public func iap_present_offer_code_redemption(
    _ client: OpaquePointer?, _ ui_anchor: UnsafeMutableRawPointer?, _ completion: iap_completion_function?,
    _ user_data: UnsafeMutableRawPointer?, _ request_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .done(completion, user_data), request_id, error) {
        .store(.show(.offerCodeRedemption, Anchor(ui_anchor)))
    }
}

@c @implementation public func iap_request_review(
    _ client: OpaquePointer?, _ ui_anchor: UnsafeMutableRawPointer?, _ completion: iap_completion_function?,
    _ user_data: UnsafeMutableRawPointer?, _ request_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .done(completion, user_data), request_id, error) { .store(.show(.review, Anchor(ui_anchor))) }
}

public import CIAP
import IAPBoundary
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPRuntime

@c @implementation public func iap_display_message(
    _ client: OpaquePointer?, _ message: OpaquePointer?, _ ui_anchor: UnsafeMutableRawPointer?,
    _ completion: iap_completion_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request_id?.pointee = 0
    return answer(error) { () throws(IAPError) in
        let (client, payments) = try GameClient.open(client)
        guard let handle = MessageHandle.at(message) else { throw IAPError(.invalidArgument, "message is NULL") }
        guard handle.owner == client.number else { throw IAPError(.notFound, "the message belongs to another client") }
        let id = try client.open(.done(completion, user_data)) { register throws(IAPError) in
            try payments.display(message: handle.message.id, Anchor(ui_anchor), register: register)
        }
        request_id?.pointee = id
    }
}

@c @implementation public func iap_message_reason(_ message: OpaquePointer?) -> iap_message_reason_t {
    MessageHandle.at(message)?.message.reason.cValue ?? IAP_MESSAGE_REASON_UNKNOWN
}

@c @implementation public func iap_message_retain(_ message: OpaquePointer?) -> OpaquePointer? {
    MessageHandle.retain(message)
}

@c @implementation public func iap_message_release(_ message: OpaquePointer?) {
    MessageHandle.release(message)
}

extension StoreMessage.Reason {
    fileprivate var cValue: iap_message_reason_t {
        switch self {
        case .unknown: IAP_MESSAGE_REASON_UNKNOWN
        case .generic: IAP_MESSAGE_REASON_GENERIC
        case .priceIncreaseConsent: IAP_MESSAGE_REASON_PRICE_INCREASE_CONSENT
        case .billingIssue: IAP_MESSAGE_REASON_BILLING_ISSUE
        case .winBackOffer: IAP_MESSAGE_REASON_WIN_BACK_OFFER
        }
    }
}

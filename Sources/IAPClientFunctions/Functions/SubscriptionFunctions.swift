public import CIAP
import IAPBoundary
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPRuntime

@c @implementation public func iap_request_subscription_statuses(
    _ client: OpaquePointer?, _ group_id: UnsafePointer<CChar>?, _ completion: iap_subscription_statuses_function?,
    _ user_data: UnsafeMutableRawPointer?, _ request_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .statuses(completion, user_data), request_id, error) { () throws(IAPError) in
        .store(.subscriptionStatuses(groupID: try Input.optionalText(group_id, "group_id", limit: Input.idLimit)))
    }
}

@c @implementation public func iap_request_transaction_status(
    _ client: OpaquePointer?, _ transaction_id: UInt64, _ completion: iap_subscription_statuses_function?,
    _ user_data: UnsafeMutableRawPointer?, _ request_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .statuses(completion, user_data), request_id, error) { .store(.transactionStatus(transaction_id)) }
}

@c @implementation public func iap_request_introductory_offer_eligibility(
    _ client: OpaquePointer?, _ group_id: UnsafePointer<CChar>?, _ completion: iap_flag_function?,
    _ user_data: UnsafeMutableRawPointer?, _ request_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .flag(completion, user_data), request_id, error) { () throws(IAPError) in
        .store(.introductoryOfferEligibility(groupID: try Input.text(group_id, "group_id", limit: Input.idLimit)))
    }
}

@c @implementation public func iap_subscription_statuses_count(_ statuses: OpaquePointer?) -> Int {
    SubscriptionStatusListHandle.at(statuses)?.statuses.count ?? 0
}

@c @implementation public func iap_subscription_statuses_at(_ statuses: OpaquePointer?, _ index: Int) -> OpaquePointer?
{
    SubscriptionStatusListHandle.at(statuses)?.statuses.element(index)?.borrowed
}

@c @implementation public func iap_subscription_statuses_retain(_ statuses: OpaquePointer?) -> OpaquePointer? {
    SubscriptionStatusListHandle.retain(statuses)
}

@c @implementation public func iap_subscription_statuses_release(_ statuses: OpaquePointer?) {
    SubscriptionStatusListHandle.release(statuses)
}

@c @implementation public func iap_subscription_status_retain(_ status: OpaquePointer?) -> OpaquePointer? {
    SubscriptionStatusHandle.retain(status)
}

@c @implementation public func iap_subscription_status_release(_ status: OpaquePointer?) {
    SubscriptionStatusHandle.release(status)
}

@c @implementation public func iap_subscription_status_state(_ status: OpaquePointer?) -> iap_subscription_state {
    SubscriptionStatusHandle.at(status)?.status.state.cValue ?? IAP_SUBSCRIPTION_STATE_UNKNOWN
}

@c @implementation public func iap_subscription_status_group_id(_ status: OpaquePointer?) -> UnsafePointer<CChar>? {
    SubscriptionStatusHandle.at(status)?.groupID
}

@c @implementation public func iap_subscription_status_transaction(_ status: OpaquePointer?) -> OpaquePointer? {
    SubscriptionStatusHandle.at(status)?.transaction.borrowed
}

@c @implementation public func iap_subscription_status_renewal_info(_ status: OpaquePointer?) -> OpaquePointer? {
    SubscriptionStatusHandle.at(status)?.renewalInfo.borrowed
}

import CIAP

/// The functions of a game that receive the events of no request.
final class Observer {
    let id: UInt64
    private let functions: iap_observer
    var isRemoved = false

    init(id: UInt64, functions: iap_observer) {
        self.id = id
        self.functions = functions
    }

    func tell(_ event: EventHandle, _ client: OpaquePointer, _ error: UnsafePointer<iap_error>?) {
        let data = functions.user_data
        switch event.type {
        case IAP_EVENT_TRANSACTION_UPDATED: functions.transaction_updated?(data, client, event.subject)
        case IAP_EVENT_TRANSACTION_REMOVED: functions.transaction_removed?(data, client, event.subject)
        case IAP_EVENT_RESTORE_FINISHED: functions.restore_finished?(data, client, event.request)
        case IAP_EVENT_RESTORE_FAILED: functions.restore_failed?(data, client, event.request, error)
        case IAP_EVENT_ENTITLEMENT_REVOKED: functions.entitlement_revoked?(data, client, event.subject)
        case IAP_EVENT_STOREFRONT_CHANGED:
            functions.storefront_changed?(data, client, event.storefront(.countryCode), event.storefront(.identifier))
        case IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED: functions.subscription_status_changed?(data, client, event.subject)
        case IAP_EVENT_PURCHASE_INTENT_RECEIVED: functions.purchase_intent_received?(data, client, event.subject)
        case IAP_EVENT_MESSAGE_RECEIVED: functions.message_received?(data, client, event.subject)
        case IAP_EVENT_VERIFICATION_REQUESTED: functions.verification_requested?(data, client, event.subject)
        case IAP_EVENT_PROBLEM_REPORTED: functions.problem_reported?(data, client, error)
        case IAP_EVENT_ENTITLEMENT_CHANGED:
            functions.entitlement_changed?(data, client, event.productID, event.flag ? 1 : 0)
        default: break
        }
    }

    /// Whether the observer has a function for an event that repeats until the game receives it. All other events count
    /// as received.
    func hears(_ type: iap_event_type_t) -> Bool {
        switch type {
        case IAP_EVENT_ENTITLEMENT_REVOKED: functions.entitlement_revoked != nil
        case IAP_EVENT_PROBLEM_REPORTED: functions.problem_reported != nil
        default: true
        }
    }
}

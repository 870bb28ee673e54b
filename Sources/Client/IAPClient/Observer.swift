package import CIAP
import IAPInterop
import IAPModel
package import IAPPaymentQueue

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
            functions.storefront_changed?(
                data, client, event.text(\.storefront?.countryCode), event.text(\.storefront?.id))
        case IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED: functions.subscription_status_changed?(data, client, event.subject)
        case IAP_EVENT_PURCHASE_INTENT_RECEIVED: functions.purchase_intent_received?(data, client, event.subject)
        case IAP_EVENT_MESSAGE_RECEIVED: functions.message_received?(data, client, event.subject)
        case IAP_EVENT_VERIFICATION_REQUESTED: functions.verification_requested?(data, client, event.subject)
        case IAP_EVENT_PROBLEM_REPORTED: functions.problem_reported?(data, client, error)
        case IAP_EVENT_ENTITLEMENT_CHANGED:
            functions.entitlement_changed?(data, client, event.text(\.productID), event.flag ? 1 : 0)
        default: break
        }
    }

    /// Whether the observer has a function for an event that repeats until the game receives it. All other events count
    /// as received.
    func hears(_ type: iap_event_type_t) -> Bool {
        switch type {
        case IAP_EVENT_ENTITLEMENT_REVOKED: functions.entitlement_revoked != nil
        case IAP_EVENT_PROBLEM_REPORTED: functions.problem_reported != nil
        case IAP_EVENT_VERIFICATION_REQUESTED: functions.verification_requested != nil
        default: true
        }
    }
}

/// The game's function that ends a request.
package struct Completion {
    package typealias Call = (
        _ client: OpaquePointer, _ event: EventHandle, _ error: UnsafePointer<iap_error>?
    ) -> Void

    let responseKind: Response.Kind
    let call: Call

    private init(_ responseKind: Response.Kind, _ call: @escaping Call) {
        self.responseKind = responseKind
        self.call = call
    }

    /// A restore ends with an event for the observers.
    package static var restore: Self { Completion(.entitlements) { _, _, _ in } }

    /// For responses that are a handle: to C, their functions differ only in the type of the handle.
    package static func handle(
        _ kind: Response.Kind, _ function: iap_products_function?, _ userData: UnsafeMutableRawPointer?
    ) -> Self {
        Completion(kind) { function?(userData, $0, $1.request, $1.subject, $2) }
    }

    package static func storefront(_ function: iap_storefront_function?, _ userData: UnsafeMutableRawPointer?) -> Self {
        Completion(.storefront) {
            function?(userData, $0, $1.request, $1.text(\.storefront?.countryCode), $1.text(\.storefront?.id), $2)
        }
    }

    package static func done(_ function: iap_completion_function?, _ userData: UnsafeMutableRawPointer?) -> Self {
        Completion(.done) { function?(userData, $0, $1.request, $2) }
    }

    package static func flag(_ function: iap_flag_function?, _ userData: UnsafeMutableRawPointer?) -> Self {
        Completion(.flag) { function?(userData, $0, $1.request, $1.flag ? 1 : 0, $2) }
    }

    package static func text(_ function: iap_text_function?, _ userData: UnsafeMutableRawPointer?) -> Self {
        Completion(.text) { function?(userData, $0, $1.request, $1.text(\.text), $2) }
    }
}

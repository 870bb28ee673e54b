public import CIAP
import IAPBoundary
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPRuntime

@c @implementation public func iap_queue_purchase_intents(
    _ client: OpaquePointer?, _ intents: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    intents?.pointee = nil
    return answer(error) { () throws(IAPError) in
        let (client, payments) = try GameClient.open(client)
        guard let intents else {
            throw IAPError(.invalidArgument, "intents is NULL: there is nowhere to put the handle")
        }
        intents.pointee = PurchaseIntentListHandle(payments.purchaseIntents, of: client.number).given
    }
}

@c @implementation public func iap_take_purchase_intent(
    _ client: OpaquePointer?, _ intent: OpaquePointer?, _ payment: UnsafePointer<iap_payment>?,
    _ payment_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    payment_id?.pointee = 0
    return answer(error) { () throws(IAPError) in
        let (payments, id) = try decide(client, intent)
        let paymentID = try payments.take(intent: id, payment == nil ? nil : try Input.payment(payment))
        payment_id?.pointee = paymentID
    }
}

@c @implementation public func iap_defer_purchase_intent(
    _ client: OpaquePointer?, _ intent: OpaquePointer?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    answer(error) { () throws(IAPError) in
        let (payments, id) = try decide(client, intent)
        try payments.defer(intent: id)
    }
}

@c @implementation public func iap_decline_purchase_intent(
    _ client: OpaquePointer?, _ intent: OpaquePointer?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    answer(error) { () throws(IAPError) in
        let (payments, id) = try decide(client, intent)
        try payments.decline(intent: id)
    }
}

/// The open client and the intent of a call.
private func decide(
    _ client: OpaquePointer?, _ intent: OpaquePointer?, function: String = #function
) throws(IAPError) -> (payments: PaymentClient, intent: UInt64) {
    let (client, payments) = try GameClient.open(client)
    guard let handle = PurchaseIntentHandle.at(intent, function: function) else {
        throw IAPError(.invalidArgument, "intent is NULL")
    }
    guard handle.owner == client.number else {
        throw IAPError(.notFound, "the purchase intent belongs to another client or to an earlier launch")
    }
    return (payments, handle.intent.id)
}

@c @implementation public func iap_purchase_intents_count(_ intents: OpaquePointer?) -> Int {
    PurchaseIntentListHandle.at(intents)?.intents.count ?? 0
}

@c @implementation public func iap_purchase_intents_at(_ intents: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    PurchaseIntentListHandle.at(intents)?.intents.element(index)?.borrowed
}

@c @implementation public func iap_purchase_intents_retain(_ intents: OpaquePointer?) -> OpaquePointer? {
    PurchaseIntentListHandle.retain(intents)
}

@c @implementation public func iap_purchase_intents_release(_ intents: OpaquePointer?) {
    PurchaseIntentListHandle.release(intents)
}

@c @implementation public func iap_purchase_intent_product_id(_ intent: OpaquePointer?) -> UnsafePointer<CChar>? {
    PurchaseIntentHandle.at(intent)?.text(.productID)
}

@c @implementation public func iap_purchase_intent_offer_type(_ intent: OpaquePointer?) -> iap_offer_type_t {
    PurchaseIntentHandle.at(intent)?.intent.offerID == nil ? IAP_OFFER_TYPE_NONE : IAP_OFFER_TYPE_WIN_BACK
}

@c @implementation public func iap_purchase_intent_offer_id(_ intent: OpaquePointer?) -> UnsafePointer<CChar>? {
    PurchaseIntentHandle.at(intent)?.text(.offerID)
}

@c @implementation public func iap_purchase_intent_is_deferred(_ intent: OpaquePointer?) -> Int32 {
    PurchaseIntentHandle.at(intent)?.intent.isDeferred == true ? 1 : 0
}

@c @implementation public func iap_purchase_intent_retain(_ intent: OpaquePointer?) -> OpaquePointer? {
    PurchaseIntentHandle.retain(intent)
}

@c @implementation public func iap_purchase_intent_release(_ intent: OpaquePointer?) {
    PurchaseIntentHandle.release(intent)
}

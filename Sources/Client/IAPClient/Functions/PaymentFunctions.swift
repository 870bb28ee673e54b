public import CIAP
import IAPInterop
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue

@c @implementation public func iap_payment_init(_ payment: UnsafeMutablePointer<iap_payment>?) {
    initialize(payment, iap_payment(), \.struct_size)
    payment?.pointee.quantity = 1
}

@c @implementation public func iap_add_payment(
    _ client: Pointer, _ payment: UnsafePointer<iap_payment>?, _ payment_id: ID, _ error: Failure
) -> iap_status_t {
    payment_id?.pointee = 0
    return returnStatus(error) { () throws(IAPError) in
        let payments = try GameClient.open(client).payments
        let id = try payments.add(try Input.payment(payment))
        payment_id?.pointee = id
    }
}

@c @implementation public func iap_buy(
    _ client: Pointer, _ product_id: Text, _ payment_id: ID, _ error: Failure
) -> iap_status_t {
    payment_id?.pointee = 0
    return returnStatus(error) { () throws(IAPError) in
        let payments = try GameClient.open(client).payments
        let id = try Input.text(product_id, "product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
        let payment = try payments.add(Payment(productID: id))
        payment_id?.pointee = payment
    }
}

@c @implementation public func iap_cancel_payment(
    _ client: Pointer, _ payment_id: UInt64, _ error: Failure
) -> iap_status_t {
    returnStatus(error, expecting: [.closed, .notFound, .invalidState]) { () throws(IAPError) in
        try GameClient.open(client).client.cancel(payment: payment_id)
    }
}

@c @implementation public func iap_finish_transaction(
    _ client: Pointer, _ transaction: Pointer, _ error: Failure
) -> iap_status_t {
    returnStatus(error) { () throws(IAPError) in
        let (client, payments) = try GameClient.open(client)
        guard let handle = TransactionHandle.at(transaction) else {
            throw IAPError(.invalidArgument, "transaction is NULL")
        }
        // The store's ids are the same in all clients of an account: a game may keep a handle and open its client again. The
        // numbers of payments are not.
        guard handle.owner == client.number || handle.item.transaction != nil else {
            throw IAPError(.notFound, "the payment belongs to another client or to an earlier launch")
        }
        switch handle.item.state {
        case .purchasing, .deferred:
            // Even if the payment has reached another state since, this handle is not one to finish.
            throw IAPError(
                .invalidState,
                "the handle shows the transaction as \(handle.item.state); finish the transaction that transaction_updated delivers later"
            )
        case .unverified:
            // The queue may hold a verified transaction with the same id.
            throw IAPError(
                .notFound,
                "an unverified transaction is not in the queue and cannot be finished; the store reports it again")
        case .rejected:
            throw IAPError(.notFound, "a rejected transaction is not in the queue; the library finishes it")
        case .revoked:
            // The handle may come from a list of the store, and the queue may never have held it.
            do throws(IAPError) { try payments.finish(handle.key) } catch {
                guard error.status == .notFound else { throw error }
            }
        case .purchased, .restored, .failed:
            try payments.finish(handle.key)
        }
    }
}

@c @implementation public func iap_finish_transaction_id(
    _ client: Pointer, _ transaction_id: UInt64, _ error: Failure
) -> iap_status_t {
    returnStatus(error) { () throws(IAPError) in
        try GameClient.open(client).payments.finish(transactionID: transaction_id)
    }
}

@c @implementation public func iap_record_grant(
    _ client: Pointer, _ transaction: Pointer, _ error: Failure
) -> iap_status_t {
    returnStatus(error) { () throws(IAPError) in
        let payments = try GameClient.open(client).payments
        guard let handle = TransactionHandle.at(transaction) else {
            throw IAPError(.invalidArgument, "transaction is NULL")
        }
        guard handle.item.state == .purchased || handle.item.state == .restored else {
            throw IAPError(
                .invalidState,
                "the handle shows the transaction as \(handle.item.state); grant the transaction that transaction_updated delivers later"
            )
        }
        try payments.recordGrant(handle.key)
    }
}

@c @implementation public func iap_queue_transactions(
    _ client: Pointer, _ transactions: UnsafeMutablePointer<OpaquePointer?>?, _ error: Failure
) -> iap_status_t {
    transactions?.pointee = nil
    return returnStatus(error) { () throws(IAPError) in
        let (client, payments) = try GameClient.open(client)
        let transactions = try Input.place(transactions, "transactions")
        transactions.pointee = TransactionListHandle(payments.transactions, of: client.number).given
    }
}

@c @implementation public func iap_queue_purchase_intents(
    _ client: Pointer, _ intents: UnsafeMutablePointer<OpaquePointer?>?, _ error: Failure
) -> iap_status_t {
    intents?.pointee = nil
    return returnStatus(error) { () throws(IAPError) in
        let (client, payments) = try GameClient.open(client)
        let intents = try Input.place(intents, "intents")
        intents.pointee = PurchaseIntentListHandle(payments.purchaseIntents, of: client.number).given
    }
}

@c @implementation public func iap_take_purchase_intent(
    _ client: Pointer, _ intent: Pointer, _ payment: UnsafePointer<iap_payment>?, _ payment_id: ID, _ error: Failure
) -> iap_status_t {
    payment_id?.pointee = 0
    return returnStatus(error) { () throws(IAPError) in
        let (payments, id) = try decide(client, intent)
        let paymentID = try payments.take(intent: id, payment == nil ? nil : try Input.payment(payment))
        payment_id?.pointee = paymentID
    }
}

@c @implementation public func iap_defer_purchase_intent(
    _ client: Pointer, _ intent: Pointer, _ error: Failure
) -> iap_status_t {
    returnStatus(error) { () throws(IAPError) in
        let (payments, id) = try decide(client, intent)
        try payments.defer(intent: id)
    }
}

@c @implementation public func iap_decline_purchase_intent(
    _ client: Pointer, _ intent: Pointer, _ error: Failure
) -> iap_status_t {
    returnStatus(error) { () throws(IAPError) in
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

@c @implementation public func iap_purchase_intents_count(_ p: Pointer) -> Int {
    PurchaseIntentListHandle.get(p) { $0.intents.count }
}
@c @implementation public func iap_purchase_intents_at(_ intents: Pointer, _ index: Int) -> Pointer {
    PurchaseIntentListHandle.at(intents)?.intents.element(index)?.borrowed
}
@c @implementation public func iap_purchase_intents_retain(_ p: Pointer) -> Pointer {
    PurchaseIntentListHandle.retain(p)
}
@c @implementation public func iap_purchase_intents_release(_ p: Pointer) { PurchaseIntentListHandle.release(p) }
@c @implementation public func iap_purchase_intent_product_id(_ p: Pointer) -> Text {
    PurchaseIntentHandle.get(p, \.intent.productID)
}
@c @implementation public func iap_purchase_intent_offer_type(_ intent: Pointer) -> iap_offer_type_t {
    PurchaseIntentHandle.at(intent)?.intent.offerID == nil ? IAP_OFFER_TYPE_NONE : IAP_OFFER_TYPE_WIN_BACK
}
@c @implementation public func iap_purchase_intent_offer_id(_ p: Pointer) -> Text {
    PurchaseIntentHandle.get(p, \.intent.offerID)
}
@c @implementation public func iap_purchase_intent_is_deferred(_ p: Pointer) -> Int32 {
    PurchaseIntentHandle.get(p) { $0.intent.isDeferred }
}
@c @implementation public func iap_purchase_intent_retain(_ p: Pointer) -> Pointer { PurchaseIntentHandle.retain(p) }
@c @implementation public func iap_purchase_intent_release(_ p: Pointer) { PurchaseIntentHandle.release(p) }

@c @implementation public func iap_display_message(
    _ client: Pointer, _ message: Pointer, _ ui_anchor: UserData, _ completion: iap_completion_function?,
    _ user_data: UserData, _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request_id?.pointee = 0
    return returnStatus(error) { () throws(IAPError) in
        let (client, payments) = try GameClient.open(client)
        guard let handle = MessageHandle.at(message) else { throw IAPError(.invalidArgument, "message is NULL") }
        guard handle.owner == client.number else { throw IAPError(.notFound, "the message belongs to another client") }
        let id = try client.open(.done(completion, user_data)) { register throws(IAPError) in
            try payments.display(message: handle.message.id, Anchor(ui_anchor), register: register)
        }
        request_id?.pointee = id
    }
}

@c @implementation public func iap_message_reason(_ p: Pointer) -> iap_message_reason_t {
    MessageHandle.get(p) { $0.message.reason.rawValue }
}
@c @implementation public func iap_message_retain(_ p: Pointer) -> Pointer { MessageHandle.retain(p) }
@c @implementation public func iap_message_release(_ p: Pointer) { MessageHandle.release(p) }

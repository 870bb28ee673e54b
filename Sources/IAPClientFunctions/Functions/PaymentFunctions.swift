public import CIAP
import IAPBoundary
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPRuntime

@c @implementation public func iap_payment_init(_ payment: UnsafeMutablePointer<iap_payment>?) {
    payment?.pointee = iap_payment()
    payment?.pointee.struct_size = UInt32(MemoryLayout<iap_payment>.size)
    payment?.pointee.quantity = 1
}

@c @implementation public func iap_add_payment(
    _ client: OpaquePointer?, _ payment: UnsafePointer<iap_payment>?, _ payment_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    payment_id?.pointee = 0
    return answer(error) { () throws(IAPError) in
        let payments = try GameClient.open(client).payments
        let id = try payments.add(try Input.payment(payment))
        payment_id?.pointee = id
    }
}

@c @implementation public func iap_buy(
    _ client: OpaquePointer?, _ product_id: UnsafePointer<CChar>?, _ payment_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    payment_id?.pointee = 0
    return answer(error) { () throws(IAPError) in
        let payments = try GameClient.open(client).payments
        let id = try Input.text(product_id, "product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
        let payment = try payments.add(Payment(productID: id))
        payment_id?.pointee = payment
    }
}

@c @implementation public func iap_cancel_payment(
    _ client: OpaquePointer?, _ payment_id: UInt64, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    answer(error, expecting: [.closed, .notFound, .invalidState]) { () throws(IAPError) in
        try GameClient.open(client).client.cancel(payment: payment_id)
    }
}

@c @implementation public func iap_finish_transaction(
    _ client: OpaquePointer?, _ transaction: OpaquePointer?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    answer(error) { () throws(IAPError) in
        let (client, payments) = try GameClient.open(client)
        guard let handle = TransactionHandle.at(transaction) else {
            throw IAPError(.invalidArgument, "transaction is NULL")
        }
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
        case .purchased, .restored, .failed, .revoked:
            try payments.finish(handle.key)
        }
    }
}

@c @implementation public func iap_finish_transaction_id(
    _ client: OpaquePointer?, _ transaction_id: UInt64, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    answer(error) { () throws(IAPError) in
        try GameClient.open(client).payments.finish(transactionID: transaction_id)
    }
}

@c @implementation public func iap_record_grant(
    _ client: OpaquePointer?, _ transaction: OpaquePointer?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    answer(error) { () throws(IAPError) in
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
    _ client: OpaquePointer?, _ transactions: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    transactions?.pointee = nil
    return answer(error) { () throws(IAPError) in
        let (client, payments) = try GameClient.open(client)
        guard let transactions else {
            throw IAPError(.invalidArgument, "transactions is NULL: there is nowhere to put the handle")
        }
        transactions.pointee = TransactionListHandle(payments.transactions, of: client.number).given
    }
}

public import CIAP
import IAPBoundary
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPRuntime

@c @implementation public func iap_can_make_payments(
    _ client: OpaquePointer?, _ error: UnsafeMutablePointer<iap_error>?
) -> Int32 {
    truth(error) { () throws(IAPError) in try GameClient.open(client).payments.canMakePayments }
}

@c @implementation public func iap_supports(
    _ client: OpaquePointer?, _ feature: iap_feature, _ error: UnsafeMutablePointer<iap_error>?
) -> Int32 {
    truth(error) { () throws(IAPError) in
        let payments = try GameClient.open(client).payments
        guard let feature = Feature(rawValue: feature) else {
            throw IAPError(.invalidArgument, "feature is \(feature), which is not an IAP_FEATURE_… value")
        }
        return payments.supports(feature)
    }
}

@c @implementation public func iap_cancel_request(
    _ client: OpaquePointer?, _ request_id: UInt64, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    answer(error, expecting: [.closed, .notFound]) { () throws(IAPError) in
        try GameClient.at(client).cancel(request: request_id)
    }
}

@c @implementation public func iap_client_environment(_ client: OpaquePointer?) -> iap_environment {
    number { () throws(IAPError) in
        switch try GameClient.open(client).payments.environment {
        case .unknown: IAP_ENVIRONMENT_UNKNOWN
        case .production: IAP_ENVIRONMENT_PRODUCTION
        case .sandbox: IAP_ENVIRONMENT_SANDBOX
        case .xcode: IAP_ENVIRONMENT_XCODE
        case .referenceStore: IAP_ENVIRONMENT_REFERENCE_STORE
        }
    }
}

@c @implementation public func iap_request_products(
    _ client: OpaquePointer?, _ product_ids: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
    _ completion: iap_products_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .products(completion, user_data), request_id, error) { () throws(IAPError) in
        .products(try Input.productIDs(product_ids, count))
    }
}

@c @implementation public func iap_request_transactions(
    _ client: OpaquePointer?, _ query: iap_query, _ product_id: UnsafePointer<CChar>?,
    _ completion: iap_transactions_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .transactions(completion, user_data), request_id, error) { () throws(IAPError) in
        .transactions(try transactionQuery(query, product_id))
    }
}

@c @implementation public func iap_request_transactions_page(
    _ client: OpaquePointer?, _ query: iap_query, _ product_id: UnsafePointer<CChar>?, _ limit: UInt32,
    _ page: UnsafePointer<CChar>?, _ completion: iap_transactions_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .transactions(completion, user_data), request_id, error) { () throws(IAPError) in
        var query = try transactionQuery(query, product_id)
        query.limit = limit == 0 ? nil : Int(limit)
        if let text = try Input.optionalText(page, "page", limit: Input.idLimit) {
            guard let mark = TransactionPage.Mark(text: text) else {
                throw IAPError(.invalidArgument, "page is \(text), which iap_transactions_next_page() never returned")
            }
            query.page = mark
        }
        return .transactions(query)
    }
}

private func transactionQuery(
    _ query: iap_query, _ productID: UnsafePointer<CChar>?
) throws(IAPError) -> TransactionQuery {
    let kind: TransactionQuery.Kind
    switch query {
    case IAP_QUERY_UNFINISHED: kind = .unfinished
    case IAP_QUERY_ALL: kind = .all
    case IAP_QUERY_CURRENT_ENTITLEMENTS: kind = .currentEntitlements
    case IAP_QUERY_LATEST: kind = .latest
    default: throw IAPError(.invalidArgument, "query is \(query), which is not an IAP_QUERY_… value")
    }
    let id = try Input.optionalText(productID, "product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
    if kind == .latest, id == nil { throw IAPError(.invalidArgument, "IAP_QUERY_LATEST needs a product_id") }
    return TransactionQuery(kind, productID: id)
}

@c @implementation public func iap_request_storefront(
    _ client: OpaquePointer?, _ completion: iap_storefront_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .storefront(completion, user_data), request_id, error) { .store(.storefront) }
}

@c @implementation public func iap_restore_completed_transactions(
    _ client: OpaquePointer?, _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .restore, request_id, error) { .restore }
}

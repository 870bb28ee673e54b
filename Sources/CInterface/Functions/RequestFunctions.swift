public import CIAP
import IAPModel
import PaymentQueue

@c @implementation public func iap_can_make_payments(_ client: OpaquePointer?) -> Int32 {
    do throws(IAPError) { return try GameClient.open(client).payments.canMakePayments ? 1 : 0 } catch {
        return error.status.rawValue
    }
}

@c @implementation public func iap_request_products(
    _ client: OpaquePointer?, _ product_ids: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
    _ completion: iap_products_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, request_id, error) { () throws(IAPError) in
        guard count >= 0, count <= Int(IAP_PRODUCT_IDS_MAX) else {
            throw IAPError(
                .tooLarge, "\(UInt(bitPattern: count)) product ids; at most \(IAP_PRODUCT_IDS_MAX) in one request")
        }
        guard count == 0 || product_ids != nil else { throw IAPError(.invalidArgument, "product_ids is NULL") }
        var (ids, seen): ([String], Set<ExactText>) = ([], [])
        for index in 0..<count {
            let id = try Input.text(
                product_ids?[index], "product_ids[\(index)]", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
            if seen.insert(ExactText(id)).inserted { ids.append(id) }
        }
        return (.products(ids), .products(completion, user_data))
    }
}

@c @implementation public func iap_request_transactions(
    _ client: OpaquePointer?, _ query: iap_query, _ product_id: UnsafePointer<CChar>?,
    _ completion: iap_transactions_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, request_id, error) { () throws(IAPError) in
        let kind: TransactionQuery.Kind
        switch query {
        case IAP_QUERY_UNFINISHED: kind = .unfinished
        case IAP_QUERY_ALL: kind = .all
        case IAP_QUERY_CURRENT_ENTITLEMENTS: kind = .currentEntitlements
        case IAP_QUERY_LATEST: kind = .latest
        default: throw IAPError(.invalidArgument, "query is \(query), which is no IAP_QUERY_… value")
        }
        let id = try Input.optionalText(product_id, "product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
        if kind == .latest, id == nil { throw IAPError(.invalidArgument, "IAP_QUERY_LATEST needs a product_id") }
        return (.transactions(TransactionQuery(kind, productID: id)), .transactions(completion, user_data))
    }
}

@c @implementation public func iap_request_storefront(
    _ client: OpaquePointer?, _ completion: iap_storefront_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, request_id, error) { () throws(IAPError) in (.storefront, .storefront(completion, user_data)) }
}

@c @implementation public func iap_restore_completed_transactions(
    _ client: OpaquePointer?, _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, request_id, error) { () throws(IAPError) in (.restore, .restore) }
}

/// Opens a request. Its completion is known before the request can have an answer.
private func request(
    _ client: OpaquePointer?, _ requestID: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?,
    _ read: () throws(IAPError) -> (request: Request, completion: GameClient.Completion)
) -> iap_status {
    requestID?.pointee = 0
    return answer(error) { () throws(IAPError) in
        _ = try GameClient.open(client)
        let (request, completion) = try read()
        let (client, payments) = try GameClient.open(client)
        var isRegistered = false
        let id = payments.open(request) { id in isRegistered = client.register(completion, for: id) }
        guard isRegistered else { throw .clientClosed }
        requestID?.pointee = id
    }
}

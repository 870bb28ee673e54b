public import CIAP
import IAPInterop
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue

@c @implementation public func iap_can_make_payments(_ client: Pointer, _ error: Failure) -> Int32 {
    truth(error) { () throws(IAPError) in try GameClient.open(client).payments.canMakePayments }
}

@c @implementation public func iap_supports(_ client: Pointer, _ feature: iap_feature_t, _ error: Failure) -> Int32 {
    truth(error) { () throws(IAPError) in
        let payments = try GameClient.open(client).payments
        guard let feature = Feature(rawValue: feature) else {
            throw IAPError(.invalidArgument, "feature is \(feature), which is not an IAP_FEATURE_… value")
        }
        return payments.supports(feature)
    }
}

@c @implementation public func iap_cancel_request(
    _ client: Pointer, _ request_id: UInt64, _ error: Failure
) -> iap_status_t {
    returnStatus(error, expecting: [.closed, .notFound]) { () throws(IAPError) in
        try GameClient.at(client).cancel(request: request_id)
    }
}

@c @implementation public func iap_client_environment(_ client: Pointer) -> iap_environment_t {
    number { () throws(IAPError) in try GameClient.open(client).payments.environment.rawValue }
}

@c @implementation public func iap_request_products(
    _ client: Pointer, _ product_ids: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
    _ completion: iap_products_function?, _ user_data: UserData, _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .handle(.products, completion, user_data), request_id, error) { () throws(IAPError) in
        .products(try Input.productIDs(product_ids, count))
    }
}

@c @implementation public func iap_request_transactions(
    _ client: Pointer, _ query: iap_query_t, _ product_id: Text, _ completion: iap_transactions_function?,
    _ user_data: UserData, _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .handle(.transactions, completion, user_data), request_id, error) { () throws(IAPError) in
        .transactions(try transactionQuery(query, product_id))
    }
}

@c @implementation public func iap_request_transactions_page(
    _ client: Pointer, _ query: iap_query_t, _ product_id: Text, _ limit: UInt32, _ page: Text,
    _ completion: iap_transactions_function?, _ user_data: UserData, _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .handle(.transactions, completion, user_data), request_id, error) { () throws(IAPError) in
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
    _ query: iap_query_t, _ productID: UnsafePointer<CChar>?
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
    _ client: Pointer, _ completion: iap_storefront_function?, _ user_data: UserData, _ request_id: ID,
    _ error: Failure
) -> iap_status_t {
    request(client, .storefront(completion, user_data), request_id, error) { .store(.storefront) }
}

@c @implementation public func iap_restore_completed_transactions(
    _ client: Pointer, _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .restore, request_id, error) { .restore }
}

@c @implementation public func iap_owns(_ client: Pointer, _ product_id: Text, _ error: Failure) -> Int32 {
    truth(error) { () throws(IAPError) in
        let payments = try GameClient.open(client).payments
        return payments.owns(try Input.text(product_id, "product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX)))
    }
}

// Sheets that the system shows for the game.

@c @implementation public func iap_request_refund(
    _ client: Pointer, _ transaction_id: UInt64, _ ui_anchor: UserData, _ completion: iap_completion_function?,
    _ user_data: UserData, _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .done(completion, user_data), request_id, error) {
        .store(.show(.refund(transaction_id), Anchor(ui_anchor)))
    }
}

@c @implementation public func iap_show_manage_subscriptions(
    _ client: Pointer, _ group_id: Text, _ ui_anchor: UserData, _ completion: iap_completion_function?,
    _ user_data: UserData, _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .done(completion, user_data), request_id, error) { () throws(IAPError) in
        let id = try Input.optionalText(group_id, "group_id", limit: Input.idLimit)
        return .store(.show(.manageSubscriptions(groupID: id), Anchor(ui_anchor)))
    }
}

@c @implementation public func iap_present_offer_code_redemption(
    _ client: Pointer, _ ui_anchor: UserData, _ completion: iap_completion_function?, _ user_data: UserData,
    _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .done(completion, user_data), request_id, error) {
        .store(.show(.offerCodeRedemption, Anchor(ui_anchor)))
    }
}

@c @implementation public func iap_present_merchandising(
    _ client: Pointer, _ group_id: Text, _ ui_anchor: UserData, _ completion: iap_completion_function?,
    _ user_data: UserData, _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .done(completion, user_data), request_id, error) { () throws(IAPError) in
        let id = try Input.text(group_id, "group_id", limit: Input.idLimit)
        return .store(.show(.merchandising(groupID: id), Anchor(ui_anchor)))
    }
}

@c @implementation public func iap_request_review(
    _ client: Pointer, _ ui_anchor: UserData, _ completion: iap_completion_function?, _ user_data: UserData,
    _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .done(completion, user_data), request_id, error) { .store(.show(.review, Anchor(ui_anchor))) }
}

// Purchases outside the App Store.

@c @implementation public func iap_show_external_purchase_notice(
    _ client: Pointer, _ completion: iap_text_function?, _ user_data: UserData, _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .text(completion, user_data), request_id, error) { .store(.externalPurchase(.notice)) }
}

@c @implementation public func iap_open_external_purchase_link(
    _ client: Pointer, _ url: Text, _ completion: iap_completion_function?, _ user_data: UserData, _ request_id: ID,
    _ error: Failure
) -> iap_status_t {
    request(client, .done(completion, user_data), request_id, error) { () throws(IAPError) in
        .store(.externalPurchase(.link(try Input.optionalText(url, "url", limit: Input.urlLimit))))
    }
}

@c @implementation public func iap_request_external_purchase_eligibility(
    _ client: Pointer, _ kind: iap_external_purchase_kind_t, _ completion: iap_flag_function?, _ user_data: UserData,
    _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .flag(completion, user_data), request_id, error) { () throws(IAPError) in
        let known = try Input.value(
            StoreRequest.ExternalPurchase.Kind.self, kind, "kind", "IAP_EXTERNAL_PURCHASE_KIND")
        return .store(.externalPurchase(.eligibility(known)))
    }
}

@c @implementation public func iap_request_external_purchase_token(
    _ client: Pointer, _ type: iap_external_purchase_token_t, _ completion: iap_text_function?, _ user_data: UserData,
    _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .text(completion, user_data), request_id, error) { () throws(IAPError) in
        switch type {
        case IAP_EXTERNAL_PURCHASE_TOKEN_ACQUISITION: return .store(.externalPurchase(.customLinkToken(.acquisition)))
        case IAP_EXTERNAL_PURCHASE_TOKEN_SERVICES: return .store(.externalPurchase(.customLinkToken(.services)))
        default:
            throw IAPError(.invalidArgument, "type is \(type), which is not an IAP_EXTERNAL_PURCHASE_TOKEN_… value")
        }
    }
}

@c @implementation public func iap_show_external_purchase_custom_link_notice(
    _ client: Pointer, _ type: iap_external_purchase_notice_t, _ completion: iap_completion_function?,
    _ user_data: UserData, _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .done(completion, user_data), request_id, error) { () throws(IAPError) in
        switch type {
        case IAP_EXTERNAL_PURCHASE_NOTICE_BROWSER: return .store(.externalPurchase(.customLinkNotice(.browser)))
        case IAP_EXTERNAL_PURCHASE_NOTICE_WITHIN_APP: return .store(.externalPurchase(.customLinkNotice(.withinApp)))
        default:
            throw IAPError(.invalidArgument, "type is \(type), which is not an IAP_EXTERNAL_PURCHASE_NOTICE_… value")
        }
    }
}

@c @implementation public func iap_open_external_link_account(
    _ client: Pointer, _ completion: iap_completion_function?, _ user_data: UserData, _ request_id: ID,
    _ error: Failure
) -> iap_status_t {
    request(client, .done(completion, user_data), request_id, error) { .store(.externalPurchase(.linkAccount)) }
}

@c @implementation public func iap_bind_payment_method(
    _ client: Pointer, _ pinning_id: Text, _ completion: iap_completion_function?, _ user_data: UserData,
    _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .done(completion, user_data), request_id, error) { () throws(IAPError) in
        .store(.bindPaymentMethod(pinningID: try Input.text(pinning_id, "pinning_id", limit: Input.idLimit)))
    }
}

@c @implementation public func iap_request_promotions(
    _ client: Pointer, _ completion: iap_promotions_function?, _ user_data: UserData, _ request_id: ID,
    _ error: Failure
) -> iap_status_t {
    request(client, .handle(.promotions, completion, user_data), request_id, error) { .store(.promotions) }
}

@c @implementation public func iap_set_promotion_order(
    _ client: Pointer, _ product_ids: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
    _ completion: iap_completion_function?, _ user_data: UserData, _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .done(completion, user_data), request_id, error) { () throws(IAPError) in
        .store(.setPromotionOrder(try Input.productIDs(product_ids, count)))
    }
}

@c @implementation public func iap_set_promotion_visibility(
    _ client: Pointer, _ product_id: Text, _ visibility: iap_promotion_visibility_t,
    _ completion: iap_completion_function?, _ user_data: UserData, _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .done(completion, user_data), request_id, error) { () throws(IAPError) in
        let id = try Input.text(product_id, "product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
        guard let value = Promotion.Visibility(rawValue: Int(visibility)) else {
            throw IAPError(
                .invalidArgument, "visibility is \(visibility), which is not an IAP_PROMOTION_VISIBILITY_… value")
        }
        return .store(.setPromotionVisibility(productID: id, value))
    }
}

@c @implementation public func iap_promotions_count(_ p: Pointer) -> Int {
    PromotionListHandle.get(p) { $0.promotions.count }
}
@c @implementation public func iap_promotions_product_id_at(_ promotions: Pointer, _ index: Int) -> Text {
    PromotionListHandle.at(promotions)?.productIDs[index]
}

@c @implementation public func iap_promotions_visibility_at(
    _ promotions: Pointer, _ index: Int
) -> iap_promotion_visibility_t {
    Int32(PromotionListHandle.at(promotions)?.promotions.element(index)?.visibility.rawValue ?? 0)
}

@c @implementation public func iap_promotions_retain(_ promotions: Pointer) -> Pointer {
    PromotionListHandle.retain(promotions)
}
@c @implementation public func iap_promotions_release(_ promotions: Pointer) {
    PromotionListHandle.release(promotions)
}

@c @implementation public func iap_request_audit_copy(
    _ client: Pointer, _ path: Text, _ completion: iap_completion_function?, _ user_data: UserData, _ request_id: ID,
    _ error: Failure
) -> iap_status_t {
    request(client, .done(completion, user_data), request_id, error) { () throws(IAPError) in
        .auditCopy(path: try Input.text(path, "path", limit: Input.pathLimit))
    }
}

/// Opens a request.
///
/// - Parameters:
///   - function: The C function, for the log.
///   - read: Makes the request from the caller's input.
func request(
    _ client: OpaquePointer?, _ completion: Completion, _ requestID: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?, function: String = #function,
    _ read: () throws(IAPError) -> Request
) -> iap_status_t {
    requestID?.pointee = 0
    return returnStatus(error, function: function) { () throws(IAPError) in
        let (client, payments) = try GameClient.open(client)
        let request = try read()
        let id = try client.open(completion) { register throws(IAPError) in
            payments.open(request, register: register)
        }
        requestID?.pointee = id
    }
}

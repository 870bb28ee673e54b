public import CIAP
import IAPInterop
import IAPHTTP
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue

@c @implementation public func iap_product_id(_ p: Pointer) -> Text { ProductHandle.get(p, \.product.id) }
@c @implementation public func iap_product_type_text(_ p: Pointer) -> Text {
    ProductHandle.get(p, \.product.type.rawValue)
}
@c @implementation public func iap_product_display_name(_ p: Pointer) -> Text {
    ProductHandle.get(p, \.product.displayName)
}
@c @implementation public func iap_product_description(_ p: Pointer) -> Text {
    ProductHandle.get(p, \.product.description)
}
@c @implementation public func iap_product_currency_code(_ p: Pointer) -> Text {
    ProductHandle.get(p, \.product.price.currencyCode)
}
@c @implementation public func iap_product_display_price(_ p: Pointer) -> Text {
    ProductHandle.get(p, \.product.displayPrice)
}
@c @implementation public func iap_product_subscription_group_id(_ p: Pointer) -> Text {
    ProductHandle.get(p, \.product.subscription?.groupID)
}
@c @implementation public func iap_product_json(_ p: Pointer) -> Text { ProductHandle.get(p, \.product.json) }
@c @implementation public func iap_product_type(_ p: Pointer) -> iap_product_type_t {
    ProductHandle.get(p) { $0.product.type.cValue }
}
@c @implementation public func iap_product_price_milliunits(_ p: Pointer) -> Int64 {
    ProductHandle.get(p) { $0.product.price.milliunits }
}
@c @implementation public func iap_product_is_family_shareable(_ p: Pointer) -> Int32 {
    ProductHandle.get(p) { $0.product.isFamilyShareable }
}
@c @implementation public func iap_product_subscription_period_unit(_ p: Pointer) -> iap_period_unit_t {
    ProductHandle.get(p) { $0.product.subscription?.period.unit.cValue }
}
@c @implementation public func iap_product_subscription_period_value(_ p: Pointer) -> Int32 {
    Int32(clamping: ProductHandle.get(p) { $0.product.subscription?.period.value })
}
@c @implementation public func iap_product_retain(_ p: Pointer) -> Pointer { ProductHandle.retain(p) }
@c @implementation public func iap_product_release(_ p: Pointer) { ProductHandle.release(p) }
@c @implementation public func iap_products_count(_ p: Pointer) -> Int {
    ProductListHandle.get(p) { $0.products.count }
}
@c @implementation public func iap_products_at(_ products: Pointer, _ index: Int) -> Pointer {
    ProductListHandle.at(products)?.products.element(index)?.borrowed
}
@c @implementation public func iap_products_invalid_count(_ p: Pointer) -> Int {
    ProductListHandle.get(p) { $0.invalidIDs.count }
}
@c @implementation public func iap_products_invalid_at(_ products: Pointer, _ index: Int) -> Text {
    ProductListHandle.at(products)?.invalidIDs[index]
}
@c @implementation public func iap_products_retain(_ p: Pointer) -> Pointer { ProductListHandle.retain(p) }
@c @implementation public func iap_products_release(_ p: Pointer) { ProductListHandle.release(p) }
@c @implementation public func iap_product_subscription_group_level(_ p: Pointer) -> Int32 {
    Int32(clamping: ProductHandle.get(p) { $0.product.subscription?.level })
}
@c @implementation public func iap_product_subscription_group_name(_ p: Pointer) -> Text {
    ProductHandle.get(p, \.product.subscription?.groupName)
}
@c @implementation public func iap_product_offer_count(_ p: Pointer) -> Int { ProductHandle.get(p) { $0.offers.count } }
@c @implementation public func iap_product_offer_at(_ product: Pointer, _ index: Int) -> Pointer {
    ProductHandle.at(product)?.offers.element(index)?.borrowed
}
@c @implementation public func iap_product_billing_plan_count(_ p: Pointer) -> Int {
    ProductHandle.get(p) { $0.billingPlans.count }
}
@c @implementation public func iap_product_billing_plan_at(_ product: Pointer, _ index: Int) -> Pointer {
    ProductHandle.at(product)?.billingPlans.element(index)?.borrowed
}
@c @implementation public func iap_offer_type(_ p: Pointer) -> iap_offer_type_t {
    OfferHandle.get(p) { $0.offer.type.cValue }
}
@c @implementation public func iap_offer_id(_ p: Pointer) -> Text { OfferHandle.get(p, \.offer.id) }
@c @implementation public func iap_offer_payment_mode(_ p: Pointer) -> iap_payment_mode_t {
    OfferHandle.get(p) { $0.offer.paymentMode.cValue }
}
@c @implementation public func iap_offer_price_milliunits(_ p: Pointer) -> Int64 {
    OfferHandle.get(p) { $0.offer.priceMilliunits }
}
@c @implementation public func iap_offer_display_price(_ p: Pointer) -> Text {
    OfferHandle.get(p, \.offer.displayPrice)
}
@c @implementation public func iap_offer_period_unit(_ p: Pointer) -> iap_period_unit_t {
    OfferHandle.get(p) { $0.offer.period.unit.cValue }
}
@c @implementation public func iap_offer_period_value(_ p: Pointer) -> Int32 {
    Int32(clamping: OfferHandle.get(p) { $0.offer.period.value })
}
@c @implementation public func iap_offer_period_count(_ p: Pointer) -> Int32 {
    Int32(clamping: OfferHandle.get(p) { $0.offer.periodCount })
}
@c @implementation public func iap_billing_plan_type(_ p: Pointer) -> iap_billing_plan_type_t {
    BillingPlanHandle.get(p) { $0.plan.type.cValue }
}
@c @implementation public func iap_billing_plan_display_price(_ p: Pointer) -> Text {
    BillingPlanHandle.get(p, \.plan.displayPrice)
}
@c @implementation public func iap_billing_plan_price_milliunits(_ p: Pointer) -> Int64 {
    BillingPlanHandle.get(p) { $0.plan.priceMilliunits }
}
@c @implementation public func iap_billing_plan_period_unit(_ p: Pointer) -> iap_period_unit_t {
    BillingPlanHandle.get(p) { $0.plan.period.unit.cValue }
}
@c @implementation public func iap_billing_plan_period_value(_ p: Pointer) -> Int32 {
    Int32(clamping: BillingPlanHandle.get(p) { $0.plan.period.value })
}
@c @implementation public func iap_billing_plan_commitment_price_milliunits(_ p: Pointer) -> Int64 {
    BillingPlanHandle.get(p) { $0.plan.commitmentPriceMilliunits }
}

@c @implementation public func iap_product_list_options_init(
    _ options: UnsafeMutablePointer<iap_product_list_options>?
) {
    initialize(options, iap_product_list_options(), \.struct_size)
}

@c @implementation public func iap_request_product_list(
    _ client: Pointer, _ options: UnsafePointer<iap_product_list_options>?, _ completion: iap_products_function?,
    _ user_data: UserData, _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .handle(.products, completion, user_data), request_id, error) { () throws(IAPError) in
        .productList(try Input.productList(options))
    }
}

@c @implementation public func iap_request_cached_products(
    _ client: Pointer, _ product_ids: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
    _ completion: iap_products_function?, _ user_data: UserData, _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .handle(.products, completion, user_data), request_id, error) { () throws(IAPError) in
        let ids = product_ids == nil && count == 0 ? nil : try Input.productIDs(product_ids, count)
        return .cachedProducts(ids)
    }
}

@c @implementation public func iap_product_is_cached(_ p: Pointer) -> Int32 {
    ProductHandle.get(p) { $0.product.isCached }
}
@c @implementation public func iap_products_list_source(_ p: Pointer) -> iap_product_list_source_t {
    ProductListHandle.get(p) { $0.source.rawValue }
}

extension Input {
    private static let usualListTimeout: UInt32 = 10_000

    fileprivate static func productList(
        _ options: UnsafePointer<iap_product_list_options>?
    ) throws(IAPError) -> ProductListRequest {
        let given = try Input.options(options, "options")
        let path = try optionalText(given.path, "options.path", limit: pathLimit)
        let url = try optionalText(given.url, "options.url", limit: urlLimit)
        guard path != nil || url != nil else {
            throw IAPError(.invalidArgument, "options has neither a path nor a url; give one of them, or both")
        }
        let lines = try headerLines(given.headers, given.header_count, "options")
        // Refuses immediately what cannot be sent to the server.
        _ = try RequestHeaders(lines: lines)
        if let url { _ = try RequestAddress(url, for: .productList) }
        return ProductListRequest(
            path: path, url: url, headers: lines,
            timeoutMilliseconds: given.timeout_ms == 0 ? usualListTimeout : given.timeout_ms)
    }
}

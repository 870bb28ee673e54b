public import CIAP
import IAPInterop
import IAPHTTP
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue

@c @implementation public func iap_product_id(_ product: Pointer) -> Text {
    ProductHandle.at(product)?.text(\.product.id)
}
@c @implementation public func iap_product_type_text(_ product: Pointer) -> Text {
    ProductHandle.at(product)?.text(\.product.type.rawValue)
}
@c @implementation public func iap_product_display_name(_ product: Pointer) -> Text {
    ProductHandle.at(product)?.text(\.product.displayName)
}
@c @implementation public func iap_product_description(_ product: Pointer) -> Text {
    ProductHandle.at(product)?.text(\.product.description)
}
@c @implementation public func iap_product_currency_code(_ product: Pointer) -> Text {
    ProductHandle.at(product)?.text(\.product.price.currencyCode)
}
@c @implementation public func iap_product_display_price(_ product: Pointer) -> Text {
    ProductHandle.at(product)?.text(\.product.displayPrice)
}
@c @implementation public func iap_product_subscription_group_id(_ product: Pointer) -> Text {
    ProductHandle.at(product)?.text(\.product.subscription?.groupID)
}
@c @implementation public func iap_product_json(_ product: Pointer) -> Text {
    ProductHandle.at(product)?.text(\.product.json)
}
@c @implementation public func iap_product_type(_ product: Pointer) -> iap_product_type_t {
    ProductHandle.at(product)?.product.type.cValue ?? IAP_PRODUCT_TYPE_UNKNOWN
}
@c @implementation public func iap_product_price_milliunits(_ product: Pointer) -> Int64 {
    ProductHandle.at(product)?.product.price.milliunits ?? 0
}
@c @implementation public func iap_product_is_family_shareable(_ product: Pointer) -> Int32 {
    ProductHandle.at(product)?.product.isFamilyShareable == true ? 1 : 0
}
@c @implementation public func iap_product_subscription_period_unit(_ product: Pointer) -> iap_period_unit_t {
    ProductHandle.at(product)?.product.subscription?.period.unit.cValue ?? IAP_PERIOD_UNIT_NONE
}
@c @implementation public func iap_product_subscription_period_value(_ product: Pointer) -> Int32 {
    Int32(clamping: ProductHandle.at(product)?.product.subscription?.period.value ?? 0)
}
@c @implementation public func iap_product_retain(_ product: Pointer) -> Pointer {
    ProductHandle.retain(product)
}
@c @implementation public func iap_product_release(_ product: Pointer) {
    ProductHandle.release(product)
}
@c @implementation public func iap_products_count(_ products: Pointer) -> Int {
    ProductListHandle.at(products)?.products.count ?? 0
}
@c @implementation public func iap_products_at(_ products: Pointer, _ index: Int) -> Pointer {
    ProductListHandle.at(products)?.products.element(index)?.borrowed
}
@c @implementation public func iap_products_invalid_count(_ products: Pointer) -> Int {
    ProductListHandle.at(products)?.invalidIDs.count ?? 0
}
@c @implementation public func iap_products_invalid_at(_ products: Pointer, _ index: Int) -> Text {
    ProductListHandle.at(products)?.invalidIDs[index]
}
@c @implementation public func iap_products_retain(_ products: Pointer) -> Pointer {
    ProductListHandle.retain(products)
}
@c @implementation public func iap_products_release(_ products: Pointer) {
    ProductListHandle.release(products)
}
@c @implementation public func iap_product_subscription_group_level(_ product: Pointer) -> Int32 {
    Int32(clamping: ProductHandle.at(product)?.product.subscription?.level ?? 0)
}
@c @implementation public func iap_product_subscription_group_name(_ product: Pointer) -> Text {
    ProductHandle.at(product)?.text(\.product.subscription?.groupName)
}
@c @implementation public func iap_product_offer_count(_ product: Pointer) -> Int {
    ProductHandle.at(product)?.offers.count ?? 0
}
@c @implementation public func iap_product_offer_at(_ product: Pointer, _ index: Int) -> Pointer {
    ProductHandle.at(product)?.offers.element(index)?.borrowed
}
@c @implementation public func iap_product_billing_plan_count(_ product: Pointer) -> Int {
    ProductHandle.at(product)?.billingPlans.count ?? 0
}
@c @implementation public func iap_product_billing_plan_at(_ product: Pointer, _ index: Int) -> Pointer {
    ProductHandle.at(product)?.billingPlans.element(index)?.borrowed
}
@c @implementation public func iap_offer_type(_ offer: Pointer) -> iap_offer_type_t {
    OfferHandle.at(offer)?.offer.type.cValue ?? IAP_OFFER_TYPE_NONE
}
@c @implementation public func iap_offer_id(_ offer: Pointer) -> Text {
    OfferHandle.at(offer)?.text(\.offer.id)
}
@c @implementation public func iap_offer_payment_mode(_ offer: Pointer) -> iap_payment_mode_t {
    OfferHandle.at(offer)?.offer.paymentMode.cValue ?? IAP_PAYMENT_MODE_NONE
}
@c @implementation public func iap_offer_price_milliunits(_ offer: Pointer) -> Int64 {
    OfferHandle.at(offer)?.offer.priceMilliunits ?? 0
}
@c @implementation public func iap_offer_display_price(_ offer: Pointer) -> Text {
    OfferHandle.at(offer)?.text(\.offer.displayPrice)
}
@c @implementation public func iap_offer_period_unit(_ offer: Pointer) -> iap_period_unit_t {
    OfferHandle.at(offer)?.offer.period.unit.cValue ?? IAP_PERIOD_UNIT_NONE
}
@c @implementation public func iap_offer_period_value(_ offer: Pointer) -> Int32 {
    Int32(clamping: OfferHandle.at(offer)?.offer.period.value ?? 0)
}
@c @implementation public func iap_offer_period_count(_ offer: Pointer) -> Int32 {
    Int32(clamping: OfferHandle.at(offer)?.offer.periodCount ?? 0)
}
@c @implementation public func iap_billing_plan_type(_ plan: Pointer) -> iap_billing_plan_type_t {
    BillingPlanHandle.at(plan)?.plan.type.cValue ?? IAP_BILLING_PLAN_NONE
}
@c @implementation public func iap_billing_plan_display_price(_ plan: Pointer) -> Text {
    BillingPlanHandle.at(plan)?.text(\.plan.displayPrice)
}
@c @implementation public func iap_billing_plan_price_milliunits(_ plan: Pointer) -> Int64 {
    BillingPlanHandle.at(plan)?.plan.priceMilliunits ?? 0
}
@c @implementation public func iap_billing_plan_period_unit(_ plan: Pointer) -> iap_period_unit_t {
    BillingPlanHandle.at(plan)?.plan.period.unit.cValue ?? IAP_PERIOD_UNIT_NONE
}
@c @implementation public func iap_billing_plan_period_value(_ plan: Pointer) -> Int32 {
    Int32(clamping: BillingPlanHandle.at(plan)?.plan.period.value ?? 0)
}
@c @implementation public func iap_billing_plan_commitment_price_milliunits(_ plan: Pointer) -> Int64 {
    BillingPlanHandle.at(plan)?.plan.commitmentPriceMilliunits ?? 0
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

@c @implementation public func iap_product_is_cached(_ product: Pointer) -> Int32 {
    ProductHandle.at(product)?.product.isCached == true ? 1 : 0
}
@c @implementation public func iap_products_list_source(_ products: Pointer) -> iap_product_list_source_t {
    ProductListHandle.at(products)?.source.rawValue ?? IAP_PRODUCT_LIST_NONE
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

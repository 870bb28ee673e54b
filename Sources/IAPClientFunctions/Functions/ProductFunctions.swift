public import CIAP
import IAPBoundary
import IAPModel
import IAPRuntime

@c @implementation public func iap_product_id(_ product: OpaquePointer?) -> UnsafePointer<CChar>? {
    ProductHandle.at(product)?.text(.id)
}

@c @implementation public func iap_product_type_text(_ product: OpaquePointer?) -> UnsafePointer<CChar>? {
    ProductHandle.at(product)?.text(.type)
}

@c @implementation public func iap_product_display_name(_ product: OpaquePointer?) -> UnsafePointer<CChar>? {
    ProductHandle.at(product)?.text(.displayName)
}

@c @implementation public func iap_product_description(_ product: OpaquePointer?) -> UnsafePointer<CChar>? {
    ProductHandle.at(product)?.text(.description)
}

@c @implementation public func iap_product_currency_code(_ product: OpaquePointer?) -> UnsafePointer<CChar>? {
    ProductHandle.at(product)?.text(.currencyCode)
}

@c @implementation public func iap_product_display_price(_ product: OpaquePointer?) -> UnsafePointer<CChar>? {
    ProductHandle.at(product)?.text(.displayPrice)
}

@c @implementation public func iap_product_subscription_group_id(_ product: OpaquePointer?) -> UnsafePointer<CChar>? {
    ProductHandle.at(product)?.text(.groupID)
}

@c @implementation public func iap_product_json(_ product: OpaquePointer?) -> UnsafePointer<CChar>? {
    ProductHandle.at(product)?.text(.json)
}

@c @implementation public func iap_product_type(_ product: OpaquePointer?) -> iap_product_type_t {
    ProductHandle.at(product)?.product.type.cValue ?? IAP_PRODUCT_TYPE_UNKNOWN
}

@c @implementation public func iap_product_price_milliunits(_ product: OpaquePointer?) -> Int64 {
    ProductHandle.at(product)?.product.price.milliunits ?? 0
}

@c @implementation public func iap_product_is_family_shareable(_ product: OpaquePointer?) -> Int32 {
    ProductHandle.at(product)?.product.isFamilyShareable == true ? 1 : 0
}

@c @implementation public func iap_product_subscription_period_unit(_ product: OpaquePointer?) -> iap_period_unit {
    ProductHandle.at(product)?.product.subscription?.period.unit.cValue ?? IAP_PERIOD_UNIT_NONE
}

@c @implementation public func iap_product_subscription_period_value(_ product: OpaquePointer?) -> Int32 {
    Int32(clamping: ProductHandle.at(product)?.product.subscription?.period.value ?? 0)
}

@c @implementation public func iap_product_retain(_ product: OpaquePointer?) -> OpaquePointer? {
    ProductHandle.retain(product)
}

@c @implementation public func iap_product_release(_ product: OpaquePointer?) {
    ProductHandle.release(product)
}

@c @implementation public func iap_products_count(_ products: OpaquePointer?) -> Int {
    ProductListHandle.at(products)?.products.count ?? 0
}

@c @implementation public func iap_products_at(_ products: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    ProductListHandle.at(products)?.products.element(index)?.borrowed
}

@c @implementation public func iap_products_invalid_count(_ products: OpaquePointer?) -> Int {
    ProductListHandle.at(products)?.invalidIDs.count ?? 0
}

@c @implementation public func iap_products_invalid_at(_ products: OpaquePointer?, _ index: Int) -> UnsafePointer<
    CChar
>? {
    ProductListHandle.at(products)?.invalidIDs[index]
}

@c @implementation public func iap_products_retain(_ products: OpaquePointer?) -> OpaquePointer? {
    ProductListHandle.retain(products)
}

@c @implementation public func iap_products_release(_ products: OpaquePointer?) {
    ProductListHandle.release(products)
}

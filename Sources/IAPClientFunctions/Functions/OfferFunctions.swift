public import CIAP
import IAPBoundary
import IAPModel
import IAPRuntime

@c @implementation public func iap_product_subscription_group_level(_ product: OpaquePointer?) -> Int32 {
    Int32(clamping: ProductHandle.at(product)?.product.subscription?.level ?? 0)
}

@c @implementation public func iap_product_subscription_group_name(_ product: OpaquePointer?) -> UnsafePointer<CChar>? {
    ProductHandle.at(product)?.text(.groupName)
}

@c @implementation public func iap_product_offer_count(_ product: OpaquePointer?) -> Int {
    ProductHandle.at(product)?.offers.count ?? 0
}

@c @implementation public func iap_product_offer_at(_ product: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    ProductHandle.at(product)?.offers.element(index)?.borrowed
}

@c @implementation public func iap_product_billing_plan_count(_ product: OpaquePointer?) -> Int {
    ProductHandle.at(product)?.billingPlans.count ?? 0
}

@c @implementation public func iap_product_billing_plan_at(_ product: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    ProductHandle.at(product)?.billingPlans.element(index)?.borrowed
}

@c @implementation public func iap_offer_type(_ offer: OpaquePointer?) -> iap_offer_type_t {
    OfferHandle.at(offer)?.offer.type.cValue ?? IAP_OFFER_TYPE_NONE
}

@c @implementation public func iap_offer_id(_ offer: OpaquePointer?) -> UnsafePointer<CChar>? {
    OfferHandle.at(offer)?.text(.id)
}

@c @implementation public func iap_offer_payment_mode(_ offer: OpaquePointer?) -> iap_payment_mode {
    OfferHandle.at(offer)?.offer.paymentMode.cValue ?? IAP_PAYMENT_MODE_NONE
}

@c @implementation public func iap_offer_price_milliunits(_ offer: OpaquePointer?) -> Int64 {
    OfferHandle.at(offer)?.offer.priceMilliunits ?? 0
}

@c @implementation public func iap_offer_display_price(_ offer: OpaquePointer?) -> UnsafePointer<CChar>? {
    OfferHandle.at(offer)?.text(.displayPrice)
}

@c @implementation public func iap_offer_period_unit(_ offer: OpaquePointer?) -> iap_period_unit {
    OfferHandle.at(offer)?.offer.period.unit.cValue ?? IAP_PERIOD_UNIT_NONE
}

@c @implementation public func iap_offer_period_value(_ offer: OpaquePointer?) -> Int32 {
    Int32(clamping: OfferHandle.at(offer)?.offer.period.value ?? 0)
}

@c @implementation public func iap_offer_period_count(_ offer: OpaquePointer?) -> Int32 {
    Int32(clamping: OfferHandle.at(offer)?.offer.periodCount ?? 0)
}

@c @implementation public func iap_billing_plan_type(_ plan: OpaquePointer?) -> iap_billing_plan_type_t {
    BillingPlanHandle.at(plan)?.plan.type.cValue ?? IAP_BILLING_PLAN_NONE
}

@c @implementation public func iap_billing_plan_display_price(_ plan: OpaquePointer?) -> UnsafePointer<CChar>? {
    BillingPlanHandle.at(plan)?.displayPrice
}

@c @implementation public func iap_billing_plan_price_milliunits(_ plan: OpaquePointer?) -> Int64 {
    BillingPlanHandle.at(plan)?.plan.priceMilliunits ?? 0
}

@c @implementation public func iap_billing_plan_period_unit(_ plan: OpaquePointer?) -> iap_period_unit {
    BillingPlanHandle.at(plan)?.plan.period.unit.cValue ?? IAP_PERIOD_UNIT_NONE
}

@c @implementation public func iap_billing_plan_period_value(_ plan: OpaquePointer?) -> Int32 {
    Int32(clamping: BillingPlanHandle.at(plan)?.plan.period.value ?? 0)
}

@c @implementation public func iap_billing_plan_commitment_price_milliunits(_ plan: OpaquePointer?) -> Int64 {
    BillingPlanHandle.at(plan)?.plan.commitmentPriceMilliunits ?? 0
}

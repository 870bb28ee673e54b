public import CIAP
import IAPBoundary
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_set_auto_renew(
    _ store: OpaquePointer?, _ transaction_id: UInt64, _ enabled: Int32, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    perform(.setAutoRenewal(isOn: enabled != 0), store, transaction_id, error)
}

@c @implementation public func iap_store_change_subscription(
    _ store: OpaquePointer?, _ transaction_id: UInt64, _ product_id: UnsafePointer<CChar>?,
    _ billing_plan: iap_billing_plan_type_t, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        let productID = try Input.text(product_id, "product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
        let plan = try Input.billingPlan(billing_plan, "billing_plan")
        let result = try $0.changeSubscription(ofTransaction: transaction_id, to: productID, plan)
        try result.check(transaction_id, product: "product_id")
    }
}

@c @implementation public func iap_store_expire_subscription(
    _ store: OpaquePointer?, _ transaction_id: UInt64, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    perform(.expire, store, transaction_id, error)
}

@c @implementation public func iap_store_force_renewal(
    _ store: OpaquePointer?, _ transaction_id: UInt64, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    perform(.forceRenewal, store, transaction_id, error)
}

@c @implementation public func iap_store_request_price_increase(
    _ store: OpaquePointer?, _ transaction_id: UInt64, _ price_milliunits: Int64, _ needs_consent: Int32,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        guard price_milliunits >= 0 else { throw IAPError(.invalidArgument, "price_milliunits is negative") }
        let increase = SubscriptionControl.increasePrice(
            milliunits: price_milliunits, needsConsent: needs_consent != 0)
        try $0.perform(increase, ofTransaction: transaction_id).check(transaction_id)
    }
}

@c @implementation public func iap_store_answer_price_increase(
    _ store: OpaquePointer?, _ transaction_id: UInt64, _ agrees: Int32, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    perform(agrees != 0 ? .consentToPriceIncrease : .declinePriceIncrease, store, transaction_id, error)
}

private func perform(
    _ control: SubscriptionControl, _ store: OpaquePointer?, _ id: UInt64,
    _ error: UnsafeMutablePointer<iap_error>?, function: String = #function
) -> iap_status {
    IAPStoreFunctions.control(store, error, function: function) {
        try $0.perform(control, ofTransaction: id).check(id)
    }
}

// MARK: Conditions

@c @implementation public func iap_store_set_time_rate(
    _ store: OpaquePointer?, _ time_rate: Int32, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        guard let rate = TimeRate(rawValue: Int(time_rate)) else {
            throw IAPError(.invalidArgument, "time_rate is \(time_rate), which is not a time rate of StoreKit")
        }
        try $0.setTimeRate(rate)
    }
}

@c @implementation public func iap_store_set_billing_retry_on_renewal(
    _ store: OpaquePointer?, _ enabled: Int32, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) { try $0.setBillingRetryOnRenewal(enabled != 0) }
}

@c @implementation public func iap_store_set_billing_grace_period(
    _ store: OpaquePointer?, _ days: Int32, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        guard days != 0 else { return try $0.setGracePeriod(nil) }
        guard let policy = GracePolicy(rawValue: Int(days)) else {
            throw IAPError(.invalidArgument, "days is \(days); use 3, 16 or 28, or 0 for no grace period")
        }
        try $0.setGracePeriod(policy)
    }
}

@c @implementation public func iap_store_set_renewal_limit(
    _ store: OpaquePointer?, _ renewals: Int32, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        guard renewals >= 0 else { throw IAPError(.invalidArgument, "renewals is negative") }
        try $0.setRenewalLimit(Int(renewals))
    }
}

@c @implementation public func iap_store_set_on_sale(
    _ store: OpaquePointer?, _ product_id: UnsafePointer<CChar>?, _ on_sale: Int32,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        let productID = try Input.text(product_id, "product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
        guard try $0.setOnSale(productID, on_sale != 0) else {
            throw IAPError(.notFound, "the .storekit file has no product \(productID)")
        }
    }
}

public import CIAP
import IAPInterop
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_set_auto_renew(
    _ store: Pointer, _ transaction_id: UInt64, _ enabled: Int32, _ error: Failure
) -> iap_status_t { perform(.setAutoRenewal(enabled != 0), store, transaction_id, error) }

@c @implementation public func iap_store_change_subscription(
    _ store: Pointer, _ transaction_id: UInt64, _ product_id: Text, _ billing_plan: iap_billing_plan_type_t,
    _ error: Failure
) -> iap_status_t {
    control(store, error) {
        let productID = try Input.text(product_id, "product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
        let plan = try Input.billingPlan(billing_plan, "billing_plan")
        let result = try $0.subscriptions.changeSubscription(ofTransaction: transaction_id, to: productID, plan)
        try result.check(transaction_id, product: "product_id")
    }
}

@c @implementation public func iap_store_expire_subscription(
    _ store: Pointer, _ transaction_id: UInt64, _ error: Failure
) -> iap_status_t { perform(.expire, store, transaction_id, error) }

@c @implementation public func iap_store_force_renewal(
    _ store: Pointer, _ transaction_id: UInt64, _ error: Failure
) -> iap_status_t { perform(.forceRenewal, store, transaction_id, error) }

@c @implementation public func iap_store_request_price_increase(
    _ store: Pointer, _ transaction_id: UInt64, _ price_milliunits: Int64, _ needs_consent: Int32, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        guard price_milliunits >= 0 else { throw IAPError(.invalidArgument, "price_milliunits is negative") }
        let increase = SubscriptionCommand.increasePrice(milliunits: price_milliunits, needsConsent: needs_consent != 0)
        try $0.subscriptions.perform(increase, ofTransaction: transaction_id).check(transaction_id)
    }
}

@c @implementation public func iap_store_answer_price_increase(
    _ store: Pointer, _ transaction_id: UInt64, _ agrees: Int32, _ error: Failure
) -> iap_status_t {
    perform(agrees != 0 ? .consentToPriceIncrease : .declinePriceIncrease, store, transaction_id, error)
}

private func perform(
    _ control: SubscriptionCommand, _ store: Pointer, _ id: UInt64,
    _ error: Failure, function: String = #function
) -> iap_status_t {
    IAPStoreFunctions.control(store, error, function: function) {
        try $0.subscriptions.perform(control, ofTransaction: id).check(id)
    }
}

// MARK: Conditions

@c @implementation public func iap_store_set_time_rate(
    _ store: Pointer, _ time_rate: Int32, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        guard let rate = TimeRate(rawValue: Int(time_rate)) else {
            throw IAPError(.invalidArgument, "time_rate is \(time_rate), which is not a time rate of StoreKit")
        }
        try $0.clock.setRate(rate)
    }
}

@c @implementation public func iap_store_set_billing_retry_on_renewal(
    _ store: Pointer, _ enabled: Int32, _ error: Failure
) -> iap_status_t { control(store, error) { try $0.controls.setBillingRetryOnRenewal(enabled != 0) } }

@c @implementation public func iap_store_set_billing_grace_period(
    _ store: Pointer, _ days: Int32, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        guard days != 0 else { return try $0.controls.setGracePeriod(nil) }
        guard let policy = GracePolicy(rawValue: Int(days)) else {
            throw IAPError(.invalidArgument, "days is \(days); use 3, 16 or 28, or 0 for no grace period")
        }
        try $0.controls.setGracePeriod(policy)
    }
}

@c @implementation public func iap_store_set_renewal_limit(
    _ store: Pointer, _ renewals: Int32, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        guard renewals >= 0 else { throw IAPError(.invalidArgument, "renewals is negative") }
        try $0.controls.setRenewalLimit(Int(renewals))
    }
}

@c @implementation public func iap_store_set_on_sale(
    _ store: Pointer, _ product_id: Text, _ on_sale: Int32, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        let productID = try Input.text(product_id, "product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
        try $0.shelf.setOnSale(productID, on_sale != 0)
    }
}

@c @implementation public func iap_store_renewal_init(_ renewal: UnsafeMutablePointer<iap_store_renewal>?) {
    initialize(renewal, iap_store_renewal(), \.struct_size)
    renewal?.pointee.will_auto_renew = 1
}

@c @implementation public func iap_store_set_renewal(
    _ store: Pointer, _ transaction_id: UInt64, _ renewal: UnsafePointer<iap_store_renewal>?, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        let result = try $0.subscriptions.setRenewal(ofTransaction: transaction_id, setting(renewal))
        try result.check(transaction_id, product: "auto_renew_product_id")
    }
}

private func setting(_ renewal: UnsafePointer<iap_store_renewal>?) throws(IAPError) -> RenewalSetting {
    let given = try Input.options(renewal, "renewal")
    var setting = RenewalSetting()
    setting.willAutoRenew = given.will_auto_renew != 0
    setting.autoRenewProductID = try Input.optionalText(
        given.auto_renew_product_id, "renewal.auto_renew_product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
    guard (IAP_EXPIRATION_REASON_NONE...IAP_EXPIRATION_REASON_UNBUNDLED).contains(given.expiration_reason) else {
        throw IAPError(
            .invalidArgument,
            "renewal.expiration_reason is \(given.expiration_reason), which is not an IAP_EXPIRATION_REASON_… value")
    }
    if given.expiration_reason != IAP_EXPIRATION_REASON_NONE {
        setting.expirationReason = RenewalInfo.ExpirationReason(rawValue: Int(given.expiration_reason))
    }
    switch given.price_increase {
    case IAP_PRICE_INCREASE_NONE: setting.priceIncrease = .none
    case IAP_PRICE_INCREASE_PENDING: setting.priceIncrease = .pending
    case IAP_PRICE_INCREASE_AGREED: setting.priceIncrease = .agreed
    default:
        throw IAPError(
            .invalidArgument,
            "renewal.price_increase is \(given.price_increase), which is not an IAP_PRICE_INCREASE_… value")
    }
    guard given.grace_period_expiration_date_ms >= 0, given.renewal_price_milliunits >= 0 else {
        throw IAPError(.invalidArgument, "a date or a price of the renewal is negative")
    }
    setting.isInBillingRetry = given.is_in_billing_retry != 0
    if given.grace_period_expiration_date_ms != 0 {
        setting.gracePeriodExpirationDate = given.grace_period_expiration_date_ms
    }
    if given.renewal_price_milliunits != 0 { setting.priceMilliunits = given.renewal_price_milliunits }
    return setting
}

public import CIAP
import IAPBoundary
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_set_interrupted_purchases(
    _ store: OpaquePointer?, _ interruption: iap_store_interruption, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        guard interruption != IAP_STORE_INTERRUPTION_NONE else { return try $0.setInterruption(nil) }
        guard let known = PurchaseInterruption(rawValue: interruption) else {
            throw IAPError(
                .invalidArgument, "interruption is \(interruption), which is not an IAP_STORE_INTERRUPTION_… value")
        }
        try $0.setInterruption(known)
    }
}

@c @implementation public func iap_store_set_fail_transactions(
    _ store: OpaquePointer?, _ failure: iap_store_failure, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        guard failure != IAP_STORE_FAILURE_NONE else { return try $0.setPurchaseFailure(nil) }
        let kind = try StoreFailure.Kind(failure)
        guard kind.isTransactionFailure else {
            throw IAPError(.invalidArgument, "a test cannot make transactions fail with \(kind)")
        }
        try $0.setPurchaseFailure(kind)
    }
}

@c @implementation public func iap_store_set_dialogs_disabled(
    _ store: OpaquePointer?, _ disabled: Int32, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) { try $0.setDialogsDisabled(disabled != 0) }
}

@c @implementation public func iap_store_set_all_non_renewing_entitlements(
    _ store: OpaquePointer?, _ enabled: Int32, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) { try $0.setAllNonRenewingEntitlements(enabled != 0) }
}

@c @implementation public func iap_store_set_locale_during_next_purchase(
    _ store: OpaquePointer?, _ locale: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        try $0.setLocaleDuringNextPurchase(try Input.text(locale, "locale", limit: 64))
    }
}

@c @implementation public func iap_store_settings_init(_ settings: UnsafeMutablePointer<iap_store_settings>?) {
    settings?.pointee = iap_store_settings()
    settings?.pointee.struct_size = UInt32(MemoryLayout<iap_store_settings>.size)
}

@c @implementation public func iap_store_get_settings(
    _ store: OpaquePointer?, _ settings: UnsafeMutablePointer<iap_store_settings>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        _ = try Input.options(
            settings.map { UnsafePointer($0) }, "settings", zero: iap_store_settings(),
            sizes: [MemoryLayout<iap_store_settings>.size])
        settings?.pointee = try $0.settings.cValue
    }
}

@c @implementation public func iap_store_get_simulated_error(
    _ store: OpaquePointer?, _ api: iap_store_api, _ failure: UnsafeMutablePointer<iap_store_failure>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    failure?.pointee = IAP_STORE_FAILURE_NONE
    return control(store, error) {
        guard let failure else { throw IAPError(.invalidArgument, "failure is NULL") }
        guard let known = StoreAPI(rawValue: api) else {
            throw IAPError(.invalidArgument, "api is \(api), which is not an IAP_STORE_API_… value")
        }
        failure.pointee = try $0.simulatedError(for: known)?.cValue ?? IAP_STORE_FAILURE_NONE
    }
}

extension StoreSettings {
    fileprivate var cValue: iap_store_settings {
        var value = iap_store_settings()
        value.struct_size = UInt32(MemoryLayout<iap_store_settings>.size)
        value.ask_to_buy = isAskToBuyEnabled ? 1 : 0
        value.payments_allowed = arePaymentsAllowed ? 1 : 0
        value.dialogs_disabled = areDialogsDisabled ? 1 : 0
        value.billing_retry_on_renewal = isBillingRetryOnRenewal ? 1 : 0
        value.billing_grace_period_days = Int32(clamping: gracePeriodDays)
        value.renewal_limit = Int32(clamping: renewalLimit)
        value.time_rate = Int32(clamping: timeRate)
        value.interrupted_purchases = interruption?.rawValue ?? IAP_STORE_INTERRUPTION_NONE
        value.fail_transactions = purchaseFailure?.cValue ?? IAP_STORE_FAILURE_NONE
        withUnsafeMutableBytes(of: &value.storefront) { write(storefront, to: $0) }
        withUnsafeMutableBytes(of: &value.locale) { write(locale, to: $0) }
        return value
    }
}

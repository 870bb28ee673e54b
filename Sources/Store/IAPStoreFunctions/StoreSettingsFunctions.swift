public import CIAP
import IAPInterop
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_set_interrupted_purchases(
    _ store: Pointer, _ interruption: iap_store_interruption_t, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        guard interruption != IAP_STORE_INTERRUPTION_NONE else { return try $0.controls.setInterruption(nil) }
        let known = try Input.value(PurchaseInterruption.self, interruption, "interruption", "IAP_STORE_INTERRUPTION")
        try $0.controls.setInterruption(known)
    }
}

@c @implementation public func iap_store_set_fail_transactions(
    _ store: Pointer, _ failure: iap_store_failure_t, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        guard failure != IAP_STORE_FAILURE_NONE else { return try $0.controls.setPurchaseFailure(nil) }
        let kind = try StoreFailure.Kind(failure)
        guard kind.isTransactionFailure else {
            throw IAPError(.invalidArgument, "a test cannot make transactions fail with \(kind)")
        }
        try $0.controls.setPurchaseFailure(kind)
    }
}

@c @implementation public func iap_store_set_dialogs_disabled(
    _ store: Pointer, _ disabled: Int32, _ error: Failure
) -> iap_status_t { control(store, error) { try $0.controls.setDialogsDisabled(disabled != 0) } }

@c @implementation public func iap_store_set_all_non_renewing_entitlements(
    _ store: Pointer, _ enabled: Int32, _ error: Failure
) -> iap_status_t { control(store, error) { try $0.controls.setAllNonRenewingEntitlements(enabled != 0) } }

@c @implementation public func iap_store_set_locale_during_next_purchase(
    _ store: Pointer, _ locale: Text, _ error: Failure
) -> iap_status_t {
    control(store, error) { try $0.shelf.setLocaleDuringNextPurchase(try Input.text(locale, "locale", limit: 64)) }
}

@c @implementation public func iap_store_settings_init(_ settings: UnsafeMutablePointer<iap_store_settings>?) {
    initialize(settings, iap_store_settings(), \.struct_size)
}

@c @implementation public func iap_store_get_settings(
    _ store: Pointer, _ settings: UnsafeMutablePointer<iap_store_settings>?, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        _ = try Input.options(settings.map { UnsafePointer($0) }, "settings")
        settings?.pointee = try $0.controls.settings.cValue
    }
}

@c @implementation public func iap_store_get_simulated_error(
    _ store: Pointer, _ api: iap_store_api_t, _ failure: UnsafeMutablePointer<iap_store_failure_t>?, _ error: Failure
) -> iap_status_t {
    failure?.pointee = IAP_STORE_FAILURE_NONE
    return control(store, error) {
        guard let failure else { throw IAPError(.invalidArgument, "failure is NULL") }
        let known = try Input.value(StoreAPI.self, api, "api", "IAP_STORE_API")
        failure.pointee = try $0.controls.simulatedError(for: known)?.cValue ?? IAP_STORE_FAILURE_NONE
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

@c @implementation public func iap_store_set_simulated_error(
    _ store: Pointer, _ api: iap_store_api_t, _ failure: iap_store_failure_t, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        let known = try Input.value(StoreAPI.self, api, "api", "IAP_STORE_API")
        guard failure != IAP_STORE_FAILURE_NONE else { return try $0.controls.setSimulatedError(nil, for: known) }
        let kind = try StoreFailure.Kind(failure)
        guard known.canFail(with: kind) else { throw IAPError(.invalidArgument, "\(known) cannot fail with \(kind)") }
        try $0.controls.setSimulatedError(kind, for: known)
    }
}

@c @implementation public func iap_store_set_supported(
    _ store: Pointer, _ feature: iap_feature_t, _ supported: Int32, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        let known = try Input.value(Feature.self, feature, "feature", "IAP_FEATURE")
        try $0.controls.set(known, isSupported: supported != 0)
    }
}

@c @implementation public func iap_store_answer_next_sheet(
    _ store: Pointer, _ sheet: iap_store_sheet_t, _ answer: iap_store_answer_t, _ detail: Text, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        let known = try Input.value(StoreSheet.self, sheet, "sheet", "IAP_STORE_SHEET")
        guard answer == IAP_STORE_ANSWER_ACCEPT || answer == IAP_STORE_ANSWER_CANCEL else {
            throw IAPError(.invalidArgument, "answer is \(answer), which is not an IAP_STORE_ANSWER_… value")
        }
        let text = try Input.optionalText(detail, "detail", limit: 2048)
        let given = SheetAnswer(isAccepted: answer == IAP_STORE_ANSWER_ACCEPT, detail: text)
        try $0.sheets.answerNext(known, given)
    }
}

@c @implementation public func iap_store_sheet_count(_ store: Pointer, _ sheet: iap_store_sheet_t) -> Int {
    var count = 0
    _ = control(store) { store in
        if let known = StoreSheet(rawValue: sheet) { count = try store.sheets.count(of: known) }
    }
    return count
}

@c @implementation public func iap_store_move_during_next_purchase(
    _ store: Pointer, _ country_code: Text, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        try $0.shelf.moveDuringNextPurchase(try Input.text(country_code, "country_code", limit: 64))
    }
}

public import CIAP
import IAPBoundary
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_set_simulated_error(
    _ store: OpaquePointer?, _ api: iap_store_api, _ failure: iap_store_failure,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        guard let known = StoreAPI(rawValue: api) else {
            throw IAPError(.invalidArgument, "api is \(api), which is not an IAP_STORE_API_… value")
        }
        guard failure != IAP_STORE_FAILURE_NONE else { return try $0.setSimulatedError(nil, for: known) }
        let kind = try StoreFailure.Kind(failure)
        guard known.canFail(with: kind) else {
            throw IAPError(.invalidArgument, "\(known) cannot fail with \(kind)")
        }
        try $0.setSimulatedError(kind, for: known)
    }
}

@c @implementation public func iap_store_set_supported(
    _ store: OpaquePointer?, _ feature: iap_feature, _ supported: Int32, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        guard let known = Feature(rawValue: feature) else {
            throw IAPError(.invalidArgument, "feature is \(feature), which is not an IAP_FEATURE_… value")
        }
        try $0.set(known, isSupported: supported != 0)
    }
}

@c @implementation public func iap_store_answer_next_sheet(
    _ store: OpaquePointer?, _ sheet: iap_store_sheet, _ answer: iap_store_answer, _ detail: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        guard let known = StoreSheet(rawValue: sheet) else {
            throw IAPError(.invalidArgument, "sheet is \(sheet), which is not an IAP_STORE_SHEET_… value")
        }
        guard answer == IAP_STORE_ANSWER_ACCEPT || answer == IAP_STORE_ANSWER_CANCEL else {
            throw IAPError(.invalidArgument, "answer is \(answer), which is not an IAP_STORE_ANSWER_… value")
        }
        let text = try Input.optionalText(detail, "detail", limit: 2048)
        let given = SheetAnswer(isAccepted: answer == IAP_STORE_ANSWER_ACCEPT, detail: text)
        guard try $0.answerNext(known, given) else {
            throw IAPError(.invalidArgument, "the detail \(text ?? "") is not valid for this sheet and answer")
        }
    }
}

@c @implementation public func iap_store_sheet_count(_ store: OpaquePointer?, _ sheet: iap_store_sheet) -> Int {
    var count = 0
    _ = control(store) { store in
        if let known = StoreSheet(rawValue: sheet) { count = try store.count(of: known) }
    }
    return count
}

@c @implementation public func iap_store_move_during_next_purchase(
    _ store: OpaquePointer?, _ country_code: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        let code = try Input.text(country_code, "country_code", limit: 64)
        guard try $0.moveDuringNextPurchase(code) else {
            throw IAPError(.invalidArgument, "\(code) is not an ISO 3166-1 alpha-3 country code")
        }
    }
}

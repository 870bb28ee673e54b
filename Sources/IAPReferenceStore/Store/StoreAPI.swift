/// The StoreKit APIs that a test can make fail. The numbers are those of the C header's `IAP_STORE_API_…`.
package enum StoreAPI: Int32, Sendable, Hashable, CaseIterable {
    case loadProducts = 1
    case purchase = 2
    case verification = 3
    case sync = 4
    case subscriptionStatus = 5
    case appTransaction = 6
    case manageSubscriptions = 7
    case refundRequest = 8
    case offerCodeRedemption = 9
    case messages = 10
    case promotions = 11
    case externalPurchase = 12
    case paymentMethodBinding = 13
    case appReceipt = 14

    /// Whether this StoreKit API can fail with the error.
    package func canFail(with kind: StoreFailure.Kind) -> Bool {
        switch self {
        case .verification: kind.isVerificationError
        case .purchase: kind.isStoreKitError || kind.isPurchaseError
        case .refundRequest: kind.isStoreKitError || kind.isRefundRequestError
        case .paymentMethodBinding: kind.isStoreKitError || kind.isBindingError
        default: kind.isStoreKitError
        }
    }

    init(_ api: SimulatedFailure.API) {
        switch api {
        case .loadProducts: self = .loadProducts
        case .purchase: self = .purchase
        case .verification: self = .verification
        case .appStoreSync: self = .sync
        case .subscriptionStatus: self = .subscriptionStatus
        case .appTransaction: self = .appTransaction
        case .manageSubscriptions: self = .manageSubscriptions
        case .refundRequest: self = .refundRequest
        case .offerCodeRedeem: self = .offerCodeRedemption
        }
    }
}

extension SimulatedFailure {
    /// The failure for the file's error. An error that is impossible for its API, or unknown, becomes `unknown`. Verification
    /// has no unknown error; it becomes an invalid signature.
    var kind: StoreFailure.Kind {
        let name =
            switch (errorType, errorName) {
            case (.refundRequest, "duplicateRequest"): StoreFailure.Kind.duplicateRefundRequest.rawValue
            case (.refundRequest, "failed"): StoreFailure.Kind.refundRequestFailed.rawValue
            default: errorName
            }
        let api = StoreAPI(api)
        if let kind = StoreFailure.Kind(rawValue: name), api.canFail(with: kind) { return kind }
        return api == .verification ? .invalidSignature : .unknown
    }
}

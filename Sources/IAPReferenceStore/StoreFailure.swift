/// The reason why the store refuses a request, in StoreKit's terms.
package struct StoreFailure: Error, Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        // StoreKitError
        case unknown = "unknown"
        case userCancelled = "userCancelled"
        case networkError = "networkError"
        case networkTimeout = "networkTimeout"
        case systemError = "systemError"
        case notAvailableInStorefront = "notAvailableInStorefront"
        case notEntitled = "notEntitled"
        case unsupported = "unsupported"
        case invalidPresentationContext = "invalidPresentationContext"
        // Product.PurchaseError
        case invalidQuantity = "invalidQuantity"
        case productUnavailable = "productUnavailable"
        case purchaseNotAllowed = "purchaseNotAllowed"
        case ineligibleForOffer = "ineligibleForOffer"
        case invalidOfferIdentifier = "invalidOfferIdentifier"
        case invalidOfferPrice = "invalidOfferPrice"
        case invalidOfferSignature = "invalidOfferSignature"
        case missingOfferParameters = "missingOfferParameters"
        case paymentMethodBindingConfigurationRequired = "paymentMethodBindingConfigurationRequired"
        case multiSeatPurchaseDisabled = "multiSeatPurchaseDisabled"
        // VerificationResult.VerificationError
        case revokedCertificate = "revokedCertificate"
        case invalidCertificateChain = "invalidCertificateChain"
        case invalidDeviceVerification = "invalidDeviceVerification"
        case invalidEncoding = "invalidEncoding"
        case invalidSignature = "invalidSignature"
        case missingRequiredProperties = "missingRequiredProperties"
        // Transaction.RefundRequestError
        case duplicateRefundRequest = "duplicateRefundRequest"
        case refundRequestFailed = "refundRequestFailed"
        // PaymentMethodBindingError
        case bindingNotEligible = "bindingNotEligible"
        case bindingInvalidPinningID = "bindingInvalidPinningID"
        case bindingFailed = "bindingFailed"
        // InvalidRequestError, of Advanced Commerce
        case invalidRequest = "invalidRequest"
        // StoreKitError.systemError, with a cause that says more
        case systemUserCancelled = "systemUserCancelled"
        case systemPaymentCancelled = "systemPaymentCancelled"
        case systemNestedCancelled = "systemNestedCancelled"
        case systemAccountCancelled = "systemAccountCancelled"
        case systemCurrentlySubscribed = "systemCurrentlySubscribed"
    }

    package var kind: Kind
    package var detail: String
    /// Whether the store's own file failed.
    package private(set) var isOfStorage = false

    private enum CodingKeys: String, CodingKey {
        case kind, detail
    }

    package init(_ kind: Kind, _ detail: String = "") {
        self.kind = kind
        self.detail = detail
    }

    init(storage detail: String) {
        self.init(.systemError, detail)
        isOfStorage = true
    }
}

/// The StoreKit error type of a kind. `invalidRequest` has its own type.
extension StoreFailure.Kind {
    package var isStoreKitError: Bool {
        switch self {
        case .unknown, .userCancelled, .networkError, .networkTimeout, .systemError, .notAvailableInStorefront,
            .notEntitled, .unsupported, .invalidPresentationContext, .systemUserCancelled, .systemPaymentCancelled,
            .systemNestedCancelled, .systemAccountCancelled, .systemCurrentlySubscribed:
            true
        default: false
        }
    }

    package var isPurchaseError: Bool {
        switch self {
        case .invalidQuantity, .productUnavailable, .purchaseNotAllowed, .ineligibleForOffer, .invalidOfferIdentifier,
            .invalidOfferPrice, .invalidOfferSignature, .missingOfferParameters,
            .paymentMethodBindingConfigurationRequired, .multiSeatPurchaseDisabled:
            true
        default: false
        }
    }

    package var isVerificationError: Bool {
        switch self {
        case .revokedCertificate, .invalidCertificateChain, .invalidDeviceVerification, .invalidEncoding,
            .invalidSignature, .missingRequiredProperties:
            true
        default: false
        }
    }

    package var isRefundRequestError: Bool { self == .duplicateRefundRequest || self == .refundRequestFailed }

    package var isBindingError: Bool {
        self == .bindingNotEligible || self == .bindingInvalidPinningID || self == .bindingFailed
    }

    /// Whether the player cancelled, however deep the error says it.
    var isCancellation: Bool {
        switch self {
        case .userCancelled, .systemUserCancelled, .systemPaymentCancelled, .systemNestedCancelled,
            .systemAccountCancelled:
            true
        default: false
        }
    }
}

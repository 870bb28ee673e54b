/// Why the store does not do what it was asked to, in StoreKit's words.
package struct StoreFailure: Error, Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        // StoreKitError
        case unknown
        case userCancelled
        case networkError
        case networkTimeout
        case systemError
        case notAvailableInStorefront
        case notEntitled
        case unsupported
        case invalidPresentationContext
        // Product.PurchaseError
        case invalidQuantity
        case productUnavailable
        case purchaseNotAllowed
        case ineligibleForOffer
        case invalidOfferIdentifier
        case invalidOfferPrice
        case invalidOfferSignature
        case missingOfferParameters
        case paymentMethodBindingConfigurationRequired
        case multiSeatPurchaseDisabled
        // VerificationResult.VerificationError
        case revokedCertificate
        case invalidCertificateChain
        case invalidDeviceVerification
        case invalidEncoding
        case invalidSignature
        case missingRequiredProperties
        // Transaction.RefundRequestError
        case duplicateRefundRequest
        case refundRequestFailed
        // PaymentMethodBindingError
        case bindingNotEligible
        case bindingInvalidPinningID
        case bindingFailed
        // InvalidRequestError, of Advanced Commerce
        case invalidRequest
    }

    package var kind: Kind
    package var detail: String
    /// The store's own file is what failed.
    package private(set) var isOfStorage = false

    package init(_ kind: Kind, _ detail: String = "") {
        self.kind = kind
        self.detail = detail
    }

    init(storage detail: String) {
        self.init(.systemError, detail)
        isOfStorage = true
    }
}

/// To which of StoreKit's error types a kind belongs; `invalidRequest` is a type of its own.
extension StoreFailure.Kind {
    package var isStoreKitError: Bool {
        switch self {
        case .unknown, .userCancelled, .networkError, .networkTimeout, .systemError, .notAvailableInStorefront,
            .notEntitled, .unsupported, .invalidPresentationContext:
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
}

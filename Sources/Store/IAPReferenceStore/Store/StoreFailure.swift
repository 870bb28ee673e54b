package import IAPModel

/// The reason why the store refuses a request, in StoreKit's terms.
package struct StoreFailure: Error, Sendable, Hashable {
    /// In the order of the C header: the number of its constant is the place, beginning with 1.
    package enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
        case unknown = "unknown"
        case networkError = "networkError"
        case systemError = "systemError"
        case notAvailableInStorefront = "notAvailableInStorefront"
        case notEntitled = "notEntitled"
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
        case userCancelled = "userCancelled"
        case unsupported = "unsupported"
        case invalidPresentationContext = "invalidPresentationContext"
        case networkTimeout = "networkTimeout"
        case revokedCertificate = "revokedCertificate"
        case invalidCertificateChain = "invalidCertificateChain"
        case invalidDeviceVerification = "invalidDeviceVerification"
        case invalidEncoding = "invalidEncoding"
        case invalidSignature = "invalidSignature"
        case missingRequiredProperties = "missingRequiredProperties"
        case duplicateRefundRequest = "duplicateRefundRequest"
        case refundRequestFailed = "refundRequestFailed"
        case bindingNotEligible = "bindingNotEligible"
        case bindingInvalidPinningID = "bindingInvalidPinningID"
        case bindingFailed = "bindingFailed"
        case invalidRequest = "invalidRequest"
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

    package init(_ kind: Kind, _ detail: String = "") {
        self.kind = kind
        self.detail = detail
    }

    /// Makes the failure for an error of a request: an error that is no failure comes from the store's file.
    package init(_ error: any Error) {
        if let failure = error as? StoreFailure {
            self = failure
        } else {
            self.init(.systemError, "\(error)")
            isOfStorage = true
        }
    }
}

/// The StoreKit error type of a kind. `invalidRequest` has its own type.
extension StoreFailure.Kind {
    package var isStoreKitError: Bool {
        [
            .unknown, .userCancelled, .networkError, .networkTimeout, .systemError, .notAvailableInStorefront,
            .notEntitled, .unsupported, .invalidPresentationContext, .systemUserCancelled, .systemPaymentCancelled,
            .systemNestedCancelled, .systemAccountCancelled, .systemCurrentlySubscribed,
        ].contains(self)
    }

    package var isPurchaseError: Bool {
        [
            .invalidQuantity, .productUnavailable, .purchaseNotAllowed, .ineligibleForOffer, .invalidOfferIdentifier,
            .invalidOfferPrice, .invalidOfferSignature, .missingOfferParameters,
            .paymentMethodBindingConfigurationRequired, .multiSeatPurchaseDisabled,
        ].contains(self)
    }

    /// In the order of StoreKit's declaration.
    static let verificationErrors: [Self] = [
        .revokedCertificate, .invalidCertificateChain, .invalidDeviceVerification, .invalidEncoding,
        .invalidSignature, .missingRequiredProperties,
    ]

    package var isVerificationError: Bool { Self.verificationErrors.contains(self) }

    /// In the order of StoreKit's declaration.
    static let refundRequestErrors: [Self] = [.duplicateRefundRequest, .refundRequestFailed]

    package var isRefundRequestError: Bool { Self.refundRequestErrors.contains(self) }

    package var isBindingError: Bool {
        [.bindingNotEligible, .bindingInvalidPinningID, .bindingFailed].contains(self)
    }

    /// Whether the player cancelled, however deep the error says it.
    var isCancellation: Bool {
        [
            .userCancelled, .systemUserCancelled, .systemPaymentCancelled, .systemNestedCancelled,
            .systemAccountCancelled,
        ].contains(self)
    }
}

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
    case merchandising = 15

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
}

/// Errors for the caller of a control that did nothing.
extension Subscriptions.Result {
    /// - Parameters:
    ///   - id: The transaction that names the subscription.
    ///   - product: The argument that must name a product of the subscription's group.
    package func check(_ id: UInt64, product: String = "the product") throws(IAPError) {
        switch self {
        case .done: break
        case .unknownTransaction: throw IAPError(.notFound, "the store has no transaction \(id)")
        case .unknownProduct, .refused(.notOfGroup), .refused(.unknownBillingPlan):
            throw IAPError(
                .notFound, "\(product) does not name a product or plan in the subscription group of transaction \(id)")
        case .noSubscription:
            throw IAPError(.invalidState, "transaction \(id) does not belong to an auto-renewable subscription")
        case .notBought(let failure):
            throw IAPError(.invalidState, "the subscription of transaction \(id): \(failure.detail)")
        case .awaitsApproval(let attempt):
            throw IAPError(
                .invalidState,
                "the change of the subscription of transaction \(id) waits for approval; approve or decline \(attempt)")
        case .refused(let refusal):
            throw IAPError(.invalidState, "the subscription of transaction \(id): \(refusal.explanation)")
        }
    }
}

extension SubscriptionOutcome.Refusal {
    fileprivate var explanation: String {
        switch self {
        case .notSubscribed, .notRunning: "it has ended, or its period is not running"
        case .notOfGroup, .unknownBillingPlan: "its group does not have this product or plan"
        case .productUnavailable: "the product is not for sale"
        case .ineligibleForOffer: "the account may not use the offer"
        case .invalidOfferPrice: "the offer has no price"
        case .notInBillingRetry: "it has no billing issue to resolve"
        case .invalidPrice: "the price is negative"
        case .noPriceIncrease: "it has no pending price increase"
        case .alreadyRevoked: "it was revoked before"
        case .notExtendable: "its period is not running, or is free"
        }
    }
}

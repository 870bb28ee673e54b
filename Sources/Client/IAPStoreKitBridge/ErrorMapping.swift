internal import Foundation
internal import IAPModel

/// Maps an error of the store to a status of the header.
struct ErrorMapping {
    var status: IAPError.Status
    /// Whether the same call may succeed later without a change in the game.
    var isRetryable: Bool
    /// The error that decided: the given one, or one that it wraps.
    private(set) var origin: (any Error)?

    private init(status: IAPError.Status, isRetryable: Bool) {
        self.status = status
        self.isRetryable = isRetryable
    }

    private static func permanent(_ status: IAPError.Status) -> Self { Self(status: status, isRetryable: false) }
    private static func passing(_ status: IAPError.Status) -> Self { Self(status: status, isRetryable: true) }

    /// The first error of the chain of causes that says what happened. StoreKit wraps errors of its services, also a
    /// cancellation, in errors that only say "the system failed".
    init(_ error: any Error) {
        let causes = Self.causes(of: error)
        var found =
            causes.lazy.map { (mapping: Self(alone: $0), error: $0) }.first { $0.mapping.status != .store }
            // What a service of the system reported says more than "the system failed". An error of Swift's own, such
            // as StoreKitError itself, is also an NSError, but its code is only the number of its case.
            ?? (.unclear, causes.last { $0 is any CustomNSError || type(of: $0) is NSError.Type } ?? error)
        found.mapping.origin = found.error
        self = found.mapping
    }

    /// The error, and what it wraps, from the outside to the inside.
    private static func causes(of error: any Error) -> [any Error] {
        var causes = [error]
        // A chain can be a circle.
        while causes.count < 16, let cause = cause(of: causes[causes.count - 1]) { causes.append(cause) }
        return causes
    }

    private static func cause(of error: any Error) -> (any Error)? {
        switch error as? StoreKitError {
        case .systemError(let cause): cause
        case .networkError(let cause): cause
        default: (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
        }
    }

    private init(alone error: any Error) {
        self =
            switch error {
            case let error as StoreKitError: Self(error)
            case let error as StoreKitProduct.PurchaseError: Self(error)
            case let error as URLError: Self(error)
            case is CancellationError: .passing(.cancelled)
            default:
                Self.ofVerification(error) ?? Self.ofRefundRequest(error) ?? Self.ofBinding(error)
                    ?? Self.ofRequest(error) ?? Self.ofServices(error as NSError) ?? .unclear
            }
    }

    /// Newer systems have errors that this version or its SDK does not know.
    private static var unclear: Self { .passing(.store) }

    private init(_ error: StoreKitError) {
        self =
            switch error {
            case .unknown: .unclear
            case .userCancelled: .permanent(.cancelled)
            // The cause says more.
            case .networkError, .systemError: .unclear
            case .notAvailableInStorefront: .permanent(.notInStorefront)
            case .notEntitled: .permanent(.notEntitled)
            // StoreKitError.unsupported: iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4.
            case .unsupported: .permanent(.unsupported)
            // StoreKitError.invalidPresentationContext: iOS 27, macOS 27, tvOS 27, visionOS 27.
            #if IAP_REFERENCE_STORE || canImport(StoreKit, _version: 816)
                case .invalidPresentationContext: .permanent(.invalidAnchor)
            #endif
            #if !IAP_REFERENCE_STORE
                default: .unclear
            #endif
            }
    }

    private init(_ error: StoreKitProduct.PurchaseError) {
        self =
            switch error {
            case .invalidQuantity: .permanent(.invalidQuantity)
            case .productUnavailable: .permanent(.productUnavailable)
            case .purchaseNotAllowed: .permanent(.notAllowed)
            case .ineligibleForOffer: .permanent(.ineligibleForOffer)
            case .invalidOfferIdentifier: .permanent(.invalidOfferIdentifier)
            case .invalidOfferPrice: .permanent(.invalidOfferPrice)
            case .invalidOfferSignature: .permanent(.invalidOfferSignature)
            case .missingOfferParameters: .permanent(.missingOfferParameters)
            // PurchaseError.paymentMethodBindingConfigurationRequired: iOS 26.5, macOS 26.5, tvOS 26.5, visionOS 26.5.
            #if IAP_REFERENCE_STORE || canImport(StoreKit, _version: 815.5)
                case .paymentMethodBindingConfigurationRequired: .permanent(.notAllowed)
            #endif
            // PurchaseError.multiSeatPurchaseDisabled: iOS 27.3; known from Apple's documentation only.
            #if IAP_REFERENCE_STORE
                case .multiSeatPurchaseDisabled: .permanent(.notAllowed)
            #endif
            #if !IAP_REFERENCE_STORE
                default: .unclear
            #endif
            }
    }

    private static func ofVerification(_ error: any Error) -> Self? {
        if error is StoreKitVerificationResult<StoreKitTransaction>.VerificationError
            || error is StoreKitVerificationResult<StoreKitSubscriptionInfo.RenewalInfo>.VerificationError
        {
            return .permanent(.verification)
        }
        if #available(iOS 16, macOS 13, tvOS 16, *),
            error is StoreKitVerificationResult<StoreKitAppTransaction>.VerificationError
        {
            return .permanent(.verification)
        }
        return nil
    }

    private static func ofRefundRequest(_ error: any Error) -> Self? {
        // The error came to tvOS with tvOS 17. tvOS has no such requests.
        #if os(tvOS)
            return nil
        #else
            guard let error = error as? StoreKitTransaction.RefundRequestError else { return nil }
            switch error {
            case .duplicateRequest: return .permanent(.duplicateRequest)
            case .failed: return .unclear
            // RefundRequestError.ineligible: iOS 27, macOS 27, visionOS 27.
            #if !IAP_REFERENCE_STORE && canImport(StoreKit, _version: 816)
                case .ineligible: return .permanent(.notEligible)
            #endif
            #if !IAP_REFERENCE_STORE
                default: return .unclear
            #endif
            }
        #endif
    }

    private static func ofBinding(_ error: any Error) -> Self? {
        #if os(iOS) || os(visionOS) || IAP_REFERENCE_STORE
            guard #available(iOS 16.4, *),
                let error = error as? StoreKitPaymentMethodBinding.PaymentMethodBindingError
            else { return nil }
            switch error {
            case .notEligible: return .permanent(.notEligible)
            case .invalidPinningID: return .permanent(.invalidArgument)
            case .failed: return .unclear
            #if !IAP_REFERENCE_STORE
                default: return .unclear
            #endif
            }
        #else
            return nil
        #endif
    }

    private static func ofRequest(_ error: any Error) -> Self? {
        // InvalidRequestError: iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4.
        if #available(iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4, *), error is StoreKitInvalidRequestError {
            return .permanent(.invalidArgument)
        }
        return nil
    }

    private init(_ error: URLError) {
        self =
            switch error.code {
            case .cancelled, .userCancelledAuthentication: .permanent(.cancelled)
            case .badURL, .unsupportedURL: .permanent(.network)
            default: .passing(.network)
            }
    }

    /// StoreKit still ends some calls with errors of the original StoreKit (SKErrorDomain), and wraps errors of the services
    /// behind it (AMSErrorDomain, ASDServerErrorDomain). Apple does not document the numbers of these services. Users of the
    /// libraries openiap (issue 195) and purchases-ios saw these two.
    private static func ofServices(_ error: NSError) -> Self? {
        if error.domain == "AMSErrorDomain", error.code == 6 { return .permanent(.cancelled) }
        if error.domain == "ASDServerErrorDomain", error.code == 3532 { return .permanent(.alreadySubscribed) }
        guard error.domain == "SKErrorDomain" else { return nil }
        switch error.code {
        case 2: return .permanent(.cancelled)  // paymentCancelled
        case 1, 4: return .permanent(.notAllowed)  // clientInvalid, paymentNotAllowed
        case 3: return .permanent(.invalidArgument)  // paymentInvalid
        case 5: return .permanent(.notInStorefront)  // storeProductNotAvailable
        case 7: return .passing(.network)  // cloudServiceNetworkConnectionFailed
        case 11: return .permanent(.invalidOfferIdentifier)
        case 12: return .permanent(.invalidOfferSignature)
        case 13: return .permanent(.missingOfferParameters)
        case 14: return .permanent(.invalidOfferPrice)
        case 18: return .permanent(.ineligibleForOffer)
        case 19: return .permanent(.unsupported)  // unsupportedPlatform
        default: return .unclear
        }
    }
}

extension IAPError {
    /// An error that StoreKit threw, with StoreKit's own domain and code beside our status.
    init(store error: any Error, doing action: String) {
        if let known = error as? IAPError {
            self = known
            return
        }
        let mapping = ErrorMapping(error)
        let origin = mapping.origin ?? error
        self.init(
            mapping.status, "\(action): \(Self.text(of: error, mapping.status))", isRetryable: mapping.isRetryable,
            storeDomain: Self.domain(of: origin as NSError),
            storeCode: Self.requestCode(of: origin) ?? (origin as NSError).code)
    }

    init(unverified transaction: StoreKitTransaction, _ error: any Error) {
        let origin = error as NSError
        self.init(
            .verification,
            "transaction \(transaction.id) of \(transaction.productID) is not verified (\(error)); do not grant it",
            storeDomain: Self.domain(of: origin), storeCode: origin.code)
    }

    init(unsupported feature: Feature) {
        self.init(.unsupported, "this system does not have the feature \(feature); call iap_supports() before using it")
    }

    init(cancelled action: String) {
        self.init(.cancelled, "\(action): the player cancelled it")
    }

    /// One line in English, as in all log messages: the meaning, and the store's own text.
    private static func text(of error: any Error, _ status: Status) -> String {
        if case .networkError(let cause)? = error as? StoreKitError {
            return "the network failed (NSURLErrorDomain \(cause.errorCode))"
        }
        let word = String(describing: error).split(whereSeparator: \.isNewline).joined(separator: " ")
        return explanation(of: status).map { "\($0) (\(word))" } ?? word
    }

    private static func explanation(of status: Status) -> String? {
        switch status {
        case .cancelled: "the player cancelled it"
        case .invalidQuantity:
            "this quantity cannot be bought; consumables and non-renewing subscriptions allow 1 to 10"
        case .productUnavailable: "the store does not sell it to this account in this storefront; check the id"
        case .notAllowed: "payments are not allowed on this device or to this account"
        case .notEligible: "the app or the account is not eligible for this"
        case .notInStorefront: "it is not available in this storefront"
        case .alreadySubscribed: "the account already has this subscription; restore its purchases"
        case .notEntitled: "the app lacks the entitlement that this needs"
        case .unsupported: "this system does not support it; call iap_supports() before using it"
        case .invalidAnchor: "there is no scene or window to show it in; give a ui_anchor"
        case .duplicateRequest: "a refund of this transaction was already requested"
        case .ineligibleForOffer: "the account may not use this offer now"
        case .invalidOfferIdentifier: "the product has no offer with this id"
        case .invalidOfferPrice: "the offer costs more than the product without an offer"
        case .invalidOfferSignature:
            "the offer's signature is invalid; sign each offer again on the server, with the key from App Store Connect"
        case .missingOfferParameters: "parts of the offer's proof are missing; give all of them"
        default: nil
        }
    }

    /// The reference store's errors get the domains of StoreKit.
    private static func domain(of error: NSError) -> String {
        error.domain.replacingOccurrences(of: "IAPReferenceStoreKit.", with: "StoreKit.")
    }

    /// The App Store's own number for the mistake in a request.
    private static func requestCode(of error: any Error) -> Int? {
        // InvalidRequestError: iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4.
        if #available(iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4, *) {
            return (error as? StoreKitInvalidRequestError).map { Int(clamping: $0.code) }
        }
        return nil
    }
}

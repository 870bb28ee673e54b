internal import Foundation
internal import IAPModel

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

    /// An invalid signature.
    init(unverified transaction: StoreKitTransaction, _ error: any Error) {
        let origin = error as NSError
        self.init(
            .verification,
            "transaction \(transaction.id) of \(transaction.productID) is not verified (\(error)); do not grant it",
            storeDomain: Self.domain(of: origin), storeCode: origin.code)
    }

    /// A feature that this system does not have.
    init(unsupported feature: Feature) {
        self.init(.unsupported, "this system does not have the feature \(feature); call iap_supports() before using it")
    }

    /// The player closed the sheet.
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
        #if !canImport(StoreKit) || canImport(StoreKit, _version: 814.4)
            if #available(iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4, *) {
                return (error as? StoreKitInvalidRequestError).map { Int(clamping: $0.code) }
            }
        #endif
        return nil
    }
}

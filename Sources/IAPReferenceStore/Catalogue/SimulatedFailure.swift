/// An error that the `.storekit` file has the store answer with, for one StoreKit API.
package struct SimulatedFailure: Sendable, Hashable {
    /// The raw values are the names in the file.
    package enum API: String, Sendable, Hashable, CaseIterable {
        case loadProducts = "Load Products"
        case purchase = "Purchase"
        case verification = "Verification"
        case appStoreSync = "App Store Sync"
        case subscriptionStatus = "Subscription Status"
        case appTransaction = "App Transaction"
        case manageSubscriptions = "Manage Subscriptions Sheet"
        case refundRequest = "Refund Request Sheet"
        case offerCodeRedeem = "Offer Code Redeem Sheet"
    }

    /// The enumeration of StoreKit from which the error is; the raw values are the words in the file.
    package enum ErrorType: String, Sendable, Hashable, CaseIterable {
        /// `StoreKitError`
        case generic
        /// `Product.PurchaseError`
        case purchase
        /// `VerificationResult.VerificationError`
        case verification
        /// `Transaction.RefundRequestError`
        case refundRequest = "refund request"

        /// StoreKit's names in the order of their declaration, by which the file counts.
        package var caseNames: [String] {
            switch self {
            case .generic:
                [
                    "unknown", "userCancelled", "networkError", "systemError", "notAvailableInStorefront",
                    "notEntitled", "unsupported",
                ]
            case .purchase:
                [
                    "invalidQuantity", "productUnavailable", "purchaseNotAllowed", "ineligibleForOffer",
                    "invalidOfferIdentifier", "invalidOfferPrice", "invalidOfferSignature",
                    "missingOfferParameters",
                ]
            case .verification:
                [
                    "revokedCertificate", "invalidCertificateChain", "invalidDeviceVerification",
                    "invalidEncoding", "invalidSignature", "missingRequiredProperties",
                ]
            case .refundRequest: ["duplicateRequest", "failed"]
            }
        }
    }

    package var api: API
    package var isEnabled: Bool
    package var errorType: ErrorType
    /// A member of `errorType.caseNames`, such as `networkError`; an unknown one of the file became `generic`, `unknown`.
    package var errorName: String

    package init(api: API, isEnabled: Bool, errorType: ErrorType = .generic, errorName: String = "unknown") {
        self.api = api
        self.isEnabled = isEnabled
        self.errorType = errorType
        self.errorName = errorName
    }
}

/// An error of the `.storekit` file that the store returns for one StoreKit API.
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

    /// The StoreKit enumeration that contains the error. The raw values are the names in the file.
    package enum ErrorType: String, Sendable, Hashable, CaseIterable {
        /// `StoreKitError`
        case generic
        /// `Product.PurchaseError`
        case purchase
        /// `VerificationResult.VerificationError`
        case verification
        /// `Transaction.RefundRequestError`
        case refundRequest = "refund request"

        /// StoreKit's names in the order of their declaration. The file refers to them by index.
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
    /// A member of `errorType.caseNames`, such as `networkError`. An unknown error of the file becomes `generic`, `unknown`.
    package var errorName: String

    package init(api: API, isEnabled: Bool, errorType: ErrorType = .generic, errorName: String = "unknown") {
        self.api = api
        self.isEnabled = isEnabled
        self.errorType = errorType
        self.errorName = errorName
    }
}

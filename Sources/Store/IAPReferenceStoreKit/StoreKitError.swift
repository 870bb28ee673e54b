public import Foundation
internal import IAPModel
internal import IAPReferenceStore

/// The errors of StoreKit's functions, as Apple declares them.
public enum StoreKitError: Error {
    case unknown
    case userCancelled
    case networkError(URLError)
    case systemError(any Error)
    case notAvailableInStorefront
    case notEntitled
    case unsupported
    case invalidPresentationContext
}

/// The App Store's refusal of a request that the game server signed.
public struct InvalidRequestError: Error {
    public let code: Int64
    public let message: String
}

/// A failure of the device or of its storage, inside `StoreKitError.systemError`.
public struct ReferenceStoreFailure: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    public var description: String
    public var errorDescription: String? { description }
}

extension StoreFailure {
    /// The error that StoreKit throws for this failure.
    var storeKitError: any Error {
        switch kind {
        case .unknown: StoreKitError.unknown
        case .userCancelled: StoreKitError.userCancelled
        case .networkError: StoreKitError.networkError(URLError(.notConnectedToInternet))
        case .networkTimeout: StoreKitError.networkError(URLError(.timedOut))
        case .systemError: StoreKitError.systemError(ReferenceStoreFailure(description: detail))
        case .notAvailableInStorefront: StoreKitError.notAvailableInStorefront
        case .notEntitled: StoreKitError.notEntitled
        case .unsupported: StoreKitError.unsupported
        case .invalidPresentationContext: StoreKitError.invalidPresentationContext

        case .invalidQuantity: Product.PurchaseError.invalidQuantity
        case .productUnavailable: Product.PurchaseError.productUnavailable
        case .purchaseNotAllowed: Product.PurchaseError.purchaseNotAllowed
        case .ineligibleForOffer: Product.PurchaseError.ineligibleForOffer
        case .invalidOfferIdentifier: Product.PurchaseError.invalidOfferIdentifier
        case .invalidOfferPrice: Product.PurchaseError.invalidOfferPrice
        case .invalidOfferSignature: Product.PurchaseError.invalidOfferSignature
        case .missingOfferParameters: Product.PurchaseError.missingOfferParameters
        case .paymentMethodBindingConfigurationRequired:
            Product.PurchaseError.paymentMethodBindingConfigurationRequired
        case .multiSeatPurchaseDisabled: Product.PurchaseError.multiSeatPurchaseDisabled

        case .revokedCertificate: VerificationError.revokedCertificate
        case .invalidCertificateChain: VerificationError.invalidCertificateChain
        case .invalidDeviceVerification: VerificationError.invalidDeviceVerification
        case .invalidEncoding: VerificationError.invalidEncoding
        case .invalidSignature: VerificationError.invalidSignature
        case .missingRequiredProperties: VerificationError.missingRequiredProperties

        case .duplicateRefundRequest: Transaction.RefundRequestError.duplicateRequest
        case .refundRequestFailed: Transaction.RefundRequestError.failed

        case .bindingNotEligible: PaymentMethodBinding.PaymentMethodBindingError.notEligible
        case .bindingInvalidPinningID: PaymentMethodBinding.PaymentMethodBindingError.invalidPinningID
        case .bindingFailed: PaymentMethodBinding.PaymentMethodBindingError.failed

        case .invalidRequest: InvalidRequestError(code: 0, message: detail)

        case .systemUserCancelled: StoreKitError.systemError(StoreKitError.userCancelled)
        case .systemPaymentCancelled: StoreKitError.systemError(Self.paymentCancelled)
        case .systemNestedCancelled:
            StoreKitError.systemError(
                NSError("ASDErrorDomain", 500, around: NSError("AMSErrorDomain", 305, around: Self.paymentCancelled)))
        case .systemAccountCancelled:
            StoreKitError.systemError(NSError("SKErrorDomain", 907, around: NSError("AMSErrorDomain", 6)))
        case .systemCurrentlySubscribed: StoreKitError.systemError(NSError("ASDServerErrorDomain", 3532))
        }
    }

    /// The original StoreKit's `SKError.paymentCancelled`.
    private static var paymentCancelled: NSError { NSError("SKErrorDomain", 2) }

    /// Returns the error that a purchase throws for this failure. Systems differ in the error for a missing scene.
    func error(ofPurchaseOn device: StoreDevice) -> any Error {
        guard kind == .invalidPresentationContext else { return storeKitError }
        // If the quirk cannot be read now, the error is the documented one.
        return switch try? device.quirk(.noSceneError) {
        case 1: StoreKitError.unknown
        case 2: StoreKitError.userCancelled
        default: storeKitError
        }
    }

    private typealias VerificationError = VerificationResult<Transaction>.VerificationError
}

extension NSError {
    /// An error of a system framework.
    fileprivate convenience init(_ domain: String, _ code: Int, around cause: NSError? = nil) {
        self.init(domain: domain, code: code, userInfo: cause.map { [NSUnderlyingErrorKey: $0] })
    }
}

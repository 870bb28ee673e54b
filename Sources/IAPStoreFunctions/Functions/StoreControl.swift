import CIAP
import IAPBoundary
import IAPModel
import IAPReferenceStore

/// Runs a control of an open store.
func control(
    _ store: OpaquePointer?, _ error: UnsafeMutablePointer<iap_error>? = nil, function: String = #function,
    _ body: (ReferenceStore) throws -> Void
) -> iap_status {
    answer(error, function: function) { () throws(IAPError) in
        let store = try StoreHandle.open(store)
        try translating { try body(store) }
    }
}

/// Runs a control of an open device.
func control(
    device: OpaquePointer?, _ error: UnsafeMutablePointer<iap_error>?, function: String = #function,
    _ body: (StoreDevice) throws -> Void
) -> iap_status {
    answer(error, function: function) { () throws(IAPError) in
        let device = try DeviceHandle.open(device)
        try translating { try body(device) }
    }
}

private func translating(_ body: () throws -> Void) throws(IAPError) {
    do { try body() } catch let failure as StoreFailure {
        throw IAPError(failure)
    } catch let error as IAPError {
        throw error
    } catch {
        throw IAPError(.internalFailure, "\(error)")
    }
}

extension StoreFailure.Kind {
    init(_ failure: iap_store_failure) throws(IAPError) {
        guard let kind = Self.allCases.first(where: { $0.cValue == failure }) else {
            throw IAPError(.invalidArgument, "failure is \(failure), which is not an IAP_STORE_FAILURE_… value")
        }
        self = kind
    }

    var cValue: iap_store_failure {
        switch self {
        case .unknown: IAP_STORE_FAILURE_UNKNOWN
        case .networkError: IAP_STORE_FAILURE_NETWORK
        case .systemError: IAP_STORE_FAILURE_SYSTEM
        case .notAvailableInStorefront: IAP_STORE_FAILURE_NOT_IN_STOREFRONT
        case .notEntitled: IAP_STORE_FAILURE_NOT_ENTITLED
        case .invalidQuantity: IAP_STORE_FAILURE_INVALID_QUANTITY
        case .productUnavailable: IAP_STORE_FAILURE_PRODUCT_UNAVAILABLE
        case .purchaseNotAllowed: IAP_STORE_FAILURE_PURCHASE_NOT_ALLOWED
        case .ineligibleForOffer: IAP_STORE_FAILURE_INELIGIBLE_FOR_OFFER
        case .invalidOfferIdentifier: IAP_STORE_FAILURE_INVALID_OFFER_IDENTIFIER
        case .invalidOfferPrice: IAP_STORE_FAILURE_INVALID_OFFER_PRICE
        case .invalidOfferSignature: IAP_STORE_FAILURE_INVALID_OFFER_SIGNATURE
        case .missingOfferParameters: IAP_STORE_FAILURE_MISSING_OFFER_PARAMETERS
        case .paymentMethodBindingConfigurationRequired: IAP_STORE_FAILURE_PAYMENT_METHOD_BINDING
        case .multiSeatPurchaseDisabled: IAP_STORE_FAILURE_MULTI_SEAT_DISABLED
        case .userCancelled: IAP_STORE_FAILURE_USER_CANCELLED
        case .unsupported: IAP_STORE_FAILURE_UNSUPPORTED
        case .invalidPresentationContext: IAP_STORE_FAILURE_INVALID_PRESENTATION
        case .networkTimeout: IAP_STORE_FAILURE_NETWORK_TIMEOUT
        case .revokedCertificate: IAP_STORE_FAILURE_REVOKED_CERTIFICATE
        case .invalidCertificateChain: IAP_STORE_FAILURE_INVALID_CERTIFICATE_CHAIN
        case .invalidDeviceVerification: IAP_STORE_FAILURE_INVALID_DEVICE_VERIFICATION
        case .invalidEncoding: IAP_STORE_FAILURE_INVALID_ENCODING
        case .invalidSignature: IAP_STORE_FAILURE_INVALID_SIGNATURE
        case .missingRequiredProperties: IAP_STORE_FAILURE_MISSING_REQUIRED_PROPERTIES
        case .duplicateRefundRequest: IAP_STORE_FAILURE_DUPLICATE_REFUND_REQUEST
        case .refundRequestFailed: IAP_STORE_FAILURE_REFUND_REQUEST_FAILED
        case .bindingNotEligible: IAP_STORE_FAILURE_BINDING_NOT_ELIGIBLE
        case .bindingInvalidPinningID: IAP_STORE_FAILURE_BINDING_INVALID_PINNING_ID
        case .bindingFailed: IAP_STORE_FAILURE_BINDING_FAILED
        case .invalidRequest: IAP_STORE_FAILURE_INVALID_REQUEST
        case .systemUserCancelled: IAP_STORE_FAILURE_SYSTEM_USER_CANCELLED
        case .systemPaymentCancelled: IAP_STORE_FAILURE_SYSTEM_PAYMENT_CANCELLED
        case .systemNestedCancelled: IAP_STORE_FAILURE_SYSTEM_NESTED_CANCELLED
        case .systemAccountCancelled: IAP_STORE_FAILURE_SYSTEM_ACCOUNT_CANCELLED
        case .systemCurrentlySubscribed: IAP_STORE_FAILURE_SYSTEM_CURRENTLY_SUBSCRIBED
        }
    }
}

#if os(Linux)
    import CIAP
    import IAPModel
    import ReferenceStore

    /// Runs a control of a store that is open.
    func control(
        _ store: OpaquePointer?, _ error: UnsafeMutablePointer<iap_error>? = nil,
        _ body: (ReferenceStore) throws -> Void
    ) -> iap_status {
        answer(error) { () throws(IAPError) in
            let store = try StoreHandle.open(store)
            try translating { try body(store) }
        }
    }

    /// Runs a control of a device that is open.
    func control(
        device: OpaquePointer?, _ error: UnsafeMutablePointer<iap_error>?, _ body: (StoreDevice) throws -> Void
    ) -> iap_status {
        answer(error) { () throws(IAPError) in
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
        /// In the order of the header's `IAP_STORE_FAILURE_…` values, which count from 1.
        private static let kinds: [Self] = [
            .unknown, .networkError, .systemError, .notAvailableInStorefront, .notEntitled, .invalidQuantity,
            .productUnavailable, .purchaseNotAllowed, .ineligibleForOffer, .invalidOfferIdentifier, .invalidOfferPrice,
            .invalidOfferSignature, .missingOfferParameters, .paymentMethodBindingConfigurationRequired,
            .multiSeatPurchaseDisabled, .userCancelled, .unsupported, .invalidPresentationContext, .networkTimeout,
            .revokedCertificate, .invalidCertificateChain, .invalidDeviceVerification, .invalidEncoding,
            .invalidSignature, .missingRequiredProperties, .duplicateRefundRequest, .refundRequestFailed,
            .bindingNotEligible, .bindingInvalidPinningID, .bindingFailed, .invalidRequest,
        ]

        init(_ failure: iap_store_failure) throws(IAPError) {
            let index = Int(failure) - 1
            guard Self.kinds.indices.contains(index) else {
                throw IAPError(.invalidArgument, "failure is \(failure), which is no IAP_STORE_FAILURE_… value")
            }
            self = Self.kinds[index]
        }

        var cValue: iap_store_failure {
            Self.kinds.firstIndex(of: self).map { iap_store_failure($0 + 1) } ?? IAP_STORE_FAILURE_NONE
        }
    }
#endif

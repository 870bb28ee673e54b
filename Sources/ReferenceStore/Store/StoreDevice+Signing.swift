internal import Database
package import IAPModel
internal import SignedData

/// What the store signs for the device. Only what is asked for is signed, when it is asked for.
extension StoreDevice {
    package func signed(_ transaction: LedgerTransaction) throws(StoreFailure) -> SignedText {
        try signed("\(transaction.id)") { seal in
            TransactionPayload(
                transaction, bundleID: store.identity.bundleID,
                appTransactionID: store.identity.appTransactionID(of: transaction.account), seal)
        }
    }

    package func signed(_ renewal: LedgerRenewal) throws(StoreFailure) -> SignedText {
        try signed("renewal \(renewal.originalTransactionID)") { seal in
            RenewalPayload(
                renewal, appTransactionID: store.identity.appTransactionID(of: renewal.account), seal)
        }
    }

    package func signed(_ app: AppRecord) throws(StoreFailure) -> SignedText {
        try signed("app \(app.appTransactionID)", at: app.receiptDate) { seal in AppPayload(app, seal) }
    }

    private func signed(
        _ name: String, at signedDate: Int64? = nil, _ payload: (DeviceSeal) -> some SignedPayload
    ) throws(StoreFailure) -> SignedText {
        let (now, simulated) = try store.readAsItIs { ledger throws(DatabaseError) -> (Int64, StoreFailure.Kind?) in
            (try store.now(ledger), try ledger.simulatedError(.verification))
        }
        let seal = DeviceSeal(
            date: signedDate ?? now, nonce: store.identity.uuid("nonce \(name) \(verificationID)"),
            deviceVerificationID: verificationID)
        let (text, bytes) = try store.identity.sign(payload(seal))
        return SignedText(
            text: text, payload: String(decoding: bytes, as: UTF8.self), signedDate: seal.date,
            deviceVerification: seal.verification, deviceVerificationNonce: seal.nonce,
            failure: simulated.flatMap(Verification.Failure.init) ?? verify(text, at: now))
    }

    /// Why the device does not trust a signed text; nil if it does.
    package func verify(_ text: String) throws(StoreFailure) -> Verification.Failure? {
        verify(text, at: try store.now)
    }

    private func verify(_ text: String, at now: Int64) -> Verification.Failure? {
        switch store.verifier.verify(text, at: now) {
        case .valid: nil
        case .invalid(.malformed): .invalidEncoding
        case .invalid(.unsupportedAlgorithm), .invalid(.invalidSignature): .invalidSignature
        case .invalid(.missingCertificates), .invalid(.invalidChainLength), .invalid(.invalidCertificate),
            .invalid(.untrustedChain), .invalid(.certificateNotValidAtDate), .invalid(.missingMarker):
            .invalidCertificateChain
        }
    }
}

extension Verification.Failure {
    fileprivate init?(_ kind: StoreFailure.Kind) {
        switch kind {
        case .revokedCertificate: self = .revokedCertificate
        case .invalidCertificateChain: self = .invalidCertificateChain
        case .invalidDeviceVerification: self = .invalidDeviceVerification
        case .invalidEncoding: self = .invalidEncoding
        case .invalidSignature: self = .invalidSignature
        case .missingRequiredProperties: self = .missingRequiredProperties
        default: return nil
        }
    }
}

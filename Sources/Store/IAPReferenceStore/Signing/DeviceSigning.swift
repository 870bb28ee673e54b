internal import IAPDatabase
package import IAPModel
internal import IAPPlatform
internal import IAPSignatures

/// What decides about a signature: the store's time and what a test ordered.
package struct Signing: Sendable {
    var date: Int64
    var forgery: Forgery?
    /// The failure of the verification that a test ordered.
    var simulated: Verification.Failure?
    /// Whether a text that is signed at this time is valid.
    var isProper: Bool

    /// Whether the device verifies the text, so that it must exist.
    package var isVerified: Bool { !isProper || simulated != nil }
}

/// The signatures of the store for the device. The store signs a text when the device requests it.
package struct DeviceSigner: Sendable {
    let file: LedgerFile
    let identity: StoreIdentity
    /// A lowercase UUID. Signed data is bound to it.
    package let verificationID: String

    /// Returns the transaction as the device receives it: with everything that the store knows, unless a quirk hides the end of
    /// a family's sharing.
    package func shown(_ transaction: LedgerTransaction) throws -> LedgerTransaction {
        guard transaction.sharedFrom != nil, transaction.revocation != nil else { return transaction }
        var shown = transaction
        let isHidden = try file.readAsItIs { ledger in try ledger.has(.announceWithoutRevocation) }
        if isHidden { shown.revocation = nil }
        return shown
    }

    /// Returns what decides about a signature now.
    package func signing() throws -> Signing {
        let (now, forgery, simulated) = try file.readAsItIs { ledger in
            (try ledger.now, try ledger.forgery(), try ledger.simulatedError(.verification))
        }
        // A text that the store signs now, for this game and device, is valid if the certificates are.
        let isProper = forgery == nil ? try identity.isValid(at: now) : false
        return Signing(
            date: now, forgery: forgery, simulated: simulated.flatMap(Verification.Failure.init), isProper: isProper)
    }

    package func signed(_ transaction: LedgerTransaction) throws -> SignedText {
        try signed(shown: shown(transaction), signing())
    }

    /// Signs a transaction that `shown` has returned. It does not read the ledger, so that a signature can be made later.
    package func signed(shown transaction: LedgerTransaction, _ signing: Signing) throws -> SignedText {
        try signed("\(transaction.id)", signing) { context in
            SignedPayload(transaction, context)
        }
    }

    package func signed(_ renewal: LedgerRenewal) throws -> SignedText {
        try signed("renewal \(renewal.originalTransactionID)", try signing()) { context in
            SignedPayload(renewal, context)
        }
    }

    package func signed(_ app: AppRecord) throws -> SignedText {
        try signed("app \(app.appTransactionID)", at: app.receiptDate, try signing()) { context in
            SignedPayload(app, context)
        }
    }

    private func signed(
        _ name: String, at date: Int64? = nil, _ signing: Signing, _ payload: (SigningContext) -> SignedPayload
    ) throws -> SignedText {
        let forgery = signing.forgery
        // The forgery may be that the text is for another device.
        let device = forgery == .otherDevice ? identity.uuid("device beside \(verificationID)") : verificationID
        let binding = DeviceBinding(nonce: identity.uuid("nonce \(name) \(device)"), deviceVerificationID: device)
        let context = SigningContext(
            identity: identity, date: date ?? signing.date, forgery: forgery, device: binding)
        let payload = payload(context)
        let (text, shown) = try identity.sign(payload, forgedAs: forgery)
        var signed = SignedText(
            text: text, payload: String(decoding: shown, as: UTF8.self), signedDate: context.date,
            deviceVerification: binding.verification, deviceVerificationNonce: binding.nonce)
        let isProper = signing.isProper && date == nil
        signed.failure =
            try signing.simulated ?? (isProper ? nil : verify(text, at: context.date, namesApp: payload.namesApp))
        return signed
    }

    /// Returns why the device does not trust a signed text; nil if it does.
    /// - Parameters:
    ///   - date: The time of the signature. The certificates must be valid then.
    ///   - namesApp: Whether the text must name the app; renewal info does not.
    package func verify(_ text: String, at date: Int64, namesApp: Bool) throws -> Verification.Failure? {
        switch try identity.verify(text, at: date) {
        case .success(let payload): return check(payload, namesApp: namesApp)
        case .failure(let rejection):
            switch rejection.reason {
            case .malformed, .tooLarge: return .invalidEncoding
            case .unsupportedAlgorithm, .invalidSignature: return .invalidSignature
            case .noMemory: throw StoreFailure(.systemError, rejection.detail)
            default: return .invalidCertificateChain
            }
        }
    }

    /// Checks whether a signed text is for this game on this device.
    private func check(_ payload: [UInt8], namesApp: Bool) -> Verification.Failure? {
        guard let claims = DeviceClaims(json: payload) else { return .invalidEncoding }
        guard claims.environment.map(ExactText.init) == ExactText(identity.environment.rawValue),
            claims.bundleID.map({ ExactText($0) == ExactText(identity.bundleID) }) ?? !namesApp
        else { return .missingRequiredProperties }
        return claims.isFor(device: verificationID) ? nil : .invalidDeviceVerification
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

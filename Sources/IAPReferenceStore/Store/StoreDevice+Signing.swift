internal import IAPDatabase
package import IAPModel
internal import IAPPlatform
internal import IAPSignedData
internal import IAPSignedText

/// The signatures of the store for the device. The store signs a text when the device requests it.
extension StoreDevice {
    /// Returns the transaction as the device receives it: with everything that the store knows, unless a habit hides the end of
    /// a family's sharing.
    package func shown(_ transaction: LedgerTransaction) throws(StoreFailure) -> LedgerTransaction {
        guard transaction.sharedFrom != nil, transaction.revocation != nil else { return transaction }
        var shown = transaction
        let isHidden = try store.readAsItIs { ledger throws(DatabaseError) in
            try ledger.has(.announceWithoutRevocation)
        }
        if isHidden { shown.revocation = nil }
        return shown
    }

    package func signed(_ transaction: LedgerTransaction) throws(StoreFailure) -> SignedText {
        let transaction = try shown(transaction)
        return try signed("\(transaction.id)") { seal in
            TransactionPayload(
                transaction, appTransactionID: store.identity.appTransactionID(of: transaction.account), seal)
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

    private func signed<Payload: SignedPayload>(
        _ name: String, at signedDate: Int64? = nil, _ payload: (DeviceSeal) -> Payload
    ) throws(StoreFailure) -> SignedText {
        let (now, forgery, simulated) = try store.readAsItIs { ledger throws(DatabaseError) in
            (try store.now(ledger), try ledger.forgery(), try ledger.simulatedError(.verification))
        }
        let seal = seal(name, at: signedDate ?? now, forgery)
        let payload = payload(seal)
        var signed = try recall(payload, seal, forgery)
        if let simulated { signed.failure = Verification.Failure(simulated) ?? signed.failure }
        return signed
    }

    /// Signs the text, and verifies it if it can be invalid. It reuses the same text from a moment ago, because a transaction
    /// is delivered both alone and with a status.
    private func recall<Payload: SignedPayload>(
        _ payload: Payload, _ seal: DeviceSeal, _ forgery: Forgery?
    ) throws(StoreFailure) -> SignedText {
        var bytes = try store.identity.encode(payload)
        if forgery == .duplicateName { bytes = ObjectText.repeatingFirst(of: bytes) }
        if forgery == nil, let known = recentlySigned.withLock({ $0.first { $0.bytes == bytes } }) {
            return known.signed
        }
        let (text, shown) = try store.identity.sign(payload, bytes, forgedAs: forgery)
        // A text that was signed now, for this game and device, is valid if the certificates are.
        let isProper = forgery == nil ? try store.identity.isValid(at: seal.date) : false
        let signed = SignedText(
            text: text, payload: String(decoding: shown, as: UTF8.self), signedDate: seal.date,
            deviceVerification: seal.verification, deviceVerificationNonce: seal.nonce,
            failure: isProper ? nil : try verify(text, at: seal.date, namesApp: Payload.namesApp))
        if forgery == nil {
            recentlySigned.withLock { recent in
                if recent.count >= Self.longestMemory { recent.removeFirst() }
                recent.append(RecentlySigned(bytes: bytes, signed: signed))
            }
        }
        return signed
    }

    struct RecentlySigned: Sendable {
        /// The signed bytes.
        var bytes: [UInt8]
        var signed: SignedText
    }

    private static let longestMemory = 4

    /// Returns the data for this game and device, unless the forgery is that they are for others.
    private func seal(_ name: String, at date: Int64, _ forgery: Forgery?) -> DeviceSeal {
        let identity = store.identity
        let device = forgery == .otherDevice ? identity.uuid("device beside \(verificationID)") : verificationID
        return DeviceSeal(
            date: date, bundleID: forgery == .otherBundle ? "\(identity.bundleID).other" : identity.bundleID,
            environment: identity.environmentName(forgery),
            nonce: identity.uuid("nonce \(name) \(device)"), deviceVerificationID: device)
    }

    /// Returns why the device does not trust a signed text; nil if it does.
    /// - Parameters:
    ///   - date: The time of the signature. The certificates must be valid then.
    ///   - namesApp: Whether the text must name the app; renewal info does not.
    package func verify(_ text: String, at date: Int64, namesApp: Bool) throws(StoreFailure) -> Verification.Failure? {
        switch try store.identity.verify(text, at: date) {
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
        guard claims.environment.map(ExactText.init) == ExactText(store.identity.environment.rawValue),
            claims.bundleID.map({ ExactText($0) == ExactText(store.identity.bundleID) }) ?? !namesApp
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

package import IAPSignedText

/// Checks app receipts as far as Apple documents them, in the same order as signed texts. Any thread may use it.
package struct ReceiptVerifier: Sendable {
    private let roots: TrustStore
    private let bundleID: [UInt8]?
    private let environments: SignedEnvironments
    private let now: @Sendable () -> Int64

    /// - Parameters:
    ///   - bundleID: Receipts of other apps are invalid. Nil accepts all apps.
    ///   - environments: Receipts of other environments are invalid. No trusted key signs receipts of Xcode: if Xcode
    ///     is allowed, anyone can create a valid receipt.
    ///   - now: The time in milliseconds since 1970, for receipts without a creation date.
    init(
        roots: TrustStore, bundleID: String?, environments: SignedEnvironments, now: @escaping @Sendable () -> Int64
    ) {
        self.roots = roots
        self.bundleID = bundleID.map { Array($0.utf8) }
        self.environments = environments
        self.now = now
    }

    package init(
        roots: [[UInt8]], bundleID: String?, environments: SignedEnvironments, now: @escaping @Sendable () -> Int64
    ) throws(SignedDataError) {
        self.init(roots: try TrustStore(roots: roots), bundleID: bundleID, environments: environments, now: now)
    }

    /// - Parameter bytes: In one of the forms of `ReceiptForm`.
    package func verify(_ bytes: [UInt8]) throws(Rejection) -> AppReceipt {
        let message = try SignedMessage(try ReceiptForm.appReceipt(bytes))
        let summary = try ReceiptSummary(message.content)
        let isOfXcode = summary.environment == .xcode && environments.contains(.xcode)
        if !isOfXcode { try checkSigner(of: message, at: summary.creationDate ?? now()) }
        if let bundleID, summary.bundleID.map({ Array($0.utf8) }) != bundleID {
            throw Rejection(.otherApp, "the receipt is for another app: \(Self.shown(summary.bundleID))")
        }
        guard !summary.environment.isDisjoint(with: environments) else {
            throw Rejection(
                .otherEnvironment,
                "the receipt is from an environment that is not allowed: \(Self.shown(summary.receiptType))")
        }
        return try AppReceipt(summary, isSignatureChecked: !isOfXcode)
    }

    /// For a message.
    private static func shown(_ text: String?) -> String { text.map { "\"\($0.prefix(80))\"" } ?? "it names none" }

    private func checkSigner(of message: SignedMessage, at date: Int64) throws(Rejection) {
        try message.checkAlgorithms()
        let certificates = try message.certificates()
        guard let leaf = certificates.first(where: message.names) else {
            throw Rejection(.missingCertificates, "the receipt does not contain its signer's certificate")
        }
        let intermediate = try path(from: leaf, over: certificates, at: EffectiveDate(milliseconds: date))
        guard leaf.has(.receiptSigning), intermediate.has(.developerRelations) else {
            throw Rejection(.missingMarker, "a certificate of the receipt lacks the App Store's marker")
        }
        try message.checkSignature(by: leaf)
    }

    /// The intermediate certificate, which may be anywhere in the receipt. The receipt's root certificate is ignored:
    /// trust comes from the verifier's own roots.
    private func path(
        from leaf: Certificate, over certificates: [Certificate], at date: EffectiveDate
    ) throws(Rejection) -> Certificate {
        var isOutOfDate = false
        for candidate in certificates where candidate !== leaf {
            switch roots.validate(leaf: leaf, intermediate: candidate, at: date) {
            case .valid: return candidate
            case .notValidAtDate: isOutOfDate = true
            case .untrusted: break
            case .noMemory: throw SignedMessage.noMemory
            }
        }
        throw isOutOfDate
            ? Rejection(.notValidAtDate, "a certificate of the receipt was not valid when it was made, \(date.rfc3339)")
            : Rejection(.untrustedChain, "the certificates of the receipt do not lead to a root of this verifier")
    }
}

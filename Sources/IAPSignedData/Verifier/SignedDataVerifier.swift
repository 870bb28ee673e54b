package import IAPSignedText

/// Checks and decodes what the App Store signs, in the order of Apple's own libraries: who has signed it, for which app, and in which
/// environment. Any thread may use it, for several texts at a time.
package final class SignedDataVerifier: Sendable {
    package struct Options: Sendable {
        /// DER, at least one.
        package var roots: [[UInt8]]
        package var bundleID: String
        /// Needed for production.
        package var appAppleID: Int64?
        /// What is signed elsewhere is invalid. Nothing is checked of the unsigned ones.
        package var environments: SignedEnvironments
        package var checksRevocation = false
        /// For the question about each of the two certificates.
        package var ocspTimeoutMilliseconds: UInt32 = 3000
        /// Milliseconds since 1970.
        package var now: @Sendable () -> Int64

        package init(
            roots: [[UInt8]], bundleID: String, appAppleID: Int64? = nil, environments: SignedEnvironments,
            now: @escaping @Sendable () -> Int64
        ) {
            self.roots = roots
            self.bundleID = bundleID
            self.appAppleID = appAppleID
            self.environments = environments
            self.now = now
        }
    }

    package let options: Options
    let verifier: JWSVerifier

    package init(_ options: Options) throws(SignedDataError) {
        self.options = options
        verifier = try JWSVerifier(
            roots: options.roots,
            revocation: options.checksRevocation
                ? RevocationCheck(timeoutMilliseconds: options.ocspTimeoutMilliseconds, now: options.now) : nil)
    }

    /// Whether the bytes are one certificate, as `Options.roots` wants them. Without memory they may be.
    package static func isCertificate(_ der: [UInt8]) -> Bool {
        do throws(Certificate.Unread) {
            _ = try Certificate(reading: der)
            return true
        } catch {
            return error == .noMemory
        }
    }

    /// - Parameters:
    ///   - kind: What the text has to be.
    ///   - text: A compact JWS.
    package func check(_ kind: SignedKind, _ text: some Collection<UInt8>) throws(Rejection) -> VerifiedData {
        let text = try CompactJWS(text)
        let payload = try SignedPayload(kind, text.decodedPayload())
        let environment = payload.environments
        let isSigned = environment.isDisjoint(with: .unsigned) || environment.isDisjoint(with: options.environments)
        if isSigned {
            try verifier.check(text, at: effectiveDate(of: payload))
        } else {
            _ = try JWSHeader(text.header)
        }
        if !payload.namesNoApp { try checkApp(payload, environment) }
        guard payload.namesNoEnvironment || !environment.isDisjoint(with: options.environments) else {
            let name = payload.text(kind == .appTransaction ? .receiptType : .environment).map(Self.shown)
            throw Rejection(
                .otherEnvironment, "the environment is \(name ?? "absent"), which this verifier does not allow")
        }
        return VerifiedData(payload: payload, isSignatureChecked: isSigned)
    }

    /// When the certificates must be valid: now where OCSP is asked, else when the text says that it was signed.
    private func effectiveDate(of payload: SignedPayload) -> EffectiveDate {
        let signedDate = options.checksRevocation ? nil : payload.signedDate
        return EffectiveDate(milliseconds: signedDate ?? options.now())
    }

    private func checkApp(_ payload: SignedPayload, _ environment: SignedEnvironments) throws(Rejection) {
        let named = payload.text(.bundleId)
        guard let named, named.utf8.elementsEqual(options.bundleID.utf8) else {
            throw Rejection(
                .otherApp, "the bundle id is \(named.map(Self.shown) ?? "absent"), not \"\(options.bundleID)\"")
        }
        // Apple's libraries look at it when they verify for production, and at transactions never.
        guard payload.kind != .transaction, options.environments.contains(.production),
            environment.isDisjoint(with: options.environments) || environment == .production
        else { return }
        let id = payload.number(.appAppleId)
        guard let id, id == options.appAppleID else {
            throw Rejection(
                .otherAppAppleID,
                "the app's Apple id is \(id.map { String($0) } ?? "absent"), not \(options.appAppleID ?? 0)")
        }
    }

    /// For a message.
    private static func shown(_ text: String) -> String { "\"\(text.prefix(80))\"" }
}

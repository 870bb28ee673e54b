/// Verifies and decodes data that the App Store signs, in the order of Apple's own libraries: the signer, the app and
/// the environment. Any thread may use it, for several texts at the same time.
package final class SignedDataVerifier: Sendable {
    package struct Options: Sendable {
        /// DER, at least one.
        package var roots: [[UInt8]]
        package var bundleID: String
        /// Required for production.
        package var appAppleID: Int64?
        /// Data from other environments is invalid. In unsigned environments no signature is checked.
        package var environments: SignedEnvironments
        package var checksRevocation = false
        /// The timeout of the request for each of the two certificates.
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
                ? RevocationCheck(timeoutMilliseconds: options.ocspTimeoutMilliseconds) : nil)
    }

    /// Whether the bytes are one certificate, as `Options.roots` requires. True if there is no memory to decide.
    package static func isCertificate(_ der: [UInt8]) -> Bool {
        do throws(Certificate.Unread) {
            _ = try Certificate(reading: der)
            return true
        } catch {
            return error == .noMemory
        }
    }

    /// - Parameters:
    ///   - kind: The required kind of the text.
    ///   - text: A compact JWS.
    package func check(_ kind: SignedKind, _ text: some Collection<UInt8>) throws(Rejection) -> VerifiedData {
        let text = try CompactJWS(text)
        var payload = try VerifiedData(kind, text.decodedPayload())
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
        payload.isSignatureChecked = isSigned
        return payload
    }

    /// The time at which the certificates must be valid: the current time if OCSP is used, else the signed date of the
    /// text.
    private func effectiveDate(of payload: VerifiedData) -> EffectiveDate {
        let signedDate = options.checksRevocation ? nil : payload.signedDate
        return EffectiveDate(milliseconds: signedDate ?? options.now())
    }

    private func checkApp(_ payload: VerifiedData, _ environment: SignedEnvironments) throws(Rejection) {
        let named = payload.text(.bundleId)
        guard let named, named.utf8.elementsEqual(options.bundleID.utf8) else {
            throw Rejection(
                .otherApp, "the bundle id is \(named.map(Self.shown) ?? "absent"), not \"\(options.bundleID)\"")
        }
        // Apple's libraries check it when they verify for production, but never for transactions.
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

    private static func shown(_ text: String) -> String { "\"\(text.prefix(80))\"" }
}

/// The environments of the App Store and of tests. The numbers are those of the C header's `IAP_ENVIRONMENT_…`.
package struct SignedEnvironments: OptionSet, Sendable, Hashable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    package static let production = Self(rawValue: 1)
    package static let sandbox = Self(rawValue: 2)
    package static let xcode = Self(rawValue: 4)
    package static let localTesting = Self(rawValue: 8)

    /// The environments whose data the App Store does not sign. Anyone can create such data.
    package static let unsigned: Self = [.xcode, .localTesting]
    package static let all: Self = [.production, .sandbox, .xcode, .localTesting]

    /// Empty for a word that is not one of Apple's.
    init(word: String) {
        switch Array(word.utf8) {
        case Array("Production".utf8): self = .production
        case Array("Sandbox".utf8): self = .sandbox
        case Array("Xcode".utf8): self = .xcode
        case Array("LocalTesting".utf8): self = .localTesting
        default: self = []
        }
    }
}

extension SignedDataVerifier {
    /// Checks an app receipt. It never checks revocation, even if the options require it: a receipt lasts longer than
    /// its certificates.
    ///
    /// - Parameter bytes: The receipt itself, or its Base64.
    package func checkReceipt(_ bytes: [UInt8]) throws(Rejection) -> AppReceipt {
        let receipts = ReceiptVerifier(
            roots: verifier.trustStore, bundleID: options.bundleID, environments: options.environments, now: options.now
        )
        return try receipts.verify(bytes)
    }
}

/// Checks and decodes what the App Store signs, in the order of Apple's own libraries. Any thread may use it, for several texts
/// at a time.
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
        package var ocspTimeoutMilliseconds: UInt32 = 30_000
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
    private let bundleID: [UInt8]
    let trustStore: TrustStore
    private let revocation: RevocationCheck?
    private let signers = KnownSigners()

    package init(_ options: Options) throws(SignedDataError) {
        self.options = options
        bundleID = Array(options.bundleID.utf8)
        trustStore = try TrustStore(roots: options.roots)
        revocation =
            options.checksRevocation ? RevocationCheck(timeoutMilliseconds: options.ocspTimeoutMilliseconds) : nil
    }

    /// Whether the bytes are one certificate, as `Options.roots` wants them. Without memory they may be.
    package static func isCertificate(_ der: [UInt8]) -> Bool {
        do throws(Certificate.Unread) {
            _ = try KnownCertificates.shared.read(der)
            return true
        } catch {
            return error == .noMemory
        }
    }

    /// - Parameters:
    ///   - kind: What the text has to be.
    ///   - text: A compact JWS.
    package func check(_ kind: SignedKind, _ text: UnsafeBufferPointer<UInt8>) throws(Rejection) -> VerifiedData {
        let segments = try SignedSegments(text)
        let data = try VerifiedData(kind, segments.payload)
        let environment = data.environments
        let isSigned = environment.isDisjoint(with: .unsigned) || environment.isDisjoint(with: options.environments)
        if isSigned {
            try checkSignature(segments, signedAt: data.signedDate)
        } else {
            _ = try SignedHeader(segments.header)
        }
        if kind != .renewalInfo { try checkApp(data) }
        guard !environment.isDisjoint(with: options.environments) else {
            let name = data.bytes(kind == .appTransaction ? .receiptType : .environment).map(Self.shown)
            throw Rejection(
                .otherEnvironment, "the environment is \(name ?? "absent"), which this verifier does not allow")
        }
        data.complete(isSignatureChecked: isSigned)
        return data
    }

    package func check(_ kind: SignedKind, _ text: String) throws(Rejection) -> VerifiedData {
        var text = text
        let outcome: Result<VerifiedData, Rejection> = text.withUTF8 { bytes in
            do throws(Rejection) { return .success(try check(kind, bytes)) } catch { return .failure(error) }
        }
        return try outcome.get()
    }
}

extension SignedDataVerifier {
    /// Whether a text of the same signer needs no more than a check of its signature.
    func knowsSigner(of text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard let segments = try? SignedSegments(bytes) else { return false }
            let now = EffectiveDate(milliseconds: options.now())
            return signers.find(segments.header, at: now, proof: revocation == nil ? nil : now.seconds) != nil
        }
    }
}

// MARK: Whose it is

extension SignedDataVerifier {
    private func checkApp(_ data: VerifiedData) throws(Rejection) {
        let named = data.bytes(.bundleId)
        guard let named, named.elementsEqual(bundleID) else {
            throw Rejection(
                .otherApp, "the bundle id is \(named.map(Self.shown) ?? "absent"), not \"\(options.bundleID)\"")
        }
        // Apple's libraries look at it when they verify for production, and at transactions never.
        let environment = data.environments
        guard data.kind != .transaction, options.environments.contains(.production),
            environment.isDisjoint(with: options.environments) || environment == .production
        else { return }
        let id = data.number(.appAppleId)
        guard let id, id == options.appAppleID else {
            throw Rejection(
                .otherAppAppleID,
                "the app's Apple id is \(id.map { String($0) } ?? "absent"), not \(options.appAppleID ?? 0)")
        }
    }

    /// For a message.
    private static func shown(_ text: UnsafeBufferPointer<UInt8>) -> String {
        "\"\(String(decoding: text.prefix(80), as: UTF8.self))\""
    }
}

// MARK: Who signed it

extension SignedDataVerifier {
    /// - Parameter signedAt: What the text says of it, in milliseconds since 1970.
    private func checkSignature(_ segments: SignedSegments, signedAt date: Int64?) throws(Rejection) {
        let now = revocation != nil || date == nil ? EffectiveDate(milliseconds: options.now()) : nil
        let proof = revocation == nil ? nil : now?.seconds
        let date = now ?? EffectiveDate(milliseconds: date ?? 0)
        if let known = signers.find(segments.header, at: date, proof: proof) {
            try known.checkSignature(segments)
            return
        }
        let header = try SignedHeader(segments.header)
        let (path, key) = try path(header, at: date)
        let signer = KnownSigner(
            header: Array(segments.header), key: key, validity: path.validity, provenUntil: .max,
            hashedBeginning: segments.hashedBeginning)
        // What nobody has signed is not to send questions to servers.
        try signer.checkSignature(segments)
        var certificates = path.certificates
        if let revocation {
            let known = if let certificates { certificates } else { try Self.certificates(header) }
            let root = try trustStore.issuer(of: known.intermediate)
            let ends = (
                try revocation.prove(
                    known.intermediate, issuedBy: root, name: "intermediate certificate", at: date.seconds),
                try revocation.prove(
                    known.leaf, issuedBy: known.intermediate, name: "signing certificate", at: date.seconds)
            )
            signers.insert(signer.proven(until: min(ends.0, ends.1)))
            certificates = known
        } else {
            signers.insert(signer)
        }
        if let certificates {
            KnownCertificates.shared.keep(certificates.intermediate)
            KnownCertificates.shared.keep(certificates.leaf)
        }
    }

    /// Read by OpenSSL.
    private static func certificates(
        _ header: SignedHeader
    ) throws(Rejection) -> (leaf: Certificate, intermediate: Certificate) {
        do throws(Certificate.Unread) {
            return (
                try KnownCertificates.shared.read(header.leaf), try KnownCertificates.shared.read(header.intermediate)
            )
        } catch {
            throw Rejection(.noMemory, "OpenSSL has no memory to read the certificates; ask again later")
        }
    }

    private func path(
        _ header: SignedHeader, at date: EffectiveDate
    ) throws(Rejection) -> (path: SignerPath, key: VerifyingKey) {
        guard header.certificateCount > 0 else {
            throw Rejection(.missingCertificates, "the header has no certificates (x5c)")
        }
        guard header.algorithm == "ES256" else {
            throw Rejection(
                .unsupportedAlgorithm,
                "the algorithm is \(header.algorithm.map { "\"\($0.prefix(80))\"" } ?? "absent"), not ES256")
        }
        guard header.certificateCount == 3 else {
            throw Rejection(.invalidChainLength, "the header has \(header.certificateCount) certificates, not 3")
        }
        // The third is counted and not read, as in Apple's libraries: trust comes from the verifier's own roots.
        let path: SignerPath
        switch trustStore.signer(leaf: header.leaf, intermediate: header.intermediate, at: date) {
        case .valid(let found): path = found
        case .noLeaf: throw Rejection(.invalidCertificate, "the first certificate is not Base64 of DER")
        case .noIntermediate: throw Rejection(.invalidCertificate, "the second certificate is not Base64 of DER")
        case .notValidAtDate:
            throw Rejection(
                .notValidAtDate, "a certificate is not valid at \(date.rfc3339): it begins later, or had expired")
        case .untrusted:
            throw Rejection(.untrustedChain, "the certificates do not lead to a root certificate of this verifier")
        case .noMemory:
            throw Rejection(.noMemory, "OpenSSL has no memory to check the certificates; ask again later")
        }
        guard path.leafIsReceiptSigning, path.intermediateIsDeveloperRelations else {
            throw Rejection(
                .missingMarker,
                "the \(path.leafIsReceiptSigning ? "second" : "first") certificate lacks the App Store's marker")
        }
        // ES256 is defined for P-256 alone (RFC 7518, section 3.4): no other key can have made the signature.
        guard let key = path.key else {
            throw Rejection(.invalidSignature, "the first certificate has no key for P-256, which ES256 needs")
        }
        return (path, key)
    }
}

internal import IAPPlatform

/// Checks who has signed a text: header, certificate chain and signature, in the order of Apple's `SignedDataVerifier`.
/// Any thread may use it, for several texts at the same time.
package final class JWSVerifier: Sendable {
    let trustStore: TrustStore
    private let revocation: RevocationCheck?
    private let signers = Guarded(KnownSigners())

    /// - Parameter roots: DER, at least one.
    package convenience init(roots: [[UInt8]]) throws(SignedDataError) { try self.init(roots: roots, revocation: nil) }

    /// - Parameter revocation: Checks whether the certificates were revoked. Nil for no check.
    init(roots: [[UInt8]], revocation: RevocationCheck?) throws(SignedDataError) {
        trustStore = try TrustStore(roots: roots)
        self.revocation = revocation
    }

    /// - Parameter date: The effective date at which the certificates must be valid, in milliseconds since 1970.
    ///   Apple's libraries take the payload's `signedDate` when they are offline.
    package func verify(_ text: CompactJWS, at date: Int64) throws(Rejection) {
        try check(text, at: EffectiveDate(milliseconds: date))
    }

    /// Throws unless the key of the text's first certificate has signed it. This proves nothing: anyone can create a
    /// certificate.
    package static func verifyByItself(_ text: CompactJWS) throws(Rejection) {
        let header = try JWSHeader(text.header)
        try header.checkAlgorithm()
        guard !header.certificates.isEmpty else {
            throw Rejection(.missingCertificates, "the header has no certificates (x5c)")
        }
        let key = try SignerChain.key(of: SignerChain.certificate(.leaf, of: header))
        try text.checkSignature(key, of: "its own certificate's key")
    }

    /// - Returns: the signed payload. Its JSON is not checked yet.
    package func verify(_ jws: String, at date: Int64) throws(Rejection) -> [UInt8] {
        let text = try CompactJWS(jws.utf8)
        let payload = try text.decodedPayload()
        try verify(text, at: date)
        return payload
    }

    /// - Parameter date: When the certificates must be valid. If revocation is checked, this is the current time.
    func check(_ text: CompactJWS, at date: EffectiveDate) throws(Rejection) {
        let owner = "the certificate's key"
        if let known = knownSigner(of: text, at: date) {
            return try text.checkSignature(known.key, of: owner)
        }
        let chain = try SignerChain(JWSHeader(text.header), trustStore, at: date)
        // The signature is checked before the revocation. Only a text with a valid signature lets the verifier send
        // requests to servers and remember the signer.
        try text.checkSignature(chain.key, of: owner)
        let signer = KnownSigner(
            header: Array(text.header), key: chain.key, validity: chain.validity,
            provenUntil: try revocation?.prove(chain, trustStore, at: date.seconds))
        signers.withLock { $0.insert(signer) }
    }

    /// A signer whose certificates need no check now.
    func knownSigner(of text: CompactJWS, at date: EffectiveDate) -> KnownSigner? {
        guard let known = signers.withLock({ $0[text.header] }), known.isValid(at: date) else { return nil }
        return known
    }
}

extension CompactJWS {
    /// Throws unless the key has signed the text.
    func checkSignature(_ key: VerifyingKey, of owner: String) throws(Rejection) {
        let signature = try decodedSignature()
        guard signature.count == 64 else {
            throw Rejection(.invalidSignature, "the signature does not have the 64 bytes of ES256")
        }
        switch key.check(signature, of: signed) {
        case true: return
        case false: throw Rejection(.invalidSignature, "the signature does not match this text and \(owner)")
        case nil: throw Rejection(.noMemory, "OpenSSL has no memory to check the signature; try again later")
        }
    }
}

/// The certificates of a signed text that lead to a root of a verifier, by the rules of Apple's libraries.
struct SignerChain: Sendable {
    let leaf: Certificate
    let intermediate: Certificate
    let key: VerifyingKey
    /// The seconds since 1970 at which the chain is valid.
    let validity: ClosedRange<Int64>

    init(_ header: JWSHeader, _ trustStore: TrustStore, at date: EffectiveDate) throws(Rejection) {
        try header.checkChain()
        leaf = try Self.certificate(.leaf, of: header)
        intermediate = try Self.certificate(.intermediate, of: header)
        switch trustStore.validate(leaf: leaf, intermediate: intermediate, at: date) {
        case .valid(let validity): self.validity = validity
        case .notValidAtDate:
            throw Rejection(
                .notValidAtDate, "a certificate is not valid at \(date.rfc3339): its validity begins later or has ended"
            )
        case .untrusted:
            throw Rejection(.untrustedChain, "the certificates do not lead to a root certificate of this verifier")
        case .noMemory: throw Self.noMemory
        }
        try Self.checkForm(leaf, "first")
        try Self.checkForm(intermediate, "second")
        let isMarked = (leaf.has(.receiptSigning), intermediate.has(.developerRelations))
        guard isMarked.0, isMarked.1 else {
            throw Rejection(
                .missingMarker, "the \(isMarked.0 ? "second" : "first") certificate lacks the App Store's marker")
        }
        key = try Self.key(of: leaf)
    }

    private static func checkForm(_ certificate: Certificate, _ place: String) throws(Rejection) {
        let isStrict: Bool
        do throws(Certificate.Unread) { isStrict = try certificate.isStrict } catch { throw noMemory }
        guard isStrict else {
            throw Rejection(
                .untrustedChain,
                "the \(place) certificate is not a well-formed certificate of version 3 in DER, with each extension once"
            )
        }
    }

    static func certificate(_ place: ChainPlace, of header: JWSHeader) throws(Rejection) -> Certificate {
        let der = try header.certificate(place)
        do throws(Certificate.Unread) { return try Certificate(reading: der) } catch {
            throw error == .noMemory ? noMemory : place.invalidCertificate
        }
    }

    static func key(of leaf: Certificate) throws(Rejection) -> VerifyingKey {
        let key: VerifyingKey?
        do throws(Certificate.Unread) { key = try leaf.publicKey() } catch { throw noMemory }
        // ES256 is defined only for P-256 (RFC 7518, section 3.4). No other key can have made the signature.
        guard let key else {
            throw Rejection(.invalidSignature, "the first certificate has no P-256 key, which ES256 needs")
        }
        return key
    }

    private static let noMemory = Rejection(
        .noMemory, "OpenSSL has no memory to check the certificates; try again later")
}

/// A header with valid certificates that has already signed a text.
struct KnownSigner: Sendable {
    /// Encoded. It contains the exact bytes of the certificates. Other texts of the same signer have the same header.
    let header: [UInt8]
    let key: VerifyingKey
    /// The seconds since 1970 at which the certificates are valid.
    let validity: ClosedRange<Int64>
    /// The last second since 1970 for which OCSP has confirmed that they are not revoked. Nil if revocation is not
    /// checked.
    let provenUntil: Int64?

    func isValid(at date: EffectiveDate) -> Bool {
        guard validity.contains(date.seconds) else { return false }
        guard let provenUntil else { return true }
        return (provenUntil - RevocationCheck.secondsOfResponse...provenUntil).contains(date.seconds)
    }
}

/// The known signers of a verifier with its root certificates, the oldest first.
struct KnownSigners: Sendable {
    /// The App Store has one or two signers at a time.
    static let capacity = 32

    private var signers: [KnownSigner] = []

    var count: Int { signers.count }

    subscript(header: ArraySlice<UInt8>) -> KnownSigner? { signers.first { $0.header[...] == header } }

    /// Replaces an older signer with the same header, or the oldest one.
    mutating func insert(_ signer: KnownSigner) {
        signers.removeAll { $0.header == signer.header }
        if signers.count == Self.capacity { signers.removeFirst() }
        signers.append(signer)
    }
}

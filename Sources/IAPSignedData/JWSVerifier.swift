internal import IAPPlatform
package import IAPSignedText

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
        try text.checkSignature(ES256Check(key: key, beginning: text.beginning), of: "its own certificate's key")
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
            return try text.checkSignature(known.check, of: owner)
        }
        let chain = try SignerChain(JWSHeader(text.header), trustStore, at: date)
        guard let check = ES256Check(key: chain.key, beginning: text.beginning) else { throw Self.noMemory }
        // The signature is checked before the revocation. Only a text with a valid signature lets the verifier send
        // requests to servers and remember the signer.
        try text.checkSignature(check, of: owner)
        let signer = KnownSigner(
            header: Array(text.header), check: check, validity: chain.validity,
            provenUntil: try revocation?.prove(chain, trustStore, at: date.seconds))
        signers.withLock { $0.insert(signer) }
    }

    /// A signer whose certificates need no check now.
    func knownSigner(of text: CompactJWS, at date: EffectiveDate) -> KnownSigner? {
        guard let known = signers.withLock({ $0[text.header] }), known.isValid(at: date) else { return nil }
        return known
    }

    private static let noMemory = Rejection(
        .noMemory, "OpenSSL has no memory to check the signature; try again later")
}

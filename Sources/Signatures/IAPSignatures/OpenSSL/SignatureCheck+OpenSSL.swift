/// Checks signature and certificates with OpenSSL.
struct SignatureCheck: Sendable {
    private let verifier: JWSVerifier

    static func isCertificate(_ der: [UInt8]) -> Bool { SignatureCheck(roots: [der]) != nil }

    init?(roots: [[UInt8]]) {
        guard let verifier = try? JWSVerifier(roots: roots) else { return nil }
        self.verifier = verifier
    }

    /// - Parameter date: When the certificates must be valid, in milliseconds since 1970.
    func verify(_ text: CompactJWS, at date: Int64) throws(Rejection) { try verifier.verify(text, at: date) }

    /// The text's own first certificate must have made the signature.
    func verifyByItself(_ text: CompactJWS) throws(Rejection) { try JWSVerifier.verifyByItself(text) }
}

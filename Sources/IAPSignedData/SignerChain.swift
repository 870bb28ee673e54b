internal import IAPSignedText

/// The certificates of a signed text that lead to a root of a verifier, by the rules of Apple's libraries.
struct SignerChain: Sendable {
    let leaf: Certificate
    let intermediate: Certificate
    /// The leaf's key.
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

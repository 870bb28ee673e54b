package import IAPSignedData

/// Reports for the root and the intermediate of a chain whether they revoked the certificates that they issued. The same
/// request, answer and time give the same bytes.
package struct OCSPResponder: Sendable {
    private let seed: [UInt8]
    private let chain: CertificateChain

    /// - Parameter seed: The seed of the chain.
    package init(seed: [UInt8], chain: CertificateChain) {
        self.seed = seed
        self.chain = chain
    }

    /// The responder refuses longer requests. A request for one certificate has less than 200 bytes.
    package static let longestRequest = 65_536

    private static let (secondsPerDay, daysOfStaleness): (Int64, Int64) = (86_400, 8)

    /// Returns the response to a request; both are in DER. If the bytes are no request, or concern certificates of other
    /// issuers, it returns the error of a real server.
    ///
    /// - Parameters:
    ///   - answer: The answer for the chain's own leaf and intermediate. Every other certificate has the status unknown.
    ///   - now: The time in milliseconds since 1970.
    package func answer(_ request: [UInt8], _ answer: OCSPAnswer, at now: Int64) throws(SignedDataError) -> [UInt8] {
        switch answer {
        case .garbage: return Array("no answer".utf8)
        case .tryLater: return OCSPResponse.failure(.tryLater)
        default: break
        }
        guard request.count <= Self.longestRequest, let request = OCSPRequest(der: request),
            !request.certificateIDs.isEmpty
        else { return OCSPResponse.failure(.malformedRequest) }
        let issuers = try issuers
        // A response has one signature and thus one issuer. The certificates of other issuers get the status unknown.
        guard let issuer = issuers.first(where: { request.certificateIDs[0].isIssued(by: $0.certificate) }) else {
            return OCSPResponse.failure(.unauthorized)
        }
        // Keeps the date in the range of years that a date can name, with some days of reserve.
        let now = EffectiveDate(milliseconds: now).seconds
        let date = answer == .stale ? now - Self.daysOfStaleness * Self.secondsPerDay : now
        let nextUpdate = EffectiveDate(milliseconds: (date + Self.secondsPerDay) * 1000)
        let response = OCSPResponse(
            date: EffectiveDate(milliseconds: date * 1000), nextUpdate: answer == .noNextUpdate ? nil : nextUpdate,
            statuses: try request.certificateIDs.map { id throws(SignedDataError) in
                guard let der = id.der else {
                    throw .systemFailure("OpenSSL cannot write a certificate's id; free memory and try again.")
                }
                let isKnown = id.isIssued(by: issuer.certificate) && id.names(issuer.issued)
                return (der, isKnown ? answer.status : .unknown)
            }, nonce: request.nonce)
        return try response.encoded(by: signer(answer, issuer))
    }

    private struct Issuer {
        var certificate: Certificate
        var key: SigningKey
        /// The certificate of the chain that it issued.
        var issued: Certificate
    }

    private var issuers: [Issuer] {
        get throws(SignedDataError) {
            let (root, intermediate, leaf) = try chain.parts
            return [
                Issuer(certificate: intermediate, key: try CertificateChain.intermediateKey(seed), issued: leaf),
                Issuer(certificate: root, key: try CertificateChain.rootKey(seed), issued: intermediate),
            ]
        }
    }

    private func signer(_ answer: OCSPAnswer, _ issuer: Issuer) throws(SignedDataError) -> OCSPResponse.Signer {
        let ownSeed = Digest.hmacSHA256(key: seed, message: Array("ocsp \(answer.rawValue)".utf8))
        switch answer {
        case .delegate:
            let key = try SigningKey(seed: ownSeed, label: "responder")
            let certificate = try chain.templates(seed: ownSeed).responder(of: key)
                .certificate(issuer: issuer.certificate, signedBy: issuer.key)
            return OCSPResponse.Signer(key: key, certificate: certificate.der)
        case .foreignSigner:
            let key = try SigningKey(seed: ownSeed, label: "responder")
            let certificate = try chain.templates(seed: ownSeed).responder(of: key)
                .certificate(issuer: nil, signedBy: key)
            return OCSPResponse.Signer(key: key, certificate: certificate.der)
        default: return OCSPResponse.Signer(key: issuer.key, certificate: nil)
        }
    }
}

extension OCSPAnswer {
    fileprivate var status: OCSPResponse.Status {
        switch self {
        case .revoked: .revoked
        case .unknown: .unknown
        default: .good
        }
    }
}

internal import CIAPOpenSSL
internal import CIAPStoreSigning
package import IAPSignatures

/// Reports for the root and the intermediate of a chain whether they revoked the certificates that they issued. The same
/// request, behaviour and time give the same bytes.
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
    ///   - behaviour: The response for the chain's own leaf and intermediate. Every other certificate has the status unknown.
    ///   - now: The time in milliseconds since 1970.
    package func response(to request: [UInt8], as behaviour: OCSPBehaviour, at now: Int64) throws(SignedDataError)
        -> [UInt8]
    {
        switch behaviour {
        case .garbage: return Array("no response".utf8)
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
        let date = behaviour == .stale ? now - Self.daysOfStaleness * Self.secondsPerDay : now
        let nextUpdate = EffectiveDate(milliseconds: (date + Self.secondsPerDay) * 1000)
        let response = OCSPResponse(
            date: EffectiveDate(milliseconds: date * 1000), nextUpdate: behaviour == .noNextUpdate ? nil : nextUpdate,
            statuses: try request.certificateIDs.map { id throws(SignedDataError) in
                guard let der = id.der else {
                    throw .systemFailure("OpenSSL cannot write a certificate's id; free memory and try again.")
                }
                let isKnown = id.isIssued(by: issuer.certificate) && id.names(issuer.issued)
                return (der, isKnown ? behaviour.status : .unknown)
            }, nonce: request.nonce)
        return try response.encoded(by: signer(behaviour, issuer))
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

    private func signer(_ behaviour: OCSPBehaviour, _ issuer: Issuer) throws(SignedDataError) -> OCSPResponse.Signer {
        let ownSeed = Digest.hmacSHA256(key: seed, message: Array("ocsp \(behaviour.rawValue)".utf8))
        switch behaviour {
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

extension OCSPBehaviour {
    fileprivate var status: OCSPResponse.Status {
        switch self {
        case .revoked: .revoked
        case .unknown: .unknown
        default: .good
        }
    }
}

/// A parsed request for the status of certificates (RFC 6960, section 4.1).
///
/// Unchecked Sendable: the request does not change after parsing.
final class OCSPRequest: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// Returns nil unless the bytes are one DER request.
    init?(der: [UInt8]) {
        guard let pointer = store_ocsp_request_read(der, der.count) else { return nil }
        self.pointer = pointer
    }

    deinit { OCSP_REQUEST_free(pointer) }

    var certificateIDs: [CertificateID] {
        (0..<OCSP_request_onereq_count(pointer)).compactMap { index in
            OCSP_request_onereq_get0(pointer, index).flatMap(OCSP_onereq_get0_id)
                .map { CertificateID(pointer: $0, request: self) }
        }
    }

    /// The extension that the response must repeat, in DER; nil if there is none.
    var nonce: [UInt8]? {
        let place = OCSP_REQUEST_get_ext_by_NID(pointer, NID_id_pkix_OCSP_Nonce, -1)
        guard place >= 0, let nonce = OCSP_REQUEST_get_ext(pointer, place) else { return nil }
        return DER.written(by: { i2d_X509_EXTENSION(nonce, $0) })
    }
}

extension OCSPRequest {
    /// A certificate's issuer and serial number.
    struct CertificateID {
        fileprivate let pointer: OpaquePointer
        fileprivate let request: OCSPRequest

        /// The id as in the request, with the same digests.
        var der: [UInt8]? { DER.written(by: { i2d_OCSP_CERTID(pointer, $0) }) }

        func isIssued(by issuer: Certificate) -> Bool { store_ocsp_id_is_of(pointer, issuer.pointer) == 1 }

        func names(_ certificate: Certificate) -> Bool { store_ocsp_id_names(pointer, certificate.pointer) == 1 }
    }
}

/// A response about certificates, as DER (RFC 6960, section 4.2). It identifies its signer by the hash of the key, because
/// Apple's library for Python understands nothing else.
struct OCSPResponse: Sendable {
    enum Status: Sendable, Hashable {
        case good, revoked, unknown
    }

    /// The errors that replace a response about certificates. The numbers are those of OCSPResponseStatus.
    enum Failure: UInt8, Sendable, Hashable {
        case malformedRequest = 1
        case tryLater = 3
        case unauthorized = 6
    }

    struct Signer: Sendable {
        var key: SigningKey
        /// DER; nil for the issuer: the client already has the issuer's certificate.
        var certificate: [UInt8]?
    }

    /// The time of the status and of the response.
    var date: EffectiveDate
    var nextUpdate: EffectiveDate?
    /// The statuses by the ids of the certificates, in DER.
    var statuses: [(id: [UInt8], status: Status)]
    /// An extension in DER.
    var nonce: [UInt8]?

    static func failure(_ failure: Failure) -> [UInt8] { DER.sequence(DER.element(tag: 0x0A, [failure.rawValue])) }

    func encoded(by signer: Signer) throws(SignedDataError) -> [UInt8] {
        let content = content(keyHash: signer.key.verifyingKey.keyHash)
        var basic = content + DER.ecdsaWithSHA256 + DER.bitString(try signer.key.derSignature(of: content))
        if let certificate = signer.certificate { basic += DER.context(0, DER.sequence(certificate)) }
        // 1.3.6.1.5.5.7.48.1.1
        let type: [UInt8] = [0x06, 0x09, 0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01, 0x01]
        let successful = DER.element(tag: 0x0A, [0])
        return DER.sequence(successful + DER.context(0, DER.sequence(type + DER.octetString(DER.sequence(basic)))))
    }

    private func content(keyHash: [UInt8]) -> [UInt8] {
        var content = DER.context(2, DER.octetString(keyHash)) + DER.generalizedTime(date)
        content += DER.sequence(statuses.flatMap(single))
        if let nonce { content += DER.context(1, DER.sequence(nonce)) }
        return DER.sequence(content)
    }

    private func single(_ id: [UInt8], _ status: Status) -> [UInt8] {
        var content = id
        switch status {
        case .good: content += DER.element(tag: 0x80, [])
        case .revoked: content += DER.context(1, DER.generalizedTime(date))
        case .unknown: content += DER.element(tag: 0x82, [])
        }
        content += DER.generalizedTime(date)
        if let nextUpdate { content += DER.context(0, DER.generalizedTime(nextUpdate)) }
        return DER.sequence(content)
    }
}

extension VerifyingKey {
    /// The SHA-1 of the key's point (RFC 6960, section 4.2.1).
    fileprivate var keyHash: [UInt8] { Digest.sha1(publicKeyDER.suffix(65)) }
}

extension DER {
    fileprivate static func generalizedTime(_ date: EffectiveDate) -> [UInt8] {
        element(tag: 0x18, date.rfc3339.utf8.filter { (0x30...0x39).contains($0) } + [UInt8(ascii: "Z")])
    }
}

/// The response of an OCSP server about a certificate. The numbers are those of the C header's `IAP_STORE_OCSP_…`.
package enum OCSPBehaviour: Int32, Sendable, Hashable, CaseIterable {
    case good = 1
    case revoked = 2
    case unknown = 3
    /// Good, but out of date.
    case stale = 4
    /// Good, but the signer is neither the issuer nor a responder that the issuer authorized.
    case foreignSigner = 5
    /// Bytes that are not a response.
    case garbage = 6
    case tryLater = 7
    /// Good; a responder that the issuer authorized signs it. The App Store does this too.
    case delegate = 8
    /// Good, without the time of the next update.
    case noNextUpdate = 9
}

extension StoreIdentity {
    /// Returns the response of the store's certification authorities about its certificates.
    ///
    /// - Parameter request: DER, as verifiers send it.
    /// - Returns: DER. Bytes that are no request get the error response of a server.
    package func ocspResponse(to request: [UInt8], as behaviour: OCSPBehaviour, at date: Int64) throws -> [UInt8] {
        do throws(SignedDataError) {
            return try ocspResponder.response(to: request, as: behaviour, at: date)
        } catch {
            throw StoreFailure(.systemError, "the store cannot sign the OCSP response: \(error.description)")
        }
    }
}

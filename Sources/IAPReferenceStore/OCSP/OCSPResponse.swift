internal import IAPSignedData

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

    static func failure(_ failure: Failure) -> [UInt8] {
        DER.sequence(DER.element(tag: 0x0A, [failure.rawValue]))
    }

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

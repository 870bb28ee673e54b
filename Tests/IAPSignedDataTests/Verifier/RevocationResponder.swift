import CIAPOpenSSL

@testable import IAPReferenceStore
@testable import IAPSignedData

/// Makes valid and invalid responses of an issuer's OCSP server.
struct RevocationResponder: Sendable {
    enum Signer: Sendable {
        case issuer, delegate, delegateWithoutPurpose, foreign
    }

    var status = V_OCSP_CERTSTATUS_GOOD
    var signer = Signer.issuer
    var namesSignerByKey = true
    /// Seconds from now.
    var thisUpdate: Int64 = -3600
    var nextUpdate: Int64? = 3600
    var responseStatus = OCSP_RESPONSE_STATUS_SUCCESSFUL
    var isAboutAnother = false
    var namesCertificateByMD5 = false
    var hasAlteredSignature = false

    /// Returns the response to a request about a certificate of this chain.
    func answer(_ request: [UInt8], _ chain: TestChain, now: Int64) throws -> [UInt8] {
        guard responseStatus == OCSP_RESPONSE_STATUS_SUCCESSFUL else {
            let response = OCSP_response_create(responseStatus, nil)
            defer { OCSP_RESPONSE_free(response) }
            return DER.written { i2d_OCSP_RESPONSE(response, $0) } ?? []
        }
        let root = try chain.root.certificate(issuer: nil, signedBy: chain.rootKey)
        let intermediate = try chain.intermediate.certificate(issuer: root, signedBy: chain.rootKey)
        let leaf = try chain.leaf.certificate(issuer: intermediate, signedBy: chain.intermediateKey)
        var isAboutLeaf = Self.asks(request, leaf, intermediate)
        guard isAboutLeaf || Self.asks(request, intermediate, root) else { return [] }
        if isAboutAnother { isAboutLeaf.toggle() }
        let (subject, issuer) = isAboutLeaf ? (leaf, intermediate) : (intermediate, root)
        let issuerKey = isAboutLeaf ? chain.intermediateKey : chain.rootKey

        let basic = OCSP_BASICRESP_new()
        defer { OCSP_BASICRESP_free(basic) }
        let digest = namesCertificateByMD5 ? EVP_md5() : EVP_sha256()
        let id = OCSP_cert_to_id(digest, subject.pointer, issuer.pointer)
        let (first, last) = (
            ASN1_GENERALIZEDTIME_set(nil, time_t(now + thisUpdate)),
            nextUpdate.flatMap { ASN1_GENERALIZEDTIME_set(nil, time_t(now + $0)) }
        )
        let revoked = status == V_OCSP_CERTSTATUS_REVOKED ? ASN1_GENERALIZEDTIME_set(nil, time_t(now - 7200)) : nil
        _ = OCSP_basic_add1_status(basic, id, status, 0, revoked, first, last)
        for time in [first, last, revoked] { ASN1_GENERALIZEDTIME_free(time) }
        OCSP_CERTID_free(id)

        let (certificate, key) = try signer(of: issuer, issuerKey)
        // The key as PKCS #8 without its public part.
        let pkcs8 = bytes("3041 020100 301306072a8648ce3d020106082a8648ce3d030107 0427 3025 020101 0420") + key.scalar
        var lackedMemory: Int32 = 0
        let privateKey = openssl_private_key_read(pkcs8, pkcs8.count, &lackedMemory)
        OCSP_basic_sign(
            basic, certificate.pointer, privateKey, EVP_sha256(), nil,
            namesSignerByKey ? UInt(OCSP_RESPID_KEY) : 0)
        EVP_PKEY_free(privateKey)
        let response = OCSP_response_create(OCSP_RESPONSE_STATUS_SUCCESSFUL, basic)
        defer { OCSP_RESPONSE_free(response) }
        var bytes = DER.written { i2d_OCSP_RESPONSE(response, $0) } ?? []
        if hasAlteredSignature {
            // The signer's certificate is last, and the signature is before it. The time of the status is in the
            // middle.
            let time = bytes.firstRange(of: Array("20".utf8))
            if let time { bytes[time.lowerBound + 13] ^= 1 }
        }
        return bytes
    }

    private func signer(of issuer: Certificate, _ issuerKey: SigningKey) throws -> (Certificate, SigningKey) {
        guard signer != .issuer else { return (issuer, issuerKey) }
        let key = try SigningKey(seed: [77], label: "delegate")
        let foreignKey = try SigningKey(seed: [78], label: "foreign")
        var extensions: [CertificateTemplate.Extension] = [
            .init("keyUsage", "critical,digitalSignature"), .init("subjectKeyIdentifier", "hash"),
        ]
        if signer != .delegateWithoutPurpose { extensions.append(.init("extendedKeyUsage", "OCSPSigning")) }
        let start = TestChain.date / 1000 - 86_400
        let template = CertificateTemplate(
            commonName: "Test Delegate", serialNumber: [9], notBefore: start, notAfter: start + 100 * 86_400,
            publicKeyDER: key.publicKeyDER, extensions: extensions)
        let certificate = try template.certificate(
            issuer: issuer, signedBy: signer == .foreign ? foreignKey : issuerKey)
        return (certificate, key)
    }

    private static func asks(_ bytes: [UInt8], _ certificate: Certificate, _ issuer: Certificate) -> Bool {
        let request: OpaquePointer? = bytes.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return d2i_OCSP_REQUEST(nil, &start, buffer.count)
        }
        defer { OCSP_REQUEST_free(request) }
        let asked = OCSP_onereq_get0_id(OCSP_request_onereq_get0(request, 0))
        let id = OCSP_cert_to_id(EVP_sha256(), certificate.pointer, issuer.pointer)
        defer { OCSP_CERTID_free(id) }
        return OCSP_id_cmp(id, asked) == 0
    }
}

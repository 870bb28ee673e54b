import CIAPOpenSSL
import CIAPStoreSigning

@testable import IAPReferenceStore
@testable import IAPSignatures

/// A chain in Apple's form. The keys above the leaf are for P-384, the signatures use SHA-384, and the certificates
/// have Apple's extensions.
struct TestAppleChain {
    let root: [UInt8]
    let intermediate: [UInt8]
    let leaf: [UInt8]

    struct NoCertificate: Error {}

    /// - Parameter leafCurve: The curve of the leaf's key.
    init(leafCurve: Int32 = NID_X9_62_prime256v1) throws {
        let keys = try (Self.key(NID_secp384r1), Self.key(NID_secp384r1), Self.key(leafCurve))
        defer { [keys.0, keys.1, keys.2].forEach(EVP_PKEY_free) }
        let root = try Self.certificate(
            "Apple Root CA - Test", keys.0, issuer: nil, keys.0,
            [
                ("subjectKeyIdentifier", "hash"), ("basicConstraints", "critical,CA:TRUE"),
                ("keyUsage", "critical,keyCertSign,cRLSign"),
            ])
        let intermediate = try Self.certificate(
            "Test Worldwide Developer Relations", keys.1, issuer: root, keys.0,
            [
                ("basicConstraints", "critical,CA:TRUE,pathlen:0"), ("authorityKeyIdentifier", "keyid:always"),
                ("authorityInfoAccess", "OCSP;URI:http://127.0.0.1/ocsp"),
                ("crlDistributionPoints", "URI:http://127.0.0.1/list.crl"), ("subjectKeyIdentifier", "hash"),
                ("keyUsage", "critical,keyCertSign,cRLSign"), ("1.2.840.113635.100.6.2.1", "DER:05:00"),
            ])
        let leaf = try Self.certificate(
            "Test Receipt Signing", keys.2, issuer: intermediate, keys.1,
            [
                ("basicConstraints", "critical,CA:FALSE"), ("authorityKeyIdentifier", "keyid:always"),
                ("authorityInfoAccess", "OCSP;URI:http://127.0.0.1/ocsp"),
                ("certificatePolicies", "DER:30:0E:30:0C:06:0A:2A:86:48:86:F7:63:64:05:06:01"),
                ("subjectKeyIdentifier", "hash"),
                ("keyUsage", "critical,digitalSignature"), ("1.2.840.113635.100.6.11.1", "DER:05:00"),
            ])
        (self.root, self.intermediate, self.leaf) = (root.der, intermediate.der, leaf.der)
    }

    private static func key(_ curve: Int32) throws -> OpaquePointer {
        let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, curve) == 1,
            EVP_PKEY_keygen(context, &key) == 1, let key
        else { throw NoCertificate() }
        return key
    }

    private static func certificate(
        _ name: String, _ key: OpaquePointer, issuer: Certificate?, _ issuerKey: OpaquePointer,
        _ extensions: [(String, String)]
    ) throws -> Certificate {
        let start = TestChain.date / 1000 - 86_400
        guard let publicKey = DER.written(by: { i2d_PUBKEY(key, $0) }),
            let draft = store_certificate_draft(
                [1, 2, 3], 3, start, start + 1000 * 86_400, publicKey, publicKey.count, "Test", name, issuer?.pointer)
        else { throw NoCertificate() }
        defer { X509_free(draft) }
        for (name, value) in extensions {
            guard store_certificate_add_extension(draft, issuer?.pointer, name, value) == 1 else {
                throw NoCertificate()
            }
        }
        guard X509_sign(draft, issuerKey, EVP_sha384()) > 0, let der = DER.written(by: { i2d_X509(draft, $0) }),
            let certificate = Certificate(der: der)
        else { throw NoCertificate() }
        return certificate
    }
}

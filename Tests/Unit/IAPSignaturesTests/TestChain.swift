import CIAPOpenSSL
@testable import IAPSignatures

@testable import IAPReferenceStore

/// A chain whose certificates a test can change before they are created.
struct TestChain {
    /// 15 November 2023, in milliseconds.
    static let date: Int64 = 1_700_000_000_000
    private static let day: Int64 = 86_400

    var root: CertificateTemplate
    var intermediate: CertificateTemplate
    var leaf: CertificateTemplate
    let rootKey: SigningKey
    let intermediateKey: SigningKey
    let leafKey: SigningKey

    init(seed: UInt8 = 0) throws {
        rootKey = try SigningKey(seed: [seed], label: "root")
        intermediateKey = try SigningKey(seed: [seed], label: "intermediate")
        leafKey = try SigningKey(seed: [seed], label: "leaf")
        func template(_ name: String, _ number: UInt8, _ key: SigningKey, _ extensions: [(String, String)])
            -> CertificateTemplate
        {
            let start = Self.date / 1000 - Self.day
            return CertificateTemplate(
                commonName: "Test \(name)", serialNumber: [number], notBefore: start, notAfter: start + 1000 * Self.day,
                publicKeyDER: key.publicKeyDER, extensions: extensions.map { .init($0.0, $0.1) })
        }
        root = template(
            "Root", 1, rootKey,
            [
                ("basicConstraints", "critical,CA:TRUE"), ("keyUsage", "critical,keyCertSign,cRLSign"),
                ("subjectKeyIdentifier", "hash"),
            ])
        intermediate = template(
            "Intermediate", 2, intermediateKey,
            [
                ("basicConstraints", "critical,CA:TRUE,pathlen:0"), ("keyUsage", "critical,keyCertSign,cRLSign"),
                ("subjectKeyIdentifier", "hash"), ("authorityKeyIdentifier", "keyid:always"),
                ("1.2.840.113635.100.6.2.1", "DER:05:00"),
            ])
        leaf = template(
            "Leaf", 3, leafKey,
            [
                ("basicConstraints", "critical,CA:FALSE"), ("keyUsage", "critical,digitalSignature"),
                ("subjectKeyIdentifier", "hash"), ("authorityKeyIdentifier", "keyid:always"),
                ("1.2.840.113635.100.6.11.1", "DER:05:00"),
            ])
    }

    /// Returns the certificates in the order of `x5c`: leaf, intermediate, root.
    func certificates() throws -> [[UInt8]] {
        let root = try root.certificate(issuer: nil, signedBy: rootKey)
        let intermediate = try intermediate.certificate(issuer: root, signedBy: rootKey)
        let leaf = try leaf.certificate(issuer: intermediate, signedBy: intermediateKey)
        return [leaf.der, intermediate.der, root.der]
    }

    /// Returns the verdict about a text of this chain. The verifier trusts the chain's root.
    func verdict(at date: Int64 = TestChain.date) throws -> JWSVerdict {
        let certificates = try certificates()
        return try JWSVerifier(roots: [certificates[2]]).verdict(jws(certificates), at: date)
    }

    func jws(_ certificates: [[UInt8]], payload: String = "{}") throws -> String {
        try jws(header: Self.header(certificates), payload: payload)
    }

    /// Returns a correctly signed text with any header.
    func jws(header: String, payload: String = "{}") throws -> String {
        let content = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array(payload.utf8))
        return try content + "." + Base64URL.encode(leafKey.signature(of: Array(content.utf8)))
    }

    static func header(_ certificates: [[UInt8]], algorithm: String = "ES256") -> String {
        "{\"alg\":\"\(algorithm)\",\"x5c\":[\(list(certificates))]}"
    }

    /// The elements of `x5c`.
    static func list(_ certificates: [[UInt8]]) -> String {
        certificates.map { "\"\(Base64.encode($0))\"" }.joined(separator: ",")
    }
}

extension CertificateTemplate {
    mutating func remove(_ names: String...) {
        extensions.removeAll { names.contains($0.name) }
    }

    mutating func replace(_ name: String, with value: String) {
        for index in extensions.indices where extensions[index].name == name {
            extensions[index].value = value
        }
    }
}

/// For tests that call OpenSSL directly. The caller owns the result and frees it with X509_free.
func ownedCertificate(_ der: [UInt8]) -> OpaquePointer? {
    var certificate: OpaquePointer?
    return openssl_certificate_read(der, der.count, &certificate) == 1 ? certificate : nil
}

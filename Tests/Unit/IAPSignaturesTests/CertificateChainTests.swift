import CIAPOpenSSL
@testable import IAPSignatures
import Testing

@testable import IAPReferenceStore

struct CertificateChainTests {
    /// 15 November 2023.
    private static let date: Int64 = 1_700_000_000_000
    private static let day: Int64 = 86_400
    private static let year: Int64 = 31_557_600
    static let endOf9999: Int64 = 253_402_300_799

    private let chain: CertificateChain

    init() throws {
        chain = try CertificateChain.make(seed: Array("seed".utf8), validFrom: Self.date)
    }

    @Test
    func sameSeedAndDateGiveTheSameBytes() throws {
        let again = try CertificateChain.make(seed: Array("seed".utf8), validFrom: Self.date)
        #expect(again.certificates == chain.certificates)
        #expect(again.leafKey.scalar == chain.leafKey.scalar)
    }

    @Test
    func bytesStayTheSameFromRunToRun() {
        let digest = Digest.sha256(chain.certificates.flatMap { $0 })
        #expect(digest == bytes("8a7ef1e195a9ab50397fdc026a7a1792e25c1c9ce8693de1ad83db1e285457e6"))
    }

    @Test
    func otherSeedOrDateGivesOtherCertificates() throws {
        let others = try [
            chain, CertificateChain.make(seed: Array("other".utf8), validFrom: Self.date),
            CertificateChain.make(seed: Array("seed".utf8), validFrom: Self.date + 1000),
        ]
        #expect(Set(others.flatMap(\.certificates)).count == 9)
        #expect(Set(others.flatMap(\.certificates).map(serialNumber)).count == 9)
    }

    @Test(arguments: [
        date / 1000 - day, date / 1000, date / 1000 + 100 * year, endOf9999 - 1,
    ])
    func opensslAcceptsTheChainUnderStrictRules(seconds: Int64) {
        #expect(openSSLVerdict(at: seconds) == X509_V_OK)
    }

    @Test(arguments: [
        (date / 1000 - day - 1, X509_V_ERR_CERT_NOT_YET_VALID),
        (endOf9999, X509_V_ERR_CERT_HAS_EXPIRED),
    ])
    func validityBeginsOneDayBeforeAndEndsWithTheYear9999(seconds: Int64, code: Int32) {
        #expect(openSSLVerdict(at: seconds) == code)
    }

    @Test
    func everyCertificateEndsWithTheYear9999() throws {
        for der in chain.certificates {
            let certificate = try #require(ownedCertificate(der))
            defer { X509_free(certificate) }
            var end: Int64 = 0
            #expect(openssl_seconds(X509_get0_notAfter(certificate), &end) == 1)
            #expect(end == Self.endOf9999)
        }
    }

    /// The form that Apple's library accepts: identifier, critical flag, and the value if it is constant.
    @Test(arguments: [
        (2, "2.5.29.19", true, "30030101ff"), (2, "2.5.29.15", true, "03020106"), (2, "2.5.29.14", false, ""),
        (1, "2.5.29.19", true, "30060101ff020100"), (1, "2.5.29.15", true, "03020106"), (1, "2.5.29.14", false, ""),
        (1, "2.5.29.35", false, ""), (1, "1.2.840.113635.100.6.2.1", false, "0500"),
        (0, "2.5.29.19", true, "3000"), (0, "2.5.29.15", true, "03020780"), (0, "2.5.29.14", false, ""),
        (0, "2.5.29.35", false, ""), (0, "1.2.840.113635.100.6.11.1", false, "0500"),
    ])
    func certificateFollowsTheRecipe(place: Int, identifier: String, isCritical: Bool, value: String) throws {
        let der = chain.certificates[place]
        let certificate = try #require(ownedCertificate(der))
        defer { X509_free(certificate) }
        let object = OBJ_txt2obj(identifier, 1)
        defer { ASN1_OBJECT_free(object) }
        let found = try #require(X509_get_ext(certificate, X509_get_ext_by_OBJ(certificate, object, -1)))
        #expect((X509_EXTENSION_get_critical(found) == 1) == isCritical)
        let data = X509_EXTENSION_get_data(found)
        let content = Array(
            UnsafeBufferPointer(start: ASN1_STRING_get0_data(data), count: Int(ASN1_STRING_length(data))))
        #expect(value.isEmpty || content == bytes(value))
        #expect(X509_get_ext_count(certificate) == (place == 2 ? 3 : 5))
        #expect(X509_get_version(certificate) == 2)
        #expect(X509_get_signature_nid(certificate) == NID_ecdsa_with_SHA256)
    }

    @Test
    func everyNameSaysThatTheStoreIsForTests() {
        for der in chain.certificates {
            let text = String(decoding: der, as: UTF8.self)
            #expect(text.contains("IAPBridge, for tests only"))
            #expect(text.contains("IAPBridge Reference Store"))
            #expect(!text.contains("Apple"))
        }
    }

    @Test(arguments: [0, -1, -1_000_000_000_000, 4_102_444_800_000, 100_000_000_000_000])
    func chainCanBeMadeForAnyCalendarDate(validFrom: Int64) throws {
        let chain = try CertificateChain.make(seed: [1], validFrom: validFrom)
        let jws = try JWSSigner(chain).sign(payload: Array("{}".utf8))
        let verifier = try JWSVerifier(roots: [chain.root])
        #expect(verifier.verdict(jws, at: validFrom) == .valid(payload: Array("{}".utf8)))
        #expect(verifier.verdict(jws, at: validFrom - 90_000_000) == .invalid(.notValidAtDate))
    }

    @Test(arguments: [Int64.max, Int64.min, 253_402_300_799_000, -62_135_596_800_000])
    func dateThatNoCertificateCanNameIsRefused(validFrom: Int64) {
        #expect(throws: SignedDataError.self) { try CertificateChain.make(seed: [1], validFrom: validFrom) }
    }

    private func serialNumber(_ der: [UInt8]) -> [UInt8] {
        guard let certificate = ownedCertificate(der) else { return [] }
        defer { X509_free(certificate) }
        let number = X509_get0_serialNumber(certificate)
        return Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(number), count: Int(ASN1_STRING_length(number))))
    }

    /// Returns the result of `openssl verify -x509_strict -attime`, independently of this module's verifier.
    private func openSSLVerdict(at seconds: Int64) -> Int32 {
        let certificates = chain.certificates.map { ownedCertificate($0) }
        let store = X509_STORE_new()
        let context = X509_STORE_CTX_new()
        let untrusted = OPENSSL_sk_new_null()
        defer {
            OPENSSL_sk_free(untrusted)
            X509_STORE_CTX_free(context)
            X509_STORE_free(store)
            certificates.forEach(X509_free)
        }
        X509_STORE_add_cert(store, certificates[2])
        OPENSSL_sk_push(untrusted, UnsafeRawPointer(certificates[1]))
        X509_STORE_CTX_init(context, store, certificates[0], untrusted)
        let parameters = X509_STORE_CTX_get0_param(context)
        X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_X509_STRICT))
        X509_VERIFY_PARAM_set_time(parameters, Int(seconds))
        X509_verify_cert(context)
        return X509_STORE_CTX_get_error(context)
    }
}

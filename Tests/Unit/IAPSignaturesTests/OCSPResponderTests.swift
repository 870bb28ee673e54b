import CIAPOpenSSL
import CIAPStoreSigning
import Testing

@testable import IAPReferenceStore
@testable import IAPSignatures

/// OpenSSL reads the responses and finds the expected status.
struct OCSPResponderTests {
    private static let seed = Array("seed".utf8)
    /// 15 November 2023.
    private static let now: Int64 = 1_700_000_000_000
    private static let url = "http://127.0.0.1:8080/ocsp"

    private let chain: CertificateChain
    private let responder: OCSPResponder

    init() throws {
        chain = try CertificateChain.make(seed: Self.seed, validFrom: 0, ocspURL: Self.url)
        responder = OCSPResponder(seed: Self.seed, chain: chain)
    }

    private func certificate(_ der: [UInt8]) throws -> Certificate { try #require(Certificate(der: der)) }

    /// The certificates that have an issuer, each with its issuer.
    private var pairs: [(certificate: Certificate, issuer: Certificate)] {
        get throws {
            try [
                (certificate(chain.leaf), certificate(chain.intermediate)),
                (certificate(chain.intermediate), certificate(chain.root)),
            ]
        }
    }

    private func request(
        _ asked: [(certificate: Certificate, issuer: Certificate)], digest: OpaquePointer = EVP_sha256(),
        hasNonce: Bool = false
    ) throws -> [UInt8] {
        let request = try #require(OCSP_REQUEST_new())
        defer { OCSP_REQUEST_free(request) }
        for (certificate, issuer) in asked {
            let id = try #require(OCSP_cert_to_id(digest, certificate.pointer, issuer.pointer))
            _ = try #require(OCSP_request_add0_id(request, id))
        }
        if hasNonce {
            var nonce = Array("0123456789abcdef".utf8)
            #expect(OCSP_request_add1_nonce(request, &nonce, Int32(nonce.count)) == 1)
        }
        return try #require(DER.written(by: { i2d_OCSP_REQUEST(request, $0) }))
    }

    /// The content of a response, read by OpenSSL.
    private struct Reading {
        var status: Int32
        var isSigned = false
        /// One entry per certificate.
        var responses: [(status: Int32, thisUpdate: Int64, nextUpdate: Int64?)] = []
        var repeatsNonce = false
    }

    private func read(
        _ der: [UInt8], _ request: [UInt8], _ asked: [(certificate: Certificate, issuer: Certificate)]
    ) throws -> Reading? {
        var place: UnsafePointer<UInt8>? = nil
        return try der.withUnsafeBufferPointer { buffer -> Reading? in
            place = buffer.baseAddress
            guard let response = d2i_OCSP_RESPONSE(nil, &place, buffer.count) else { return nil }
            defer { OCSP_RESPONSE_free(response) }
            #expect(place == buffer.baseAddress.map { $0 + buffer.count })
            var reading = Reading(status: OCSP_response_status(response))
            guard let basic = OCSP_response_get1_basic(response) else { return reading }
            defer { OCSP_BASICRESP_free(basic) }
            let issuers = try #require(OPENSSL_sk_new_null())
            defer { OPENSSL_sk_free(issuers) }
            let store = try #require(X509_STORE_new())
            defer { X509_STORE_free(store) }
            let root = try certificate(chain.root)
            withExtendedLifetime(root) { _ = X509_STORE_add_cert(store, root.pointer) }
            for (_, issuer) in asked { OPENSSL_sk_push(issuers, UnsafeRawPointer(issuer.pointer)) }
            let parameters = X509_STORE_get0_param(store)
            X509_VERIFY_PARAM_set_time(parameters, Int(Self.now / 1000))
            reading.isSigned = OCSP_basic_verify(basic, issuers, store, 0) == 1
            for (certificate, issuer) in asked {
                let id = OCSP_cert_to_id(EVP_sha256(), certificate.pointer, issuer.pointer)
                defer { OCSP_CERTID_free(id) }
                var (status, reason): (Int32, Int32) = (-1, -1)
                var first: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
                var next: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
                guard OCSP_resp_find_status(basic, id, &status, &reason, nil, &first, &next) == 1 else { continue }
                reading.responses.append((status, try #require(seconds(first)), seconds(next)))
            }
            reading.repeatsNonce = try repeatsNonce(basic, request)
            return reading
        }
    }

    private func seconds(_ time: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?) -> Int64? {
        var seconds: Int64 = 0
        guard let time, openssl_seconds(time, &seconds) == 1 else { return nil }
        return seconds
    }

    private func repeatsNonce(_ basic: OpaquePointer, _ request: [UInt8]) throws -> Bool {
        let asked = try #require(store_ocsp_request_read(request, request.count))
        defer { OCSP_REQUEST_free(asked) }
        return OCSP_check_nonce(asked, basic) == 1
    }

    // MARK: Responses

    private static let day: Int64 = 86_400

    @Test(arguments: [OCSPBehaviour.good, .revoked, .unknown, .delegate, .noNextUpdate, .stale, .foreignSigner])
    func responseHasTheExpectedStatus(behaviour: OCSPBehaviour) throws {
        for asked in try pairs {
            let request = try request([asked])
            let der = try responder.response(to: request, as: behaviour, at: Self.now)
            let reading = try #require(try read(der, request, [asked]))
            #expect(reading.status == OCSP_RESPONSE_STATUS_SUCCESSFUL)
            #expect(reading.isSigned == (behaviour != .foreignSigner))
            try #require(reading.responses.count == 1)
            let expected =
                switch behaviour {
                case .revoked: V_OCSP_CERTSTATUS_REVOKED
                case .unknown: V_OCSP_CERTSTATUS_UNKNOWN
                default: V_OCSP_CERTSTATUS_GOOD
                }
            #expect(reading.responses[0].status == expected)
            let date = Self.now / 1000 - (behaviour == .stale ? 8 * Self.day : 0)
            #expect(reading.responses[0].thisUpdate == date)
            #expect(reading.responses[0].nextUpdate == (behaviour == .noNextUpdate ? nil : date + Self.day))
        }
    }

    @Test func sameRequestAnswerAndTimeGiveTheSameBytes() throws {
        let request = try request(pairs)
        for behaviour in OCSPBehaviour.allCases {
            let first = try responder.response(to: request, as: behaviour, at: Self.now)
            #expect(try responder.response(to: request, as: behaviour, at: Self.now) == first, "\(behaviour)")
        }
    }

    @Test func invalidResponseIsRejectedAndABusyServerIsRecognised() throws {
        let asked = try pairs
        let request = try request(asked)
        #expect(try read(responder.response(to: request, as: .garbage, at: Self.now), request, asked) == nil)
        let busy = try read(responder.response(to: request, as: .tryLater, at: Self.now), request, asked)
        #expect(busy?.status == OCSP_RESPONSE_STATUS_TRYLATER)
    }

    @Test func nonceIsRepeatedAndIDsComeBackAsTheyWere() throws {
        for asked in try pairs {
            let request = try request([asked], hasNonce: true)
            let der = try responder.response(to: request, as: .good, at: Self.now)
            #expect(try read(der, request, [asked])?.repeatsNonce == true)
            let other = try self.request([asked])
            #expect(
                try read(responder.response(to: other, as: .good, at: Self.now), request, [asked])?.repeatsNonce
                    == false)
            for digest in [EVP_sha1(), EVP_sha256(), EVP_sha384(), EVP_sha512()] {
                let request = try self.request([asked], digest: #require(digest))
                let id = try #require(OCSPRequest(der: request)?.certificateIDs.first?.der)
                let der = try responder.response(to: request, as: .good, at: Self.now)
                #expect(der.indices.contains { der[$0...].starts(with: id) })
            }
        }
    }

    // MARK: Requests

    @Test func certificatesOfOthersAreUnknown() throws {
        let other = try chain.withLeaf(seed: [1], chainSeed: Self.seed) { _ in }
        let asked = [(certificate: try certificate(other.leaf), issuer: try certificate(chain.intermediate))]
        let request = try request(asked)
        let reading = try read(responder.response(to: request, as: .good, at: Self.now), request, asked)
        #expect(reading?.isSigned == true && reading?.responses.first?.status == V_OCSP_CERTSTATUS_UNKNOWN)
    }

    @Test func oneAnswerIsForTheIssuerOfTheFirst() throws {
        let asked = try pairs
        let request = try request(asked)
        let reading = try read(responder.response(to: request, as: .good, at: Self.now), request, asked)
        #expect(reading?.responses.map(\.status) == [V_OCSP_CERTSTATUS_GOOD, V_OCSP_CERTSTATUS_UNKNOWN])
    }

    @Test func issuerOfOthersIsUnauthorized() throws {
        let other = try CertificateChain.make(seed: [1], validFrom: 0)
        let asked = [(certificate: try certificate(other.leaf), issuer: try certificate(other.intermediate))]
        let request = try request(asked)
        let reading = try read(responder.response(to: request, as: .good, at: Self.now), request, asked)
        #expect(reading?.status == OCSP_RESPONSE_STATUS_UNAUTHORIZED)
    }

    @Test func invalidRequestIsReportedAsMalformed() throws {
        let good = try request([pairs[0]])
        let none = try request([])
        let long = good + [UInt8](repeating: 0, count: OCSPResponder.longestRequest)
        for bytes in [[], [0x30], Array("GET / HTTP/1.1".utf8), good + [0], Array(good.dropLast()), none, long] {
            let reading = try read(responder.response(to: bytes, as: .good, at: Self.now), good, [])
            #expect(reading?.status == OCSP_RESPONSE_STATUS_MALFORMEDREQUEST, "\(bytes.count) bytes")
        }
    }

    @Test(arguments: [Int64.min, -1, 0, Int64.max])
    func everyTimeGivesAResponse(now: Int64) throws {
        let request = try request(pairs)
        for behaviour in OCSPBehaviour.allCases {
            #expect(try !responder.response(to: request, as: behaviour, at: now).isEmpty)
        }
    }

    @Test func certificatesNameTheServer() throws {
        for (certificate, _) in try pairs { #expect(certificate.ocspURL == Self.url) }
        #expect(try certificate(chain.root).ocspURL == nil)
        let plain = try CertificateChain.make(seed: Self.seed, validFrom: 0)
        #expect(try plain.certificates.map { try certificate($0).ocspURL } == [nil, nil, nil])
    }
}

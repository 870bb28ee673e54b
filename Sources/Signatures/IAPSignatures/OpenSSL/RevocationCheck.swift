import CIAPOpenSSL
internal import IAPHTTP
internal import IAPPlatform

/// Requests from OCSP servers whether certificates were revoked, and remembers the responses. Any thread may use it. It
/// waits for the network on the calling thread.
final class RevocationCheck: Sendable {
    /// The same time as in Apple's libraries.
    static let secondsOfResponse: Int64 = 900
    /// How far the clocks of the server and of this machine may differ.
    fileprivate static let toleranceSeconds: Int64 = 60
    /// The App Store has a few certificates at a time. The limit keeps foreign certificates from filling the memory.
    private static let capacity = 64

    /// The wait after a request without a good response, in seconds. During it no thread sends a request, because each
    /// one may take the whole timeout. Each further failure doubles the wait, up to the last value.
    static let secondsOfFailure: ClosedRange<Int64> = 30...900

    /// The knowledge about one certificate. The thread that sends the request holds the lock. Other threads wait for
    /// the same response.
    private final class Inquiry: Sendable {
        let certificate: [UInt8]
        let response = Guarded<Response?>(nil)

        init(certificate: [UInt8]) { self.certificate = certificate }
    }

    /// What is known for some seconds.
    private struct Response {
        /// Nil if the certificate is good. A revoked certificate stays revoked.
        var rejection: Rejection?
        /// The last second for which it is valid.
        var until: Int64
        var duration: Int64

        /// A thread that waited for the requesting thread may have read the clock earlier than that thread.
        func holds(at seconds: Int64) -> Bool {
            rejection?.reason == .revokedCertificate
                || (until - duration - RevocationCheck.toleranceSeconds...until).contains(seconds)
        }
    }

    private let timeoutMilliseconds: UInt32
    private let inquiries = Guarded<[Inquiry]>([])

    /// - Parameter timeoutMilliseconds: The timeout of the request for one certificate.
    init(timeoutMilliseconds: UInt32) { self.timeoutMilliseconds = timeoutMilliseconds }

    /// - Parameter seconds: The current time.
    /// - Returns: the last second for which the responses about both certificates are valid.
    func prove(_ chain: SignerChain, _ trustStore: TrustStore, at seconds: Int64) throws(Rejection) -> Int64 {
        let root = try trustStore.issuer(of: chain.intermediate)
        let ends = (
            try prove(chain.intermediate, issuedBy: root, name: "intermediate certificate", at: seconds),
            try prove(chain.leaf, issuedBy: chain.intermediate, name: "signing certificate", at: seconds)
        )
        return min(ends.0, ends.1)
    }

    /// The certificate must be trusted, because an untrusted one must not decide which servers receive requests.
    /// - Parameter seconds: The current time.
    /// - Returns: the last second for which the response is valid.
    func prove(_ certificate: Certificate, issuedBy issuer: Certificate, name: String, at seconds: Int64)
        throws(Rejection) -> Int64
    {
        try inquiry(certificate.der).response.withLock { response throws(Rejection) in
            if let response, response.holds(at: seconds) {
                if let rejection = response.rejection { throw rejection }
                return response.until
            }
            let wait = response?.rejection == nil ? 0 : 2 * (response?.duration ?? 0)
            let start = ContinuousClock.now
            do throws(Rejection) { try ask(certificate, issuer, name, seconds) } catch {
                // The wait counts from the end of the request, which may have taken its whole timeout.
                let end = seconds + (ContinuousClock.now - start).components.seconds
                let limits = Self.secondsOfFailure
                let duration = min(max(wait, limits.lowerBound), limits.upperBound)
                if error.reason != .noMemory {
                    response = Response(rejection: error, until: end + duration - 1, duration: duration)
                }
                throw error
            }
            response = Response(until: seconds + Self.secondsOfResponse, duration: Self.secondsOfResponse)
            return seconds + Self.secondsOfResponse
        }
    }

    private func inquiry(_ certificate: [UInt8]) -> Inquiry {
        inquiries.withLock { inquiries in
            if let known = inquiries.first(where: { $0.certificate == certificate }) { return known }
            if inquiries.count == Self.capacity { inquiries.removeFirst() }
            let new = Inquiry(certificate: certificate)
            inquiries.append(new)
            return new
        }
    }

    private func ask(
        _ certificate: Certificate, _ issuer: Certificate, _ name: String, _ seconds: Int64
    ) throws(Rejection) {
        guard let url = openssl_ocsp_server(certificate.pointer) else {
            if openssl_lacked_memory() == 1 { throw noMemory(name) }
            throw Rejection(.revocationUnproven, "the \(name) names no OCSP server with an http URL")
        }
        defer { openssl_ocsp_server_free(url) }
        let request = openssl_ocsp_request(certificate.pointer, issuer.pointer)
        defer { OCSP_REQUEST_free(request) }
        guard let question = request.flatMap({ request in DER.written { i2d_OCSP_REQUEST(request, $0) } }) else {
            throw noMemory(name)
        }
        var call = HTTPCall("POST", String(cString: url))
        call.headers = [("Content-Type", "application/ocsp-request")]
        call.body = question
        call.timeoutMilliseconds = timeoutMilliseconds
        call.responseLimit = 1 << 16
        call.acceptsCompression = false
        guard let response = try? call.perform(), response.status == 200 else { throw unreachable(name) }
        let outcome = openssl_ocsp_check(
            response.body, response.body.count, certificate.pointer, issuer.pointer, seconds, Self.toleranceSeconds)
        switch Int(outcome) {
        case OPENSSL_OCSP_GOOD: return
        case OPENSSL_OCSP_REVOKED: throw Rejection(.revokedCertificate, "the \(name) was revoked")
        case OPENSSL_OCSP_UNKNOWN:
            throw Rejection(.revocationUnproven, "the OCSP server does not know the \(name)")
        case OPENSSL_OCSP_STALE:
            throw Rejection(
                .revocationUnproven, "the OCSP server's response about the \(name) is not valid at this time")
        case OPENSSL_OCSP_UNREACHABLE: throw unreachable(name)
        case OPENSSL_OCSP_NO_MEMORY: throw noMemory(name)
        default:
            throw Rejection(
                .revocationUnproven,
                "the OCSP server's response is not about the \(name), or its issuer did not sign it")
        }
    }

    private func unreachable(_ name: String) -> Rejection {
        Rejection(.ocspUnreachable, "the OCSP server of the \(name) did not respond; try again later")
    }

    private func noMemory(_ name: String) -> Rejection {
        Rejection(.noMemory, "OpenSSL has no memory to check the revocation of the \(name); try again later")
    }
}

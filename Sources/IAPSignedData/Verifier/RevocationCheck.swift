import CIAPOpenSSL
internal import IAPPlatform
internal import IAPSignedText

/// Requests from OCSP servers whether certificates were revoked, and remembers the responses. Any thread may use it. It
/// waits for the network on the calling thread.
final class RevocationCheck: Sendable {
    /// The same time as in Apple's libraries.
    static let secondsOfAnswer: Int64 = 900
    /// How far the clocks of the server and of this machine may differ.
    private static let toleranceSeconds: Int64 = 60
    /// The App Store has a few certificates at a time. The limit keeps foreign certificates from filling the memory.
    private static let capacity = 64

    /// The wait after a request without a good response, in seconds. During it no thread sends a request, because each
    /// one may take the whole timeout. Each further failure doubles the wait, up to the last value.
    static let secondsOfFailure: ClosedRange<Int64> = 30...900

    /// The knowledge about one certificate. The thread that sends the request holds the lock. Other threads wait for
    /// the same response.
    private final class Inquiry: Sendable {
        let certificate: [UInt8]
        let answer = Guarded<Answer?>(nil)

        init(certificate: [UInt8]) {
            self.certificate = certificate
        }
    }

    private enum Answer {
        /// Valid up to and including this second.
        case good(until: Int64)
        /// For `wait` seconds, and only before the second `until`, which is nil until the wait begins. A revoked
        /// certificate stays revoked.
        case refused(Rejection, wait: Int64, until: Int64?)
    }

    private let timeoutMilliseconds: Int64
    /// Milliseconds since 1970.
    private let now: @Sendable () -> Int64
    private let inquiries = Guarded<[Inquiry]>([])

    /// - Parameters:
    ///   - timeoutMilliseconds: The timeout of the request for one certificate.
    ///   - now: The time in milliseconds since 1970.
    init(timeoutMilliseconds: UInt32, now: @escaping @Sendable () -> Int64) {
        self.timeoutMilliseconds = Int64(timeoutMilliseconds)
        self.now = now
    }

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
        let inquiry = inquiry(certificate.der)
        do throws(Rejection) {
            return try inquiry.answer.withLock { answer throws(Rejection) in
                var wait = Self.secondsOfFailure.lowerBound
                switch answer {
                case .good(let until) where Self.holds(until: until, for: Self.secondsOfAnswer, at: seconds):
                    return until
                case .refused(let rejection, _, _) where rejection.reason == .revokedCertificate: throw rejection
                case .refused(let rejection, let wait, let until)
                where until.map { Self.holds(until: $0 - 1, for: wait, at: seconds) } ?? true: throw rejection
                case .refused(_, let last, _): wait = min(2 * last, Self.secondsOfFailure.upperBound)
                default: break
                }
                do throws(Rejection) {
                    try ask(certificate, issuer, name, seconds)
                } catch {
                    if error.reason != .noMemory { answer = .refused(error, wait: wait, until: nil) }
                    throw error
                }
                answer = .good(until: seconds + Self.secondsOfAnswer)
                return seconds + Self.secondsOfAnswer
            }
        } catch {
            beginWait(of: inquiry, notBefore: seconds)
            throw error
        }
    }

    /// The wait counts from the end of the request, which may have taken its whole timeout. The clock belongs to the
    /// host and is read with no lock held.
    private func beginWait(of inquiry: Inquiry, notBefore seconds: Int64) {
        guard case .refused(_, _, until: nil) = inquiry.answer.value else { return }
        let end = max(seconds, EffectiveDate(milliseconds: now()).seconds)
        inquiry.answer.withLock { answer in
            guard case .refused(let rejection, let wait, until: nil) = answer else { return }
            answer = .refused(rejection, wait: wait, until: end + wait)
        }
    }

    /// Whether a result that is valid until this second applies now. A thread that waited for the requesting thread may
    /// have read the clock earlier than that thread.
    private static func holds(until last: Int64, for duration: Int64, at seconds: Int64) -> Bool {
        (last - duration - toleranceSeconds...last).contains(seconds)
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
        let answer = openssl_ocsp_check(
            certificate.pointer, issuer.pointer, seconds, Self.toleranceSeconds, timeoutMilliseconds)
        switch Int(answer) {
        case OPENSSL_OCSP_GOOD: return
        case OPENSSL_OCSP_REVOKED:
            throw Rejection(.revokedCertificate, "the \(name) was revoked")
        case OPENSSL_OCSP_NO_SERVER:
            throw Rejection(.revocationUnproven, "the \(name) names no OCSP server with an http URL")
        case OPENSSL_OCSP_UNKNOWN:
            throw Rejection(.revocationUnproven, "the OCSP server does not know the \(name)")
        case OPENSSL_OCSP_STALE:
            throw Rejection(
                .revocationUnproven, "the OCSP server's response about the \(name) is not valid at this time")
        case OPENSSL_OCSP_UNREACHABLE:
            throw Rejection(.ocspUnreachable, "the OCSP server of the \(name) did not respond; try again later")
        case OPENSSL_OCSP_NO_MEMORY:
            throw Rejection(.noMemory, "OpenSSL has no memory to check the revocation of the \(name); try again later")
        default:
            throw Rejection(
                .revocationUnproven,
                "the OCSP server's response is not about the \(name), or its issuer did not sign it")
        }
    }
}

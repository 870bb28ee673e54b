import CIAPOpenSSL
internal import IAPPlatform
internal import IAPSignedText

/// Asks OCSP servers whether certificates were revoked, and remembers their answers. Any thread may use it; it waits for the
/// network on the thread that asks.
final class RevocationCheck: Sendable {
    /// As Apple's libraries have it.
    static let secondsOfAnswer: Int64 = 900
    /// How far the clocks of the server and of this machine may differ.
    private static let toleranceSeconds: Int64 = 60
    /// The App Store has a handful of certificates at a time; the bound keeps foreign ones from filling the memory.
    private static let capacity = 64

    /// For so long a server that gave no good answer is not asked again: each question may take the whole timeout.
    static let secondsOfFailure: Int64 = 30

    private enum Answer {
        /// Until this second, the last one for which it holds.
        case good(until: Int64)
        case refused(Rejection, until: Int64)
    }

    /// What is known of one certificate. The thread that asks the server holds the lock, so that other threads wait for the same
    /// answer.
    private final class Inquiry: Sendable {
        let certificate: [UInt8]
        let answer = Guarded<Answer?>(nil)

        init(certificate: [UInt8]) {
            self.certificate = certificate
        }
    }

    private let timeoutSeconds: Int32
    private let inquiries = Guarded<[Inquiry]>([])

    init(timeoutMilliseconds: UInt32) {
        timeoutSeconds = Int32(max(1, (UInt64(timeoutMilliseconds) + 999) / 1000))
    }

    /// - Parameter seconds: Now.
    /// - Returns: The last second for which the answers about both certificates hold.
    func prove(_ chain: SignerChain, _ trustStore: TrustStore, at seconds: Int64) throws(Rejection) -> Int64 {
        let root = try trustStore.issuer(of: chain.intermediate)
        let ends = (
            try prove(chain.intermediate, issuedBy: root, name: "intermediate certificate", at: seconds),
            try prove(chain.leaf, issuedBy: chain.intermediate, name: "signing certificate", at: seconds)
        )
        return min(ends.0, ends.1)
    }

    /// The certificate must be trusted: an untrusted one is not to decide which servers are asked.
    /// - Parameter seconds: Now.
    /// - Returns: The last second for which the answer holds.
    func prove(_ certificate: Certificate, issuedBy issuer: Certificate, name: String, at seconds: Int64)
        throws(Rejection) -> Int64
    {
        try inquiry(certificate.der).answer.withLock { answer throws(Rejection) in
            switch answer {
            case .good(let until) where Self.holds(until: until, for: Self.secondsOfAnswer, at: seconds): return until
            case .refused(let rejection, let until)
            where Self.holds(until: until - 1, for: Self.secondsOfFailure, at: seconds): throw rejection
            default: break
            }
            do throws(Rejection) {
                try ask(certificate, issuer, name, seconds)
            } catch {
                answer = error.reason == .noMemory ? nil : .refused(error, until: seconds + Self.secondsOfFailure)
                throw error
            }
            answer = .good(until: seconds + Self.secondsOfAnswer)
            return seconds + Self.secondsOfAnswer
        }
    }

    /// Whether what is known until this second, its last one, answers a question of now. Who has waited for the one who asked the
    /// server may have looked at the clock before that one did.
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
            certificate.pointer, issuer.pointer, seconds, Self.toleranceSeconds, timeoutSeconds)
        switch Int(answer) {
        case OPENSSL_OCSP_GOOD: return
        case OPENSSL_OCSP_REVOKED:
            throw Rejection(.revokedCertificate, "the \(name) was revoked")
        case OPENSSL_OCSP_NO_SERVER:
            throw Rejection(.revocationUnproven, "the \(name) names no server for OCSP over http")
        case OPENSSL_OCSP_UNKNOWN:
            throw Rejection(.revocationUnproven, "the OCSP server does not know the \(name)")
        case OPENSSL_OCSP_STALE:
            throw Rejection(.revocationUnproven, "the OCSP server's answer about the \(name) does not hold now")
        case OPENSSL_OCSP_UNREACHABLE:
            throw Rejection(.ocspUnreachable, "the OCSP server of the \(name) gave no answer; ask again later")
        case OPENSSL_OCSP_NO_MEMORY:
            throw Rejection(.noMemory, "OpenSSL has no memory to ask about the \(name); ask again later")
        default:
            throw Rejection(
                .revocationUnproven, "the OCSP server's answer is not about the \(name), or not signed by its issuer")
        }
    }
}

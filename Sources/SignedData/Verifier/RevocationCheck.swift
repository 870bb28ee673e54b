import COpenSSL
internal import Platform

/// Asks OCSP servers whether certificates were revoked, and remembers their answers. Any thread may use it; it waits for the
/// network on the thread that asks.
final class RevocationCheck: Sendable {
    /// As Apple's libraries have it.
    static let secondsOfAnswer: Int64 = 900
    /// How far the clocks of the server and of this machine may differ.
    private static let toleranceSeconds: Int64 = 60
    /// The App Store has a handful of certificates at a time; the bound keeps foreign ones from filling the memory.
    private static let capacity = 64

    private struct Answer {
        var certificate: [UInt8]
        /// The last second for which it holds.
        var until: Int64
    }

    private let timeoutSeconds: Int32
    private let answers = Guarded<[Answer]>([])

    init(timeoutMilliseconds: UInt32) {
        timeoutSeconds = Int32(max(1, (UInt64(timeoutMilliseconds) + 999) / 1000))
    }

    /// The certificate must be trusted: an untrusted one is not to decide which servers are asked.
    /// - Parameter seconds: Now.
    /// - Returns: The last second for which the answer holds.
    func prove(_ certificate: Certificate, issuedBy issuer: Certificate, name: String, at seconds: Int64)
        throws(Rejection) -> Int64
    {
        if let known = answers.withLock({ answers in answers.first { $0.certificate == certificate.der } }),
            (known.until - Self.secondsOfAnswer...known.until).contains(seconds)
        {
            return known.until
        }
        try ask(certificate, issuer, name, seconds)
        let answer = Answer(certificate: certificate.der, until: seconds + Self.secondsOfAnswer)
        answers.withLock { answers in
            answers.removeAll { $0.certificate == answer.certificate }
            if answers.count == Self.capacity { answers.removeFirst() }
            answers.append(answer)
        }
        return answer.until
    }

    private func ask(
        _ certificate: Certificate, _ issuer: Certificate, _ name: String, _ seconds: Int64
    ) throws(Rejection) {
        let answer = copenssl_ocsp_check(
            certificate.pointer, issuer.pointer, seconds, Self.toleranceSeconds, timeoutSeconds)
        switch Int(answer) {
        case COPENSSL_OCSP_GOOD: return
        case COPENSSL_OCSP_REVOKED:
            throw Rejection(.revokedCertificate, "the \(name) was revoked")
        case COPENSSL_OCSP_NO_SERVER:
            throw Rejection(.revocationUnproven, "the \(name) names no server for OCSP over http")
        case COPENSSL_OCSP_UNKNOWN:
            throw Rejection(.revocationUnproven, "the OCSP server does not know the \(name)")
        case COPENSSL_OCSP_STALE:
            throw Rejection(.revocationUnproven, "the OCSP server's answer about the \(name) does not hold now")
        case COPENSSL_OCSP_UNREACHABLE:
            throw Rejection(.ocspUnreachable, "the OCSP server of the \(name) gave no answer; ask again later")
        case COPENSSL_OCSP_NO_MEMORY:
            throw Rejection(.noMemory, "OpenSSL has no memory to ask about the \(name); ask again later")
        default:
            throw Rejection(
                .revocationUnproven, "the OCSP server's answer is not about the \(name), or not signed by its issuer")
        }
    }
}

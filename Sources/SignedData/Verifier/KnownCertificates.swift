internal import Platform

/// Certificates that were read before and found trustworthy. Reading one costs OpenSSL as much as two signatures, because of
/// the key in it, and the verifiers of a process meet the same ones. Any thread may use it.
final class KnownCertificates: Sendable {
    static let shared = KnownCertificates()
    static let capacity = 64

    private let certificates = Guarded<[Certificate]>([])

    /// - Parameter der: Nil is no certificate.
    func read(_ der: [UInt8]?) throws(Certificate.Unread) -> Certificate {
        guard let der else { throw .other }
        if let known = certificates.withLock({ known in known.first { $0.der == der } }) { return known }
        return try Certificate(reading: der)
    }

    /// What a verifier does not trust is not to push out what it trusts.
    func keep(_ certificate: Certificate) {
        certificates.withLock { known in
            guard !known.contains(where: { $0.der == certificate.der }) else { return }
            if known.count == Self.capacity { known.removeFirst() }
            known.append(certificate)
        }
    }
}

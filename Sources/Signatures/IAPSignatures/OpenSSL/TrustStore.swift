import CIAPOpenSSL

/// The root certificates that a verifier trusts.
///
/// Unchecked Sendable: no root is added after the start, and OpenSSL locks the store when it reads it.
final class TrustStore: @unchecked Sendable {
    enum Outcome: Sendable, Hashable {
        /// The chain is valid at each of these seconds since 1970.
        case valid(ClosedRange<Int64>)
        case notValidAtDate
        case untrusted
        case noMemory
    }

    private let pointer: OpaquePointer
    private let roots: [Certificate]

    private static let noMemory = SignedDataError.systemFailure(
        "OpenSSL has no memory for root certificates; free some memory and try again.")

    /// - Parameter roots: DER, at least one.
    init(roots: [[UInt8]]) throws(SignedDataError) {
        guard !roots.isEmpty else {
            throw .invalidCertificate("A verifier needs root certificates; give at least one.")
        }
        let read = try Self.read(roots)
        guard let pointer = X509_STORE_new() else { throw Self.noMemory }
        for root in read where X509_STORE_add_cert(pointer, root.pointer) != 1 {
            X509_STORE_free(pointer)
            throw Self.noMemory
        }
        self.pointer = pointer
        self.roots = read
    }

    private static func read(_ roots: [[UInt8]]) throws(SignedDataError) -> [Certificate] {
        var read: [Certificate] = []
        for (index, der) in roots.enumerated() {
            do throws(Certificate.Unread) { read.append(try Certificate(reading: der)) } catch {
                guard error == .other else { throw noMemory }
                throw .invalidCertificate("Root certificate \(index) is not DER; convert it from PEM or correct it.")
            }
        }
        return read
    }

    deinit { X509_STORE_free(pointer) }

    /// The path must be leaf, intermediate, one of the roots, under OpenSSL's strict rules. Apple's library for Python
    /// applies these rules by default.
    func validate(leaf: Certificate, intermediate: Certificate, at date: EffectiveDate) -> Outcome {
        var (first, last): (Int64, Int64) = (0, 0)
        let code = openssl_validate_chain(
            pointer, leaf.pointer, intermediate.pointer, date.seconds, &first, &last)
        switch code {
        case X509_V_OK where first <= last: return .valid(first...last)
        case X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_CERT_HAS_EXPIRED: return .notValidAtDate
        case X509_V_ERR_OUT_OF_MEM: return .noMemory
        default: return .untrusted
        }
    }

    /// The root that issued the intermediate certificate of a valid chain.
    func issuer(of intermediate: Certificate) throws(Rejection) -> Certificate {
        guard let root = roots.first(where: { X509_check_issued($0.pointer, intermediate.pointer) == X509_V_OK }) else {
            throw Rejection(.untrustedChain, "no root certificate of this verifier has issued the second certificate")
        }
        return root
    }
}

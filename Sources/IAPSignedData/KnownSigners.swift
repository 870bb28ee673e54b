internal import Glibc

/// A header whose certificates were found valid, and that has signed something.
struct KnownSigner: Sendable {
    /// Encoded. It has the exact bytes of the certificates, and another text of the same signer has the same.
    let header: [UInt8]
    /// Has hashed the header.
    let check: ES256Check
    /// The seconds since 1970 at which the certificates are valid.
    let validity: ClosedRange<Int64>
    /// The last second since 1970 for which OCSP has said that they are not revoked; nil where revocation is not checked.
    let provenUntil: Int64?

    func isValid(at date: EffectiveDate) -> Bool {
        guard validity.contains(date.seconds) else { return false }
        guard let provenUntil else { return true }
        return (provenUntil - RevocationCheck.secondsOfAnswer...provenUntil).contains(date.seconds)
    }

    fileprivate func has(_ header: ArraySlice<UInt8>) -> Bool {
        self.header.withUnsafeBytes { own in
            header.withUnsafeBytes { other in
                own.count == other.count
                    && (own.isEmpty || memcmp(own.baseAddress!, other.baseAddress!, own.count) == 0)
            }
        }
    }
}

/// The signers that a verifier with its root certificates has met, the oldest first.
struct KnownSigners: Sendable {
    /// The App Store has one or two signers at a time.
    static let capacity = 32

    private var signers: [KnownSigner] = []

    var count: Int { signers.count }

    subscript(header: ArraySlice<UInt8>) -> KnownSigner? { signers.first { $0.has(header) } }

    /// Takes the place of an older one with the same header, or of the oldest.
    mutating func insert(_ signer: KnownSigner) {
        signers.removeAll { $0.has(signer.header[...]) }
        if signers.count == Self.capacity { signers.removeFirst() }
        signers.append(signer)
    }
}

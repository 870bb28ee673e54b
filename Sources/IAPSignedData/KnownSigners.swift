internal import Glibc

/// A header with valid certificates that has already signed a text.
struct KnownSigner: Sendable {
    /// Encoded. It contains the exact bytes of the certificates. Other texts of the same signer have the same header.
    let header: [UInt8]
    /// Has hashed the header.
    let check: ES256Check
    /// The seconds since 1970 at which the certificates are valid.
    let validity: ClosedRange<Int64>
    /// The last second since 1970 for which OCSP has confirmed that they are not revoked. Nil if revocation is not
    /// checked.
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

/// The known signers of a verifier with its root certificates, the oldest first.
struct KnownSigners: Sendable {
    /// The App Store has one or two signers at a time.
    static let capacity = 32

    private var signers: [KnownSigner] = []

    var count: Int { signers.count }

    subscript(header: ArraySlice<UInt8>) -> KnownSigner? { signers.first { $0.has(header) } }

    /// Replaces an older signer with the same header, or the oldest one.
    mutating func insert(_ signer: KnownSigner) {
        signers.removeAll { $0.has(signer.header[...]) }
        if signers.count == Self.capacity { signers.removeFirst() }
        signers.append(signer)
    }
}

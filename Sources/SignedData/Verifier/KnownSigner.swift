import COpenSSL

/// A header whose certificates were found valid, and that has signed something: only the App Store can make one, so nobody
/// fills the memory with them.
final class KnownSigner: Sendable {
    /// The encoded header. Another text of the same signer has the same bytes.
    private let header: [UInt8]
    private let key: VerifyingKey
    /// The seconds since 1970 at which the certificates are valid.
    private let validity: ClosedRange<Int64>
    /// The last second since 1970 for which OCSP has said that they were not revoked.
    let provenUntil: Int64
    /// The hash of the header and the point after it.
    private let hashedBeginning: SHA256State

    init(
        header: [UInt8], key: VerifyingKey, validity: ClosedRange<Int64>, provenUntil: Int64,
        hashedBeginning: SHA256State
    ) {
        self.header = header
        self.key = key
        self.validity = validity
        self.provenUntil = provenUntil
        self.hashedBeginning = hashedBeginning
    }

    func proven(until second: Int64) -> KnownSigner {
        KnownSigner(
            header: header, key: key, validity: validity, provenUntil: second, hashedBeginning: hashedBeginning)
    }

    /// The same with a key object of its own, so that threads that check at the same time do not count the same references.
    var copy: KnownSigner? {
        guard let key = P256Key(point: key.key.point) else { return nil }
        return KnownSigner(
            header: Array(header), key: VerifyingKey(key: key), validity: validity, provenUntil: provenUntil,
            hashedBeginning: hashedBeginning)
    }

    func has(_ header: UnsafeBufferPointer<UInt8>) -> Bool {
        self.header.withUnsafeBytes { own in
            own.count == header.count && (own.isEmpty || memcmp(own.baseAddress!, header.baseAddress!, own.count) == 0)
        }
    }

    func hasSameHeader(as other: KnownSigner) -> Bool { header == other.header }

    /// - Parameter proof: The second for which OCSP must have answered; nil where nobody asks it.
    func isValid(at date: EffectiveDate, proof: Int64?) -> Bool {
        guard validity.contains(date.seconds) else { return false }
        guard let proof else { return true }
        return (provenUntil - RevocationCheck.secondsOfAnswer...provenUntil).contains(proof)
    }

    /// Whether the key has signed the header and this payload.
    func checkSignature(_ segments: SignedSegments) throws(Rejection) {
        let outcome: Int32? = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 66) { signature in
            guard segments.signature.count == 86, let start = signature.baseAddress,
                Base64Alphabet.url.decode(segments.signature, into: start) == 64
            else { return nil }
            return hashedBeginning.withContext { beginning in
                copenssl_es256_verify(
                    key.key.pointer, beginning, segments.payload.baseAddress, segments.payload.count, start)
            }
        }
        switch outcome {
        case 1: return
        case -1: throw Rejection(.noMemory, "OpenSSL has no memory to check the signature; ask again later")
        case nil:
            guard Base64Alphabet.url.decode(Array(segments.signature)[...]) != nil else {
                throw Rejection(.malformed, "the signature is not Base64url without padding")
            }
            throw Rejection(.invalidSignature, "the signature has not the 64 bytes of ES256")
        default: throw Rejection(.invalidSignature, "the signature is not that of the certificate's key for this text")
        }
    }
}

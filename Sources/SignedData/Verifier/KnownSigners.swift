internal import CPlatform
internal import Platform

/// The signers that a verifier has met. Any thread may use it; threads do not wait for each other but by chance, when the
/// hash of their numbers is the same or somebody new has signed.
final class KnownSigners: Sendable {
    /// The App Store has one or two signers at a time.
    static let capacity = 32
    private static let shareCount = 16

    private let all = Guarded<[KnownSigner]>([])
    private let shares = (0..<shareCount).map { _ in Guarded<[KnownSigner]>([]) }

    private var share: Guarded<[KnownSigner]> {
        // Thread numbers are addresses, equal in their low bits; the product mixes them.
        let number = UInt64(UInt(platform_thread()))
        return shares[Int((number &* 0x9E37_79B9_7F4A_7C15) >> 60)]
    }

    /// The signer of this header, if the certificates are valid then.
    func find(
        _ header: UnsafeBufferPointer<UInt8>, at date: EffectiveDate, proof: Int64?
    ) -> KnownSigner? {
        func signer(_ signers: [KnownSigner]) -> KnownSigner? {
            for signer in signers where signer.has(header) { return signer }
            return nil
        }
        let share = share
        if let own = share.withLock({ signer($0) }), own.isValid(at: date, proof: proof) { return own }
        guard let other = all.withLock({ signer($0) }), other.isValid(at: date, proof: proof), let own = other.copy
        else {
            return nil
        }
        share.withLock { Self.insert(own, into: &$0) }
        return own
    }

    func insert(_ signer: KnownSigner) {
        all.withLock { Self.insert(signer, into: &$0) }
    }

    /// Takes the place of an older one with the same header, or of the oldest.
    private static func insert(_ signer: KnownSigner, into signers: inout [KnownSigner]) {
        signers.removeAll { $0.hasSameHeader(as: signer) }
        if signers.count == capacity { signers.removeFirst() }
        signers.append(signer)
    }
}

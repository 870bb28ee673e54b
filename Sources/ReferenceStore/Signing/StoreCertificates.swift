internal import Platform
internal import SignedData

/// The store's certificates and what works with them. Making or reading them takes longer than all else when a store is opened,
/// so it is done when the first text needs them.
final class StoreCertificates: Sendable {
    enum Source: Sendable {
        /// What the store's file holds.
        case stored([UInt8])
        /// The same seed and URL give the same certificates.
        case derived(seed: [UInt8], ocspURL: String?)
    }

    private struct Made: Sendable {
        var chain: CertificateChain
        var signer: JWSSigner
        var isStored: Bool
    }

    private let source: Source
    private let now: @Sendable () -> Int64
    private let made = Guarded<Made?>(nil)
    private let knownVerifier = Guarded<JWSVerifier?>(nil)
    private let knownReceiptVerifier = Guarded<ReceiptVerifier?>(nil)

    /// - Parameter now: In milliseconds since 1970, for receipts that have no date of their own.
    init(_ source: Source, now: @escaping @Sendable () -> Int64) {
        self.source = source
        self.now = now
    }

    var chain: CertificateChain { get throws(SignedDataError) { try known.chain } }

    var signer: JWSSigner { get throws(SignedDataError) { try known.signer } }

    var verifier: JWSVerifier {
        get throws(SignedDataError) {
            try knownVerifier.once { () throws(SignedDataError) in try JWSVerifier(roots: [try chain.root]) }
        }
    }

    /// For receipts of all apps. The store makes none for production but forged ones.
    var receiptVerifier: ReceiptVerifier {
        get throws(SignedDataError) {
            try knownReceiptVerifier.once { () throws(SignedDataError) in
                try ReceiptVerifier(roots: [try chain.root], bundleID: nil, environments: .sandbox, now: now)
            }
        }
    }

    /// What is to be written to the store's file with its next change, as other versions of this library may make other
    /// certificates of the same seed; nil if they are there, or nobody has needed them.
    var unsaved: [UInt8]? {
        made.withLock { made in
            guard let made, !made.isStored else { return nil }
            return made.chain.encoded
        }
    }

    func noteSaved() { made.withLock { $0?.isStored = true } }

    private var known: Made {
        get throws(SignedDataError) {
            try made.once { () throws(SignedDataError) in
                switch source {
                case .stored(let bytes):
                    let chain = try CertificateChain(encoded: bytes)
                    return Made(chain: chain, signer: JWSSigner(chain), isStored: true)
                case .derived(let seed, let ocspURL):
                    // The clock may be set back later, and what is signed then has to hold all the same.
                    let chain = try CertificateChain.make(seed: seed, validFrom: 0, ocspURL: ocspURL)
                    return Made(chain: chain, signer: JWSSigner(chain), isStored: false)
                }
            }
        }
    }
}

extension Guarded {
    /// The value, made if there is none yet. Whoever else asks meanwhile waits.
    fileprivate func once<Wrapped, Failure: Error>(
        _ make: () throws(Failure) -> Wrapped
    ) throws(Failure) -> Wrapped where Value == Wrapped? {
        try withLock { value throws(Failure) in
            if let value { return value }
            let made = try make()
            value = made
            return made
        }
    }
}

internal import IAPPlatform
internal import IAPSignedData

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

    /// The verifier for receipts of all apps. The store makes receipts for production only as forgeries.
    var receiptVerifier: ReceiptVerifier {
        get throws(SignedDataError) {
            try knownReceiptVerifier.once { () throws(SignedDataError) in
                try ReceiptVerifier(roots: [try chain.root], bundleID: nil, environments: .sandbox, now: now)
            }
        }
    }

    /// What the next change of the store's file has to write. Other versions of this library may make other certificates of the
    /// same seed, so the file keeps them. Nil if the file has them already, or if they were not needed yet.
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
                    return Made(
                        chain: chain, signer: JWSSigner(chain),
                        isStored: true)
                case .derived(let seed, let ocspURL):
                    // The clock may be set back later. What the store signs then has to be valid too.
                    let chain = try CertificateChain.make(seed: seed, validFrom: 0, ocspURL: ocspURL)
                    return Made(
                        chain: chain, signer: JWSSigner(chain),
                        isStored: false)
                }
            }
        }
    }
}

extension Guarded {
    /// The value, made if there is none yet. Other callers wait until it is made.
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

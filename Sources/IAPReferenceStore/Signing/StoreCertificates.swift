internal import IAPPlatform
internal import IAPSignedData

/// The store's certificates, and the signers and verifiers that use them. Their creation takes longer than the rest of opening
/// a store. The store therefore creates them for the first signature.
final class StoreCertificates: Sendable {
    enum Source: Sendable {
        /// The content of the store's file.
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

    /// - Parameter now: Returns the time in milliseconds since 1970, for receipts without a date.
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

    /// The bytes that the next change of the store's file must save. Another version of this library could make other
    /// certificates from the same seed. It is nil if the file already has them, or if nothing needed them yet.
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
                    // The clock can be set back later. The store's signatures must be valid then too.
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
    /// Returns the value, and creates it on the first call. Other callers wait for it.
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

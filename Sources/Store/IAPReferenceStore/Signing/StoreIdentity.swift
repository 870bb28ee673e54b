package import IAPModel
internal import IAPPlatform
internal import IAPSignatures

/// The identity of this store: its seed, its certificates, and everything that follows from them.
package struct StoreIdentity: Sendable {
    let seed: [UInt8]
    package let bundleID: String
    package let environment: SigningEnvironment
    let certificates: StoreCertificates
    /// The first forged text creates their certificates.
    private let forgers = Guarded<[Forgery: Forger]>([:])

    /// Returns a version 4 UUID in lowercase. The same name always gives the same UUID.
    func uuid(_ name: String) -> String { UUIDText.version4(Array(derived(name).prefix(16))) }

    /// Returns another UUID at each call.
    func freshUUID(_ file: LedgerFile) throws -> String {
        uuid("request \(try file.changeQuietly { ledger in try ledger.next(.nextRequestNumber) })")
    }

    /// The issuer in the game server's signatures with the store's own key.
    package var issuerID: String { uuid("issuer") }

    var ocspResponder: OCSPResponder {
        get throws(SignedDataError) { OCSPResponder(seed: seed, chain: try certificates.chain) }
    }

    /// Returns the id of the account's copy of the app, with 18 digits as in the App Store.
    func appTransactionID(of account: String) -> String {
        let number = derived("app \(account)").prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return String(700_000_000_000_000_000 + number % 10_000_000_000_000_000)
    }

    /// The app's number in App Store Connect, with ten digits as for newer apps.
    var appleID: Int64 {
        6_000_000_000 + derived("app").prefix(4).reduce(Int64(0)) { $0 << 8 | Int64($1) } % 1_000_000_000
    }

    /// The app's number where Apple gives it: the sandbox gives none.
    package var appleIDInProduction: Int64? { environment == .production ? appleID : nil }

    /// Returns the compact JWS, with the payload that it shows.
    func sign(_ payload: SignedPayload, forgedAs forgery: Forgery?) throws -> (text: String, shown: [UInt8]) {
        try sign(payload.encoded(), forgery) { _ in try payload.altered.encoded() }
    }

    /// Returns the compact JWS of any bytes. A forgery of the payload adds a field to an object, or a byte to other bytes.
    func sign(payload bytes: [UInt8], forgedAs forgery: Forgery?) throws -> String {
        try sign(bytes, forgery) { ObjectText.adding("isForged", Array("true".utf8), to: $0) }.text
    }

    private func sign(
        _ bytes: [UInt8], _ forgery: Forgery?, altered: ([UInt8]) throws -> [UInt8]
    ) throws -> (text: String, shown: [UInt8]) {
        let bytes = forgery == .duplicateName ? ObjectText.repeatingFirst(of: bytes) : bytes
        do {
            guard let forgery, !forgery.isProperlySigned else {
                return (try certificates.signer.sign(payload: bytes), bytes)
            }
            let shown = forgery == .payload ? try altered(bytes) : bytes
            return (try forger(forgery).sign(payload: bytes, altered: shown), shown)
        } catch {
            throw StoreFailure(.systemError, "the store cannot sign the payload: \(error)")
        }
    }

    /// Returns the file of a receipt.
    func sign(_ receipt: Receipt, forgedAs forgery: Forgery?) throws(SignedDataError) -> [UInt8] {
        if let forgery, !forgery.isProperlySigned { return try forger(forgery).write(receipt) }
        var receipt = receipt
        switch forgery {
        case .otherBundle: receipt.bundleID += ".other"
        case .otherEnvironment: receipt.environment = environment.other.receiptType
        case .otherDevice: receipt.deviceIdentifier = Array(Digest.sha256(receipt.deviceIdentifier).prefix(16))
        default: break
        }
        return try ReceiptWriter(certificates.chain).write(receipt, repeatsBundleID: forgery == .duplicateName)
    }

    /// Whether a proper signature of this time is valid.
    func isValid(at date: Int64) throws -> Bool {
        try certified { () throws(SignedDataError) in try certificates.chain.isValid(at: date) }
    }

    /// Returns the payload of a text that the store signed, or the reason why it did not.
    func verify(_ text: String, at date: Int64) throws -> Result<[UInt8], Rejection> {
        let verifier = try certified { () throws(SignedDataError) in try certificates.verifier }
        do throws(Rejection) { return .success(try verifier.verify(text, at: date)) } catch { return .failure(error) }
    }

    private func certified<Result>(_ body: () throws(SignedDataError) -> Result) throws -> Result {
        do { return try body() } catch {
            throw StoreFailure(.systemError, "the store cannot make its certificates: \(error)")
        }
    }

    private func forger(_ forgery: Forgery) throws(SignedDataError) -> Forger {
        try forgers.withLock { forgers throws(SignedDataError) in
            if let forger = forgers[forgery] { return forger }
            let forger = try Forger(forgery, seed: seed, chain: certificates.chain)
            forgers[forgery] = forger
            return forger
        }
    }

    func derived(_ name: String) -> [UInt8] { Digest.hmacSHA256(key: seed, message: Array(name.utf8)) }
}

/// The store's certificates, and the signers and verifiers that use them. Their creation takes longer than the rest of opening
/// a store. The store therefore creates them for the first signature.
final class StoreCertificates: Sendable {
    private struct Made: Sendable {
        var chain: CertificateChain
        var signer: JWSSigner
    }

    private let seed: [UInt8]
    private let ocspURL: String?
    private let now: @Sendable () -> Int64
    private let made = Guarded<Made?>(nil)
    private let knownVerifier = Guarded<JWSVerifier?>(nil)
    private let knownReceiptVerifier = Guarded<ReceiptVerifier?>(nil)

    /// The same seed and URL give the same certificates.
    ///
    /// - Parameter now: Returns the time in milliseconds since 1970, for receipts without a date.
    init(seed: [UInt8], ocspURL: String?, now: @escaping @Sendable () -> Int64) {
        self.seed = seed
        self.ocspURL = ocspURL
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

    private var known: Made {
        get throws(SignedDataError) {
            try made.once { () throws(SignedDataError) in
                // The clock can be set back later. The store's signatures must be valid then too.
                let chain = try CertificateChain.make(seed: seed, validFrom: 0, ocspURL: ocspURL)
                return Made(chain: chain, signer: JWSSigner(chain))
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

/// The App Store environment of a store. A new store keeps its environment permanently, and names it in everything that it
/// signs.
package enum SigningEnvironment: String, Sendable, Hashable, CaseIterable {
    case sandbox = "Sandbox"
    case production = "Production"

    /// The other environment, for a forgery.
    var other: Self { self == .sandbox ? .production : .sandbox }

    /// The environment's name in app receipts.
    var receiptType: String { self == .sandbox ? "ProductionSandbox" : "Production" }

    /// The first transaction ids are as long as Apple's: sixteen digits in the sandbox, fifteen in production.
    var firstTransactionID: Int64 { self == .sandbox ? 2_000_000_000_000_000 : 160_000_000_000_000 }
}

/// A text that the store signed for one device, with its content.
package struct SignedText: Sendable, Hashable {
    /// The compact JWS.
    package var text: String
    /// JSON.
    package var payload: String
    package var signedDate: Int64
    /// Base64.
    package var deviceVerification: String
    /// A lowercase UUID.
    package var deviceVerificationNonce: String
    /// The result of the device's verification, or the verification error that a test ordered; nil if the text is valid.
    package var failure: Verification.Failure?

    package static let empty = SignedText(
        text: "", payload: "{}", signedDate: 0, deviceVerification: "", deviceVerificationNonce: "")
}

/// The certificates with which the store signs.
extension StoreIdentity {
    package var rootCertificate: [UInt8] {
        get throws(IAPError) {
            do throws(SignedDataError) { return try certificates.chain.root } catch {
                throw IAPError(.internalFailure, "the store cannot make its certificates: \(error)")
            }
        }
    }

    package struct ShownCertificate: Sendable, Hashable {
        package var der: [UInt8]
        package var subject: String
        package var issuer: String
        /// The validity, in milliseconds since 1970.
        package var start: Int64
        package var end: Int64
    }

    /// The order is that of a signature's header: the root is the last one.
    package var shownCertificates: [ShownCertificate] {
        get throws(IAPError) {
            do {
                let chain = try certificates.chain
                return try [chain.leaf, chain.intermediate, chain.root].map { der in
                    let certificate = try Certificate(reading: der)
                    let validity = try certificate.validity
                    return ShownCertificate(
                        der: der, subject: certificate.subject, issuer: certificate.issuer,
                        start: validity.lowerBound * 1000, end: validity.upperBound * 1000)
                }
            } catch {
                throw IAPError(.internalFailure, "the store cannot make its certificates: \(error)")
            }
        }
    }

    /// Returns a self-signed certificate for the store's server, and its key, both in PEM. It is valid for a year.
    ///
    /// - Parameters:
    ///   - address: The numeric address of the server. Its clients may also use `localhost`.
    ///   - date: The machine's time.
    package func tlsCertificate(
        for address: String, at date: Int64
    ) throws(IAPError) -> (certificate: String, privateKey: String) {
        do throws(SignedDataError) {
            let key = try SigningKey(seed: seed, label: "tls")
            let now = date / 1000
            let template = CertificateTemplate(
                commonName: "localhost",
                serialNumber: Array(derived("tls \(now)").prefix(8).map { $0 & 0x7F | 0x40 }),
                notBefore: now - 86_400, notAfter: now + 365 * 86_400, publicKeyDER: key.verifyingKey.publicKeyDER,
                extensions: [
                    .init("basicConstraints", "critical,CA:TRUE"),
                    .init("keyUsage", "critical,digitalSignature,keyCertSign"),
                    .init("extendedKeyUsage", "serverAuth"), .init("subjectKeyIdentifier", "hash"),
                    .init("subjectAltName", "DNS:localhost,IP:127.0.0.1,IP:::1,IP:\(address)"),
                ])
            let certificate = try template.certificate(issuer: nil, signedBy: key)
            return (PEM.certificate(certificate.der), PEM.privateKey(key.pkcs8))
        } catch {
            throw IAPError(.internalFailure, "the store cannot make the certificate for TLS: \(error.description)")
        }
    }
}

internal import IAPModel
internal import IAPPlatform
internal import IAPSignedData
internal import IAPSignedText

/// What makes this store itself: its seed, its certificates, and what follows from them.
struct StoreIdentity: Sendable {
    let seed: [UInt8]
    let bundleID: String
    let environment: SigningEnvironment
    let certificates: StoreCertificates
    /// Their certificates are made when the first text needs them.
    private let forgers = Guarded<[Forgery: JWSForger]>([:])

    init(seed: [UInt8], bundleID: String, environment: SigningEnvironment, certificates: StoreCertificates) {
        self.seed = seed
        self.bundleID = bundleID
        self.environment = environment
        self.certificates = certificates
    }

    /// A version 4 UUID, lowercase, that is always the same for the same name.
    func uuid(_ name: String) -> String {
        UUIDText.version4(Array(derived(name).prefix(16)))
    }

    /// The issuer of what the game's server signs with the store's own key.
    var issuerID: String { uuid("issuer") }

    var ocspResponder: OCSPResponder {
        get throws(SignedDataError) { OCSPResponder(seed: seed, chain: try certificates.chain) }
    }

    /// The id of the account's copy of the app, 18 digits as the App Store has it.
    func appTransactionID(of account: String) -> String {
        let number = derived("app \(account)").prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return String(700_000_000_000_000_000 + number % 10_000_000_000_000_000)
    }

    /// The number of the app in App Store Connect: ten digits, as newer apps have them.
    var appleID: Int64 {
        6_000_000_000 + derived("app").prefix(4).reduce(Int64(0)) { $0 << 8 | Int64($1) } % 1_000_000_000
    }

    /// What texts say of the environment.
    func environmentName(_ forgery: Forgery?) -> String {
        (forgery == .otherEnvironment ? environment.other : environment).rawValue
    }

    /// The number of the app where Apple gives it: the sandbox knows none.
    var appleIDInProduction: Int64? { environment == .production ? appleID : nil }

    /// The compact JWS of what is signed for a device, with the payload that it shows.
    ///
    /// - Parameter bytes: the payload, encoded.
    func sign<Payload: SignedPayload>(
        _ payload: Payload, _ bytes: [UInt8], forgedAs forgery: Forgery? = nil
    ) throws(StoreFailure) -> (text: String, payload: [UInt8]) {
        do {
            guard let forgery, !forgery.isProperlySigned else {
                return (try certificates.signer.sign(payload: bytes), bytes)
            }
            let shown = forgery == .payload ? try payload.altered.encoded() : bytes
            return (try forger(forgery).sign(payload: bytes, altered: shown), shown)
        } catch {
            throw StoreFailure(.systemError, "what the store signs cannot be signed: \(error)")
        }
    }

    /// The compact JWS of any bytes. A forger who alters the payload adds a field to an object, or a byte to anything else.
    func sign(payload bytes: [UInt8], forgedAs forgery: Forgery?) throws(StoreFailure) -> String {
        do throws(SignedDataError) {
            guard let forgery, !forgery.isProperlySigned else { return try certificates.signer.sign(payload: bytes) }
            return try forger(forgery).sign(
                payload: bytes, altered: ObjectText.adding("isForged", Array("true".utf8), to: bytes))
        } catch {
            throw StoreFailure(.systemError, "the payload cannot be signed: \(error)")
        }
    }

    /// The file of a receipt.
    func sign(_ receipt: Receipt, forgedAs forgery: Forgery?) throws(SignedDataError) -> [UInt8] {
        let chain = try certificates.chain
        if let forgery, !forgery.isProperlySigned {
            return try ReceiptForger(forger(forgery), chain: chain).write(receipt)
        }
        var receipt = receipt
        switch forgery {
        case .otherBundle: receipt.bundleID += ".other"
        case .otherEnvironment: receipt.environment = environment.other.receiptType
        case .otherDevice: receipt.deviceIdentifier = Array(Digest.sha256(receipt.deviceIdentifier).prefix(16))
        default: break
        }
        return try ReceiptWriter(chain).write(receipt, repeatsBundleID: forgery == .duplicateName)
    }

    /// Whether what is properly signed then holds.
    func isValid(at date: Int64) throws(StoreFailure) -> Bool {
        try certified { () throws(SignedDataError) in try certificates.chain.isValid(at: date) }
    }

    /// The payload of a text that the store has signed, or why it has not.
    func verify(_ text: String, at date: Int64) throws(StoreFailure) -> Result<[UInt8], Rejection> {
        let verifier = try certified { () throws(SignedDataError) in try certificates.verifier }
        do throws(Rejection) { return .success(try verifier.verify(text, at: date)) } catch { return .failure(error) }
    }

    private func certified<Result>(
        _ body: () throws(SignedDataError) -> Result
    ) throws(StoreFailure) -> Result {
        do { return try body() } catch {
            throw StoreFailure(.systemError, "the store's certificates cannot be made: \(error)")
        }
    }

    func encode(_ payload: some SignedPayload) throws(StoreFailure) -> [UInt8] {
        do { return try payload.encoded() } catch {
            throw StoreFailure(.systemError, "what the store signs cannot be written: \(error)")
        }
    }

    private func forger(_ forgery: Forgery) throws(SignedDataError) -> JWSForger {
        try forgers.withLock { forgers throws(SignedDataError) in
            if let forger = forgers[forgery] { return forger }
            let forger = try JWSForger(forgery, seed: seed, chain: certificates.chain)
            forgers[forgery] = forger
            return forger
        }
    }

    func derived(_ name: String) -> [UInt8] {
        Digest.hmacSHA256(key: seed, message: Array(name.utf8))
    }
}

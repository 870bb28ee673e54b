internal import IAPModel
internal import IAPPlatform
internal import IAPSignedData
internal import IAPSignedText

/// The identity of this store: its seed, its certificates, and everything that follows from them.
struct StoreIdentity: Sendable {
    let seed: [UInt8]
    let bundleID: String
    let environment: SigningEnvironment
    let certificates: StoreCertificates
    /// The first forged text creates their certificates.
    private let forgers = Guarded<[Forgery: JWSForger]>([:])

    init(seed: [UInt8], bundleID: String, environment: SigningEnvironment, certificates: StoreCertificates) {
        self.seed = seed
        self.bundleID = bundleID
        self.environment = environment
        self.certificates = certificates
    }

    /// Returns a version 4 UUID in lowercase. The same name always gives the same UUID.
    func uuid(_ name: String) -> String {
        UUIDText.version4(Array(derived(name).prefix(16)))
    }

    /// The issuer in the game server's signatures with the store's own key.
    var issuerID: String { uuid("issuer") }

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

    /// Returns the environment's name in signed texts.
    func environmentName(_ forgery: Forgery?) -> String {
        (forgery == .otherEnvironment ? environment.other : environment).rawValue
    }

    /// The app's number where Apple gives it: the sandbox gives none.
    var appleIDInProduction: Int64? { environment == .production ? appleID : nil }

    /// Returns the compact JWS for a device, with the payload that it shows.
    ///
    /// - Parameter bytes: The encoded payload.
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
            throw StoreFailure(.systemError, "the store cannot sign the payload: \(error)")
        }
    }

    /// Returns the compact JWS of any bytes. A forgery of the payload adds a field to an object, or a byte to other bytes.
    func sign(payload bytes: [UInt8], forgedAs forgery: Forgery?) throws(StoreFailure) -> String {
        do throws(SignedDataError) {
            guard let forgery, !forgery.isProperlySigned else { return try certificates.signer.sign(payload: bytes) }
            return try forger(forgery).sign(
                payload: bytes, altered: ObjectText.adding("isForged", Array("true".utf8), to: bytes))
        } catch {
            throw StoreFailure(.systemError, "the store cannot sign the payload: \(error)")
        }
    }

    /// Returns the file of a receipt.
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

    /// Whether a proper signature of this time is valid.
    func isValid(at date: Int64) throws(StoreFailure) -> Bool {
        try certified { () throws(SignedDataError) in try certificates.chain.isValid(at: date) }
    }

    /// Returns the payload of a text that the store signed, or the reason why it did not.
    func verify(_ text: String, at date: Int64) throws(StoreFailure) -> Result<[UInt8], Rejection> {
        let verifier = try certified { () throws(SignedDataError) in try certificates.verifier }
        do throws(Rejection) { return .success(try verifier.verify(text, at: date)) } catch { return .failure(error) }
    }

    private func certified<Result>(
        _ body: () throws(SignedDataError) -> Result
    ) throws(StoreFailure) -> Result {
        do { return try body() } catch {
            throw StoreFailure(.systemError, "the store cannot make its certificates: \(error)")
        }
    }

    func encode(_ payload: some SignedPayload) throws(StoreFailure) -> [UInt8] {
        do { return try payload.encoded() } catch {
            throw StoreFailure(.systemError, "the store cannot encode the payload: \(error)")
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

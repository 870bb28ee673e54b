internal import IAPDatabase
internal import IAPJSON
internal import IAPModel
package import IAPSignatures

/// The key with which the game's server signs requests: the key of the `.storekit` file, or one that the store makes.
struct ServerKey: Sendable {
    let id: String
    let key: any ES256Key
    /// The private key in the form of App Store Connect: PEM of PKCS #8.
    let pem: String

    init(_ pair: OffersKeyPair?, seed: [UInt8]) throws(SignedDataError) {
        if let pair, !pair.id.isEmpty, !pair.privateKey.isEmpty {
            id = pair.id
            key = try PrivateKey(pkcs8Text: pair.privateKey)
            pem = PEM.privateKey(text: pair.privateKey)
        } else {
            // The id has ten letters and digits, as in App Store Connect.
            id = String(
                Digest.hmacSHA256(key: seed, message: Array("server key".utf8)).prefix(5)
                    .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined().uppercased())
            let own = try SigningKey(seed: seed, label: "server")
            key = own
            pem = PEM.privateKey(own.pkcs8)
        }
    }
}

/// A request that the game's server should sign.
package enum SigningRequest: Sendable, Hashable {
    /// The older form. The signature is the Base64 of a DER.
    case promotionalOffer(productID: String, offerID: String, appAccountToken: String?, nonce: String)
    case promotionalOfferJWS(productID: String, offerID: String, transactionID: UInt64?)
    case introductoryOfferJWS(productID: String, isAllowed: Bool, transactionID: UInt64?)
    /// The request is a JSON object.
    case advancedCommerceJWS(request: String)

    /// Whether a text is a JSON object, as Advanced Commerce requires. The signed data nest the object more deeply; they must
    /// stay within the limit of verifiers.
    package static func isObject(_ text: String) -> Bool {
        if case .object = try? JSONReader.read(Array(text.utf8), deepestNesting: 48) { true } else { false }
    }
}

/// The keys of the game's servers that the store accepts: its own, with which it can sign as a server would, and known ones.
package struct ServerKeys: Sendable {
    let file: LedgerFile
    let identity: StoreIdentity
    let own: ServerKey

    package static let most = 64

    package var ownID: String { own.id }

    /// The private key of the game's server, PEM. Only this store accepts it.
    package var ownPEM: String { own.pem }

    // MARK: Signatures of the game's server

    /// - Parameters:
    ///   - nonce: A UUID for the JWS forms; nil for a new one.
    ///   - timestamp: The time in milliseconds since 1970; nil for the store's time.
    package func sign(_ request: SigningRequest, nonce: String? = nil, timestamp: Int64? = nil) throws -> String {
        let date = if let timestamp { timestamp } else { try file.read { ledger in try ledger.now } }
        let bundleID = identity.bundleID
        do {
            switch request {
            case .promotionalOffer(let productID, let offerID, let token, let nonce):
                let payload = OfferPayload(
                    bundleID: bundleID, keyID: own.id, productID: productID, offerID: offerID,
                    appAccountToken: token ?? "", nonce: nonce, timestamp: date)
                return Base64.encode(try payload.signature(with: own.key))
            case .promotionalOfferJWS(let productID, let offerID, let transactionID):
                var claims = try claims(RequestClaims.Audience.promotionalOffer, nonce, date)
                claims.productID = productID
                claims.offerID = offerID
                claims.transactionID = transactionID.map { String($0) }
                return try sign(claims)
            case .introductoryOfferJWS(let productID, let isAllowed, let transactionID):
                var claims = try claims(RequestClaims.Audience.introductoryOfferEligibility, nonce, date)
                claims.productID = productID
                claims.allowsIntroductoryOffer = isAllowed
                claims.transactionID = transactionID.map { String($0) }
                return try sign(claims)
            case .advancedCommerceJWS(let text):
                var claims = try claims(RequestClaims.Audience.advancedCommerce, nonce, date)
                claims.request = Base64.encode(Array(text.utf8))
                return try sign(claims)
            }
        } catch let failure as StoreFailure {
            throw failure
        } catch {
            throw StoreFailure(.unknown, "the store cannot sign the request: \(error)")
        }
    }

    private func claims(_ audience: String, _ nonce: String?, _ date: Int64) throws -> RequestClaims {
        var claims = RequestClaims(
            issuer: identity.issuerID, issuedAt: date, audience: audience, bundleID: identity.bundleID)
        if let nonce { claims.nonce = nonce } else { claims.nonce = try identity.freshUUID(file) }
        return claims
    }

    private func sign(_ claims: RequestClaims) throws -> String {
        try JWSSigner(keyID: own.id, key: own.key).sign(payload: claims.json)
    }

    // MARK: The keys

    /// Adds a key. It replaces an earlier key with the same id.
    package func add(_ key: KnownServerKey) throws {
        guard ExactText(key.id) != ExactText(own.id) else {
            throw IAPError(.invalidArgument, "key_id is \(key.id), the id of the store's own key")
        }
        try file.change { ledger in
            var keys = try ledger.serverKeys()
            keys.removeAll { ExactText($0.id) == ExactText(key.id) }
            guard keys.count < Self.most else {
                throw IAPError(.tooLarge, "the store already has \(Self.most) keys, the maximum")
            }
            try ledger.set(serverKeys: keys + [key])
        }
    }

    /// Checks a token; throws the reason if it gives no access. Tokens follow the machine's time, even if the store has another
    /// clock.
    package func authorize(_ token: String) throws(Rejection) {
        let known: [AppServerKey]
        do {
            known = try file.readAsItIs { ledger in try signedRequests(ledger).keys }
        } catch {
            throw Rejection(.unknownKey, StoreFailure(error).detail)
        }
        let keyID = try JWSHeader(CompactJWS(token.utf8).header).keyID ?? ""
        guard let key = known.first(where: { ExactText($0.id) == ExactText(keyID) }) else {
            throw Rejection(.unknownKey, "the header's kid is \(keyID.prefix(40)), which the store does not know")
        }
        // Requests of devices may name any issuer with the store's own key. This API requires the store's own issuer.
        let checked = AppServerKey(
            id: key.id, issuerID: key.issuerID ?? identity.issuerID, bundleID: key.bundleID,
            publicKey: key.verifyingKey)
        _ = try checked.check(token, for: ServerRequest(.apiToken), at: file.clock.machineTime())
    }

    /// The store's own key is valid with any issuer, because a `.storekit` file names none.
    func signedRequests(_ ledger: Ledger) throws -> SignedRequests {
        let bundleID = identity.bundleID
        let ownKey = AppServerKey(id: own.id, issuerID: nil, bundleID: bundleID, publicKey: own.key.verifyingKey)
        return SignedRequests(
            bundleID: bundleID, keys: [ownKey] + (try ledger.serverKeys()).compactMap { $0.forApp(bundleID) })
    }
}

extension Ledger {
    fileprivate func serverKeys() throws -> [KnownServerKey] {
        guard let text = try text(.serverKeys) else { return [] }
        do { return try KeptJSON.value([KnownServerKey].self, of: text) } catch {
            throw DatabaseError(
                .failed, "the store's file is damaged: \(Setting.serverKeys.rawValue) cannot be read: \(error)")
        }
    }

    fileprivate func set(serverKeys keys: [KnownServerKey]) throws {
        do { try set(.serverKeys, Value(try KeptJSON.text(keys))) } catch let error as DatabaseError {
            throw error
        } catch {
            throw DatabaseError(.failed, "the store cannot save the keys of servers: \(error)")
        }
    }
}

/// The public key of one of the game's servers. The store verifies this server's signatures with it.
package struct KnownServerKey: Sendable, Hashable, Codable {
    let id: String
    /// The required `iss`; nil accepts any.
    let issuerID: String?
    /// The Base64 of a DER SubjectPublicKeyInfo.
    private let key: String

    /// Returns nil unless the text is the PEM of a P-256 public key.
    package init?(id: String, issuerID: String?, pem: String) {
        guard let key = VerifyingKey(pem: pem) else { return nil }
        self.id = id
        self.issuerID = issuerID
        self.key = Base64.encode(key.publicKeyDER)
    }

    /// Returns nil if the stored text is no key.
    func forApp(_ bundleID: String) -> AppServerKey? {
        guard let key = Base64.decode(key).flatMap(VerifyingKey.init(publicKeyDER:)) else { return nil }
        return AppServerKey(id: id, issuerID: issuerID, bundleID: bundleID, publicKey: key)
    }
}

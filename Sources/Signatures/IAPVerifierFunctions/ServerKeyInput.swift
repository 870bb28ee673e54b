import CIAP
import Foundation
import IAPInterop
import IAPModel
import IAPPlatform
import IAPSignatures

/// The options of a server key, checked. No message contains a part of the key.
extension Input {
    private static let keyLimit = Int(IAP_SERVER_KEY_LENGTH_MAX)

    static func serverKey(
        _ pointer: UnsafePointer<iap_server_key_options>?
    ) throws(IAPError) -> ServerKeyHandle {
        let given = try options(
            pointer, "options")
        let id = try text(given.key_id, "options.key_id", limit: serverIDLimit)
        let issuerID = try optionalText(given.issuer_id, "options.issuer_id", limit: serverIDLimit)
        let bundleID = try text(given.bundle_id, "options.bundle_id", limit: serverIDLimit)
        let key: AppServerKey
        switch (given.key_path, given.key_text, given.public_key_text) {
        case (let path?, nil, nil):
            let path = try text(path, "options.key_path", limit: pathLimit)
            let signer = try signer(of: path)
            key = AppServerKey(id: id, issuerID: issuerID, bundleID: bundleID, key: signer)
        case (nil, let text?, nil):
            // A Swift string may be copied, and its copies are not wiped.
            let length = strnlen(text, keyLimit + 1)
            guard length <= keyLimit else {
                throw IAPError(.tooLarge, "options.key_text is longer than \(keyLimit) bytes")
            }
            let bytes = UnsafeRawBufferPointer(start: text, count: length).assumingMemoryBound(to: UInt8.self)
            let signer = try signer(bytes) {
                IAPError(.invalidText, "options.key_text is not a P-256 private key in PKCS #8")
            }
            key = AppServerKey(id: id, issuerID: issuerID, bundleID: bundleID, key: signer)
        case (nil, nil, let text?):
            let publicKey = try publicKey(text, "options.public_key_text")
            key = AppServerKey(id: id, issuerID: issuerID, bundleID: bundleID, publicKey: publicKey)
        default:
            throw IAPError(.invalidArgument, "give one of key_path, key_text and public_key_text")
        }
        return ServerKeyHandle(key, now: clock(given.clock, given.clock_user_data))
    }

    private static func publicKey(
        _ pointer: UnsafePointer<CChar>?, _ name: String
    ) throws(IAPError) -> VerifyingKey {
        guard let key = VerifyingKey(pem: try text(pointer, name, limit: keyLimit)) else {
            throw IAPError(.invalidText, "\(name) is not a P-256 public key in PEM")
        }
        return key
    }

    private static func signer(of path: String) throws(IAPError) -> PrivateKey {
        func refused(_ reason: String) -> IAPError { IAPError(.invalidFile, "\(path): the file \(reason)") }
        guard let kind = RegularFile.kind(of: path) else { throw refused("cannot be found") }
        guard kind == .regular else { throw refused("is not a regular file") }
        // A stream has a buffer that is not wiped. So the file is read without a stream.
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw refused("cannot be opened for reading") }
        defer { close(file) }
        // One byte more than allowed distinguishes a file that is too large from a file of exactly the limit.
        return try withSecretBytes(count: keyLimit + 1) { bytes throws(IAPError) in
            var count = 0
            while count < bytes.count {
                let step = read(file, bytes.baseAddress! + count, bytes.count - count)
                if step == 0 { break }
                if step < 0, errno == EINTR { continue }
                guard step > 0 else { throw refused("cannot be read") }
                count += step
            }
            guard count <= keyLimit else { throw refused("is larger than \(keyLimit) bytes") }
            return try signer(UnsafeBufferPointer(rebasing: bytes[..<count])) {
                refused("is not a P-256 private key in PKCS #8")
            }
        }
    }

    private static func signer(
        _ text: UnsafeBufferPointer<UInt8>, refusal: () -> IAPError
    ) throws(IAPError) -> PrivateKey {
        do throws(SignedDataError) { return try PrivateKey(pkcs8Text: text) } catch {
            if case .systemFailure(let line) = error { throw IAPError(.internalFailure, line) }
            throw refusal()
        }
    }
}

/// The request that a server wants to sign, or that it expects to be signed, checked.
extension Input {
    private static let textLimit = Int(IAP_SERVER_TEXT_LENGTH_MAX)
    /// The last millisecond of the year 9999.
    static let latestServerTime: Int64 = 253_402_300_799_999

    /// Which members are required.
    enum ServerRequestUse {
        case signing, checking
    }

    static func serverRequest(
        _ pointer: UnsafePointer<iap_server_request>?, _ name: String, for use: ServerRequestUse
    ) throws(IAPError) -> ServerRequest {
        let given = try options(
            pointer, name)
        guard let kind = ServerRequest.Kind(rawValue: given.kind) else {
            throw IAPError(.invalidArgument, "\(name).kind is \(given.kind), which is not an IAP_SERVER_… value")
        }
        guard (0...latestServerTime).contains(given.timestamp_ms) else {
            throw IAPError(.invalidArgument, "\(name).timestamp_ms is negative or after the year 9999")
        }
        guard given.lifetime_s <= ServerRequest.longestLifetime else {
            throw IAPError(
                .invalidArgument,
                "\(name).lifetime_s is \(given.lifetime_s); at most \(ServerRequest.longestLifetime) is allowed")
        }
        // In the older form nothing else names what was signed.
        let needs = use == .signing || kind == .promotionalOffer
        var request = ServerRequest(kind)
        func read(
            _ field: UnsafePointer<CChar>?, _ fieldName: String, _ presence: FieldPresence, limit: Int = textLimit
        ) throws(IAPError) -> String? {
            let place = "\(name).\(fieldName)"
            guard presence != .foreign || field == nil else {
                throw IAPError(.invalidArgument, "\(place) is not used by this kind; leave it NULL")
            }
            guard presence != .needed || !needs || field != nil else {
                throw IAPError(.invalidArgument, "\(place) is NULL, but this kind needs it")
            }
            let text = try optionalText(field, place, limit: limit)
            guard kind != .promotionalOffer || text?.unicodeScalars.contains("\u{2063}") != true else {
                throw IAPError(.invalidText, "\(place) contains U+2063, which cannot be signed")
            }
            return text
        }
        let fields = kind.fields(for: use)
        request.productID = try read(
            given.product_id, "product_id", fields.product, limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
        request.offerID = try read(given.offer_id, "offer_id", fields.offer)
        request.appAccountToken = try read(given.app_account_token, "app_account_token", fields.accountToken)
        request.nonce = try read(given.nonce, "nonce", fields.nonce)
        request.transactionID = try read(given.transaction_id, "transaction_id", fields.transaction)
        request.requestJSON = try read(given.request_json, "request_json", fields.request)
        try check(nonce: request.nonce, "\(name).nonce")
        try check(json: request.requestJSON, "\(name).request_json")
        request.timestamp = given.timestamp_ms == 0 ? nil : given.timestamp_ms
        guard request.timestamp != nil || use == .signing || kind != .promotionalOffer else {
            throw IAPError(.invalidArgument, "\(name).timestamp_ms is 0, but this kind needs it")
        }
        request.allowsIntroductoryOffer = given.allows_introductory_offer != 0
        if given.lifetime_s > 0 { request.lifetime = Int64(given.lifetime_s) }
        return request
    }

    private static func check(nonce: String?, _ name: String) throws(IAPError) {
        guard let nonce, !UUIDText.isUUID(nonce) else { return }
        throw IAPError(.invalidText, "\(name) is not a UUID: \(nonce.prefix(64))")
    }

    private static func check(json: String?, _ name: String) throws(IAPError) {
        guard let json else { return }
        do throws(Rejection) { _ = try SignedJSON.object(Array(json.utf8)) } catch {
            throw IAPError(.invalidArgument, "\(name) is not a JSON object that can be signed: \(error.detail)")
        }
    }
}

/// Whether a kind of request uses a text.
private enum FieldPresence {
    case foreign, optional, needed
}

private struct RequestFields {
    var product = FieldPresence.foreign
    var offer = FieldPresence.foreign
    var accountToken = FieldPresence.foreign
    var nonce = FieldPresence.optional
    var transaction = FieldPresence.foreign
    var request = FieldPresence.foreign
}

extension ServerRequest.Kind {
    fileprivate func fields(for use: Input.ServerRequestUse) -> RequestFields {
        switch self {
        case .promotionalOffer:
            RequestFields(
                product: .needed, offer: .needed, accountToken: .optional,
                nonce: use == .checking ? .needed : .optional)
        case .promotionalOfferJWS: RequestFields(product: .needed, offer: .needed, transaction: .optional)
        case .introductoryOfferJWS: RequestFields(product: .needed, transaction: .needed)
        case .advancedCommerceJWS: RequestFields(request: .needed)
        case .apiToken: RequestFields(nonce: .foreign)
        }
    }
}

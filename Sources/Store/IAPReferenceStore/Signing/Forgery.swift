internal import IAPDatabase
internal import IAPJSON
internal import IAPSignatures

/// How the store forges its signatures. Each forgery is wrong in this one way only, as an attacker would make it. The numbers
/// are those of the C header's `IAP_STORE_FORGERY_…`.
package enum Forgery: Int32, Sendable, Hashable, CaseIterable {
    /// The text shows another payload than the signed one.
    case payload = 1
    /// The last bit of the signature is wrong.
    case signature = 2
    /// The signature is DER. A receipt should have DER, and gets r and s instead.
    case derSignature = 3
    /// `alg` is "none", and there is no signature.
    case algorithmNone = 4
    /// `alg` is "HS256". It deceives a verifier that takes the text of the leaf's public key as a shared secret.
    case hmac = 5
    /// A chain with the same names but another root.
    case root = 6
    /// Another key signs, not the leaf's.
    case swappedChain = 7
    /// The intermediate certificate is missing.
    case shortChain = 8
    /// The same intermediate issued the leaf, but the leaf lacks the marker of receipt signing.
    case noMarker = 9
    /// The same intermediate issued the leaf, but the leaf expired before the first signature.
    case expired = 10
    /// The segments are Base64 in lines, as a program writes it that does not know JWS. Without the line breaks, and in the
    /// other alphabet, the text is right.
    case encoding = 11
    /// A proper signature, for another app.
    case otherBundle = 12
    /// A proper signature, in another environment.
    case otherEnvironment = 13
    /// A proper signature, for another device.
    case otherDevice = 14
    /// The same root issued the intermediate, but the intermediate lacks the marker of developer relations.
    case noIntermediateMarker = 15
    /// The chain shows the root twice: four certificates.
    case longChain = 16
    /// The leaf's marker is critical: a verifier that does not know it must refuse the certificate.
    case criticalMarker = 17
    /// The store's leaf issued the signing certificate, as if the leaf were an authority.
    case leafAsIssuer = 18
    /// The same intermediate issued the leaf, but the leaf becomes valid only after every signature.
    case notYetValid = 19
    /// The header has no certificates.
    case noCertificates = 20
    /// A proper signature; one of the payload's names occurs twice.
    case duplicateName = 21
}

extension Forgery {
    /// The label that derives this forgery's keys from the store's seed.
    var label: String { "\(self)" }

    /// Whether only the payload is wrong, and everything around it is right.
    package var isProperlySigned: Bool {
        switch self {
        case .otherBundle, .otherEnvironment, .otherDevice, .duplicateName: true
        default: false
        }
    }

    /// The algorithm in the header of a text.
    var algorithm: String {
        switch self {
        case .algorithmNone: "none"
        case .hmac: "HS256"
        default: "ES256"
        }
    }
}

/// Makes texts and receipts with one forgery. It derives keys and certificates from the store's seed, with a label for each
/// forgery: the same seed gives the same bytes.
struct Forger: Sendable {
    private let forgery: Forgery
    private let key: SigningKey
    /// The certificates that the text shows, DER.
    private let certificates: [[UInt8]]
    /// The certificate of the signer; a receipt names it even if it shows no certificates.
    private let leaf: [UInt8]
    private let header: [UInt8]

    /// Makes the certificates. This takes much longer than a signature.
    /// - Parameters:
    ///   - seed: The seed of the chain.
    ///   - chain: The chain with which the store signs properly.
    init(_ forgery: Forgery, seed: [UInt8], chain: CertificateChain) throws(SignedDataError) {
        let ownSeed = Digest.hmacSHA256(key: seed, message: Array("forgery \(forgery.label)".utf8))
        (certificates, key) = try Self.signer(forgery, ownSeed, seed, chain)
        self.forgery = forgery
        leaf = certificates.first ?? chain.leaf
        header = JWSSigner.header(algorithm: forgery.algorithm, certificates: certificates)
    }

    /// Returns the certificates to show, and the key that signs.
    private static func signer(
        _ forgery: Forgery, _ ownSeed: [UInt8], _ seed: [UInt8], _ chain: CertificateChain
    ) throws(SignedDataError) -> (certificates: [[UInt8]], key: SigningKey) {
        let other: CertificateChain
        switch forgery {
        case .payload, .signature, .derSignature, .algorithmNone, .hmac, .encoding, .otherBundle, .otherEnvironment,
            .otherDevice, .duplicateName:
            return (chain.certificates, chain.leafKey)
        case .swappedChain: return (chain.certificates, try SigningKey(seed: ownSeed, label: "leaf"))
        case .shortChain: return ([chain.leaf, chain.root], chain.leafKey)
        case .longChain: return (chain.certificates + [chain.root], chain.leafKey)
        case .noCertificates: return ([], chain.leafKey)
        case .leafAsIssuer:
            let issued = try chain.issuedByLeaf(seed: ownSeed)
            return ([issued.certificate, chain.leaf, chain.intermediate], issued.key)
        case .root: other = try chain.lookalike(seed: ownSeed)
        case .noMarker:
            other = try chain.withLeaf(seed: ownSeed, chainSeed: seed) { leaf in
                leaf.extensions.removeAll { $0.name == Certificate.Marker.receiptSigning.rawValue }
            }
        case .noIntermediateMarker:
            other = try chain.withIntermediate(seed: ownSeed, chainSeed: seed) { intermediate in
                intermediate.extensions.removeAll { $0.name == Certificate.Marker.developerRelations.rawValue }
            }
        case .criticalMarker:
            other = try chain.withLeaf(seed: ownSeed, chainSeed: seed) { leaf in
                let last = leaf.extensions.count - 1
                leaf.extensions[last].value = "critical,\(leaf.extensions[last].value)"
            }
        case .expired:
            other = try chain.withLeaf(seed: ownSeed, chainSeed: seed) { leaf in
                leaf.notAfter = leaf.notBefore + Self.secondsOfExpiredLeaf
            }
        case .notYetValid:
            other = try chain.withLeaf(seed: ownSeed, chainSeed: seed) { leaf in leaf.notBefore = Self.beginningOf9999 }
        }
        return (other.certificates, other.leafKey)
    }

    /// Half a day: the certificates begin one day before the store's first signature.
    private static let secondsOfExpiredLeaf: Int64 = 43_200
    /// No store's clock goes that far.
    private static let beginningOf9999: Int64 = 253_370_764_800

    /// - Parameters:
    ///   - payload: The payload to sign.
    ///   - altered: The payload that `Forgery.payload` shows instead. Other forgeries show the signed one.
    func sign(payload: [UInt8], altered: [UInt8]) throws(SignedDataError) -> String {
        let content = [header, payload].map(Base64URL.encode).joined(separator: ".")
        let signature = try signature(of: Array(content.utf8), isDER: false)
        let segments = [header, forgery == .payload ? altered : payload, signature]
        return segments.map(forgery == .encoding ? PEM.lines : Base64URL.encode).joined(separator: ".")
    }

    /// Returns the file of the receipt.
    func write(_ receipt: Receipt) throws(SignedDataError) -> [UInt8] {
        let content = try receipt.encoded()
        // Four certificates are no fault in a receipt.
        let shown = forgery == .longChain ? certificates.dropLast() : certificates
        var message = ReceiptMessage(content: content, certificates: shown)
        if forgery == .payload { message.content = try receipt.altered.encoded() }
        if forgery != .algorithmNone {
            guard let name = Certificate(der: leaf)?.issuerAndSerialNumber else {
                throw .systemFailure("OpenSSL cannot read the issuer of a forged leaf; free memory and try again.")
            }
            message.signer = ReceiptMessage.Signer(name: name, signature: try signature(of: content, isDER: true))
            if forgery == .hmac { message.signer?.algorithm = DER.hmacWithSHA256 }
        }
        return forgery == .encoding ? Array(Base64.encode(message.encoded).utf8) : message.encoded
    }

    /// - Parameter isDER: Texts have r and s, and receipts have DER. One forgery gives each the form of the other.
    private func signature(of content: [UInt8], isDER: Bool) throws(SignedDataError) -> [UInt8] {
        if forgery == .algorithmNone { return [] }
        if forgery == .hmac { return Digest.hmacSHA256(key: Array(key.verifyingKey.pem.utf8), message: content) }
        let isDER = forgery == .derSignature ? !isDER : isDER
        var signature = try isDER ? key.derSignature(of: content) : key.signature(of: content)
        if forgery == .signature { signature[signature.count - 1] ^= 1 }
        return signature
    }
}

extension Receipt {
    /// The same receipt, as if the player had bought another version of the app first: older versions may have cost something.
    fileprivate var altered: Receipt {
        var altered = self
        altered.originalAppVersion = originalAppVersion == "0" ? "1" : "0"
        return altered
    }
}

extension DER {
    /// 1.2.840.113549.2.9 without parameters (RFC 4231, section 3.1).
    fileprivate static let hmacWithSHA256: [UInt8] = sequence(
        [0x06, 0x08, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x09])
}

extension SignedPayload {
    /// The same payload with one changed field: another account; without an account, another notification, as if the server had
    /// not received it yet; otherwise another product.
    var altered: Self {
        var altered = self
        for (name, radix) in [("appTransactionId", 10), ("notificationUUID", 16)] {
            guard case .text(let id) = fields[name] else { continue }
            let last = id.last?.hexDigitValue ?? 0
            altered.fields[name] = .text(id.dropLast() + String((last + 1) % radix, radix: radix))
            return altered
        }
        if case .text(let id) = fields["productId"] { altered.fields["productId"] = .text(id + ".other") }
        return altered
    }
}

/// Changes JSON objects in their text: the rest stays the same, byte for byte. An encoder can write a number with other digits,
/// and it never writes a name twice.
enum ObjectText {
    /// Returns the object with another member at its beginning. Bytes that are no object get another byte instead.
    ///
    /// - Parameter value: JSON.
    static func adding(_ name: String, _ value: [UInt8], to bytes: [UInt8]) -> [UInt8] {
        guard let object = object(bytes), let opening = bytes.firstIndex(of: UInt8(ascii: "{")) else {
            return bytes + [UInt8(ascii: "0")]
        }
        let comma = object.members.isEmpty ? [] : [UInt8(ascii: ",")]
        return bytes[...opening] + Array("\"\(name)\":".utf8) + value + comma + bytes[(opening + 1)...]
    }

    /// Returns the object with its first member twice. An object without members stays the same.
    static func repeatingFirst(of bytes: [UInt8]) -> [UInt8] {
        guard let first = object(bytes)?.members.first else { return bytes }
        let member = bytes[first.start..<first.valueRange.upperBound]
        return bytes[..<first.start] + member + [UInt8(ascii: ",")] + bytes[first.start...]
    }

    /// Returns the JSON without white space between its parts and without a byte order mark.
    static func compact(_ json: String) -> [UInt8] {
        var isInText = false
        var isEscaped = false
        return json.utf8.filter { byte in
            if !isInText, !(0x21...0x7E).contains(byte) { return false }
            if byte == UInt8(ascii: "\""), !isEscaped { isInText.toggle() }
            isEscaped = isInText && byte == UInt8(ascii: "\\") && !isEscaped
            return true
        }
    }

    private static func object(_ bytes: [UInt8]) -> JSONObject? {
        if case .object(let object) = try? JSONReader.read(bytes) { object } else { nil }
    }
}

extension Ledger {
    func forgery() throws -> Forgery? {
        try integer(.forgery).flatMap(Int32.init(exactly:)).flatMap(Forgery.init(rawValue:))
    }
}

import CIAPOpenSSL

/// Checks app receipts as far as Apple documents them, in the same order as signed texts. Any thread may use it.
package struct ReceiptVerifier: Sendable {
    private let roots: TrustStore
    private let bundleID: [UInt8]?
    private let environments: SignedEnvironments
    private let now: @Sendable () -> Int64

    /// - Parameters:
    ///   - bundleID: Receipts of other apps are invalid. Nil accepts all apps.
    ///   - environments: Receipts of other environments are invalid. No trusted key signs receipts of Xcode: if Xcode
    ///     is allowed, anyone can create a valid receipt.
    ///   - now: The time in milliseconds since 1970, for receipts without a creation date.
    init(
        roots: TrustStore, bundleID: String?, environments: SignedEnvironments, now: @escaping @Sendable () -> Int64
    ) {
        self.roots = roots
        self.bundleID = bundleID.map { Array($0.utf8) }
        self.environments = environments
        self.now = now
    }

    package init(
        roots: [[UInt8]], bundleID: String?, environments: SignedEnvironments, now: @escaping @Sendable () -> Int64
    ) throws(SignedDataError) {
        self.init(roots: try TrustStore(roots: roots), bundleID: bundleID, environments: environments, now: now)
    }

    /// - Parameter bytes: In one of the forms of `ReceiptForm`.
    package func verify(_ bytes: [UInt8]) throws(Rejection) -> AppReceipt {
        let message = try SignedMessage(try ReceiptForm.appReceipt(bytes))
        let summary = try ReceiptSummary(message.content)
        let isOfXcode = summary.environment == .xcode && environments.contains(.xcode)
        if !isOfXcode { try checkSigner(of: message, at: summary.creationDate ?? now()) }
        if let bundleID, summary.bundleID.map({ Array($0.utf8) }) != bundleID {
            throw Rejection(.otherApp, "the receipt is for another app: \(Self.shown(summary.bundleID))")
        }
        guard !summary.environment.isDisjoint(with: environments) else {
            throw Rejection(
                .otherEnvironment,
                "the receipt is from an environment that is not allowed: \(Self.shown(summary.receiptType))")
        }
        return try AppReceipt(summary, isSignatureChecked: !isOfXcode)
    }

    private static func shown(_ text: String?) -> String { text.map { "\"\($0.prefix(80))\"" } ?? "it names none" }

    private func checkSigner(of message: SignedMessage, at date: Int64) throws(Rejection) {
        try message.checkAlgorithms()
        let certificates = try message.certificates()
        guard let leaf = certificates.first(where: message.names) else {
            throw Rejection(.missingCertificates, "the receipt does not contain its signer's certificate")
        }
        let intermediate = try path(from: leaf, over: certificates, at: EffectiveDate(milliseconds: date))
        guard leaf.has(.receiptSigning), intermediate.has(.developerRelations) else {
            throw Rejection(.missingMarker, "a certificate of the receipt lacks the App Store's marker")
        }
        try message.checkSignature(by: leaf)
    }

    /// The intermediate certificate, which may be anywhere in the receipt. The receipt's root certificate is ignored:
    /// trust comes from the verifier's own roots.
    private func path(
        from leaf: Certificate, over certificates: [Certificate], at date: EffectiveDate
    ) throws(Rejection) -> Certificate {
        var isOutOfDate = false
        for candidate in certificates where candidate !== leaf {
            switch roots.validate(leaf: leaf, intermediate: candidate, at: date) {
            case .valid: return candidate
            case .notValidAtDate: isOutOfDate = true
            case .untrusted: break
            case .noMemory: throw SignedMessage.noMemory
            }
        }
        throw isOutOfDate
            ? Rejection(.notValidAtDate, "a certificate of the receipt was not valid when it was made, \(date.rfc3339)")
            : Rejection(.untrustedChain, "the certificates of the receipt do not lead to a root of this verifier")
    }
}

/// The forms of receipts: the bytes themselves, or Base64 as games send them.
package enum ReceiptForm {
    /// The bytes of an app receipt. The two forms begin differently.
    static func appReceipt(_ bytes: [UInt8]) throws(Rejection) -> [UInt8] {
        guard bytes.count <= AppReceipt.maximumLength else {
            throw Rejection(.tooLarge, "the receipt has more than \(AppReceipt.maximumLength) bytes")
        }
        return isPKCS7(bytes) ? bytes : try decoded(bytes)
    }

    /// A sequence longer than 127 bytes, as every signed message is. Base64 has no byte above 127.
    private static func isPKCS7(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 2 && bytes[0] == BERTag.sequence && bytes[1] >= 0x80
    }

    /// The older receipts are texts. Base64 has no braces.
    static func isPropertyList(_ bytes: [UInt8]) -> Bool {
        bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
    }

    /// The bytes of strict Base64 in lines of any length.
    static func decoded(_ text: [UInt8]) throws(Rejection) -> [UInt8] {
        let digits = text.filter { $0 != 0x0A && $0 != 0x0D }
        guard !digits.isEmpty, let bytes = Base64.decode(digits[...]) else {
            throw Rejection(.malformed, "the receipt is neither PKCS #7 nor its Base64")
        }
        return bytes
    }
}

/// A signed PKCS #7 message (RFC 2315; RFC 5652 is its successor) in the form of receipts: one signer, no signed
/// attributes, the content and the certificates inside. OpenSSL reads and verifies it.
final class SignedMessage {
    /// Real receipts have three.
    static let maximumCertificates = 16

    let pointer: OpaquePointer
    let content: [UInt8]

    init(_ bytes: [UInt8]) throws(Rejection) {
        var read: OpaquePointer?
        let outcome = openssl_message_read(bytes, bytes.count, &read)
        guard outcome == 1, let read, let string = CMS_get0_content(read)?.pointee else {
            throw outcome == -1
                ? Self.noMemory
                : Rejection(.malformed, "the receipt is not a signed PKCS #7 message in the App Store's form")
        }
        pointer = read
        content = Array(UnsafeBufferPointer(start: string.pointee.data, count: Int(string.pointee.length)))
    }

    deinit { CMS_ContentInfo_free(pointer) }

    func certificates() throws(Rejection) -> [Certificate] {
        var found: OpaquePointer?
        if openssl_message_certificates(pointer, &found) == -1 { throw Self.noMemory }
        guard let list = found else { return [] }
        defer { openssl_certificates_free(list) }
        let count = openssl_certificates_count(list)
        guard count <= Self.maximumCertificates else {
            throw Rejection(.malformed, "the receipt has more than \(Self.maximumCertificates) certificates")
        }
        var certificates: [Certificate] = []
        for index in 0..<count {
            do throws(Certificate.Unread) {
                let der = DER.written { i2d_X509(openssl_certificates_item(list, index), $0) }
                certificates.append(try Certificate(reading: der ?? []))
            } catch {
                throw Self.noMemory
            }
        }
        return certificates
    }

    /// Whether the message says that this certificate's key has signed it. The signature is not checked.
    func names(_ certificate: Certificate) -> Bool {
        CMS_SignerInfo_cert_cmp(openssl_message_signer(pointer), certificate.pointer) == 0
    }

    func checkAlgorithms() throws(Rejection) {
        guard openssl_message_has_known_algorithms(pointer) == 1 else {
            throw Rejection(
                .unsupportedAlgorithm, "the receipt is signed with an algorithm that the App Store does not use")
        }
    }

    /// Throws unless the certificate's key made the signature.
    func checkSignature(by certificate: Certificate) throws(Rejection) {
        switch openssl_message_verify(pointer, certificate.pointer) {
        case 1: return
        case -1: throw Self.noMemory
        default:
            throw Rejection(
                .invalidSignature, "the receipt's signature does not match its content and its certificate")
        }
    }

    static let noMemory = Rejection(.noMemory, "OpenSSL has no memory to check the receipt; try again later")
}

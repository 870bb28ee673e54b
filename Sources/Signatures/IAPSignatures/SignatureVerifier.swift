internal import IAPJSON
package import IAPModel
internal import IAPPlatform

/// Verifies the store's signature again, with root certificates that the game chooses. Any thread may use it.
package final class SignatureVerifier: Sendable {
    private let check: SignatureCheck
    private let acceptsXcodeTesting: Bool

    /// - Parameters:
    ///   - rootsPath: A file with root certificates, PEM or DER.
    ///   - acceptsXcodeTesting: Whether to accept the signatures of Xcode's local testing, which prove nothing.
    /// - Throws: `.invalidFile`. The message names the file and what is wrong with it.
    package init(rootsPath: String, acceptsXcodeTesting: Bool = false) throws(IAPError) {
        let roots = try RootCertificateFile.read(path: rootsPath)
        for (index, root) in roots.enumerated() where !SignatureCheck.isCertificate(root) {
            throw RootCertificateFile.refusal(
                rootsPath, "contains something other than a certificate as certificate \(index + 1) of \(roots.count)")
        }
        guard let check = SignatureCheck(roots: roots) else {
            throw RootCertificateFile.refusal(rootsPath, "contains certificates that cannot be trusted together")
        }
        self.check = check
        self.acceptsXcodeTesting = acceptsXcodeTesting
    }

    /// Returns `.valid`, `.forged`, or, if there is no memory, `.undecided`.
    package func verify(_ transaction: Transaction) async -> Verdict {
        var read: SignedFields?
        var isOfXcode = false
        // As Apple's libraries do offline: the certificates must have been valid when the text was signed.
        let verdict = check.verdict(of: transaction.signedText) { text, payload throws(Rejection) in
            let fields = SignedFields(json: payload)
            read = fields
            let certificates = try JWSHeader(text.header).certificates
            isOfXcode = fields?.environment == "Xcode" && certificates.count == 1
            if isOfXcode, acceptsXcodeTesting { return .itsOwn }
            return fields.map { .roots(date: $0.signedDate) }
        }
        if isOfXcode, case .forged(let failure, _) = verdict, !acceptsXcodeTesting {
            Log.writeOnce(.warning, key: "Xcode", "purchases are not verified: \(Self.adviceForXcode)")
            return .forged(failure, advice: Self.adviceForXcode)
        }
        guard verdict == .valid, let fields = read else { return verdict }
        // The signature of another purchase proves nothing about this one.
        guard fields.transactionID == String(transaction.id),
            ExactText(fields.productID) == ExactText(transaction.productID),
            fields.quantity ?? transaction.quantity == transaction.quantity
        else { return .forged(.invalidSignature) }
        return .valid
    }

    private static let adviceForXcode =
        "Xcode's local testing signed it, with its own certificate;"
        + " set verification.accepts_xcode_testing in test builds, or test in the sandbox"
}

/// The fields of a signed transaction that decide whether a signature belongs to a purchase.
struct SignedFields: Sendable, Hashable {
    var transactionID: String
    var productID: String
    /// Milliseconds since 1970.
    var signedDate: Int64
    var quantity: Int?
    var environment: String?

    /// Nil unless the bytes are a JSON object with these fields.
    init?(json: [UInt8]) {
        guard let object = JSONReader.object(json), let transactionID = object.text("transactionId"),
            let productID = object.text("productId"),
            // Xcode signs parts of a millisecond.
            let signedDate = object.wholeNumber("signedDate", .down)
        else { return nil }
        self.transactionID = transactionID
        self.productID = productID
        self.signedDate = signedDate
        environment = object.text("environment")
        quantity = object.wholeNumber("quantity").flatMap { Int(exactly: $0) }
    }
}

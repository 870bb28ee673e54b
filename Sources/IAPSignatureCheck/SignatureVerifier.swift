package import IAPModel

/// Checks the store's signature once more, up to root certificates of the game's choice. Any thread may use it.
package final class SignatureVerifier: Sendable {
    private let check: SignatureCheck

    /// - Parameter rootsPath: A file with root certificates, PEM or DER.
    /// - Throws: `.invalidFile`; the message names the file and what is wrong with it.
    package init(rootsPath: String) throws(IAPError) {
        let roots = try RootCertificates.read(path: rootsPath)
        for (index, root) in roots.enumerated() where !SignatureCheck.isCertificate(root) {
            throw RootCertificates.refusal(
                rootsPath, "has something else than a certificate as certificate \(index + 1) of \(roots.count)")
        }
        guard let check = SignatureCheck(roots: roots) else {
            throw RootCertificates.refusal(rootsPath, "has certificates that cannot be trusted together")
        }
        self.check = check
    }

    /// `.valid`, `.forged`, or `.undecided` without memory.
    package func verify(_ transaction: Transaction) async -> Verdict {
        var read: SignedFields?
        // As Apple's libraries do where they are offline: the certificates must have been valid when it was signed.
        let verdict = check.verdict(of: transaction.signedText) { payload in
            read = SignedFields(json: payload)
            return read?.signedDate
        }
        guard verdict == .valid, let fields = read else { return verdict }
        // A signature of another purchase is none of this one.
        guard fields.transactionID == String(transaction.id),
            ExactText(fields.productID) == ExactText(transaction.productID),
            fields.quantity ?? transaction.quantity == transaction.quantity
        else { return .forged(.invalidSignature) }
        return .valid
    }
}

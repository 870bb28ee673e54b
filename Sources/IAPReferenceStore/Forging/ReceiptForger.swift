package import IAPSignedData
internal import IAPSignedText

/// Makes receipts with one forgery, with the keys and certificates of the forger of texts. The same seed gives the same
/// receipts.
package struct ReceiptForger: Sendable {
    private let forgery: Forgery
    private let key: SigningKey
    private let certificates: [[UInt8]]
    private let signer: [UInt8]

    /// - Parameters:
    ///   - forger: The forger for the same forgery.
    ///   - chain: The chain with which the store signs properly.
    package init(_ forger: JWSForger, chain: CertificateChain) throws(SignedDataError) {
        forgery = forger.forgery
        key = forger.key
        // Four certificates are no fault in a receipt.
        certificates = forgery == .longChain ? chain.certificates : forger.certificates
        guard let signer = Certificate(der: certificates.first ?? chain.leaf)?.issuerAndSerialNumber else {
            throw .systemFailure("OpenSSL cannot read the issuer of a forged leaf; free memory and try again.")
        }
        self.signer = signer
    }

    /// Returns the file of the receipt.
    package func write(_ receipt: Receipt) throws(SignedDataError) -> [UInt8] {
        let content = try receipt.encoded()
        var message = ReceiptMessage(content: content, certificates: certificates)
        if forgery == .payload { message.content = try receipt.altered.encoded() }
        if forgery != .algorithmNone {
            message.signer = ReceiptMessage.Signer(name: signer, signature: try signature(of: content))
            if forgery == .hmac { message.signer?.algorithm = DER.hmacWithSHA256 }
        }
        return forgery == .encoding ? Array(Base64.encode(message.encoded).utf8) : message.encoded
    }

    private func signature(of content: [UInt8]) throws(SignedDataError) -> [UInt8] {
        switch forgery {
        case .hmac: return Digest.hmacSHA256(key: Array(key.verifyingKey.pem.utf8), message: content)
        // Texts have r and s, and receipts have DER. This forgery gives each the form of the other.
        case .derSignature: return try key.signature(of: content)
        case .signature:
            var signature = try key.derSignature(of: content)
            signature[signature.count - 1] ^= 1
            return signature
        default: return try key.derSignature(of: content)
        }
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

internal import IAPSignedData

/// The parts of a receipt's file. The file is PKCS#7 in DER, with one signer and without signed attributes (RFC 5652, section
/// 5.3): the signature covers the content itself.
struct ReceiptMessage: Sendable {
    var content: [UInt8]
    /// DER, in the order of the App Store's receipts, which is not the order of DER. Some readers take the first certificate as
    /// the leaf.
    var certificates: [[UInt8]]
    /// Nil for an unsigned receipt.
    var signer: Signer?

    struct Signer: Sendable {
        /// The issuer and serial number of its certificate, in DER.
        var name: [UInt8]
        /// The algorithm with its identifier, DER.
        var algorithm = DER.ecdsaWithSHA256
        var signature: [UInt8]
    }

    var encoded: [UInt8] {
        let one = DER.integer(1)
        let hash = DER.sequence(DER.sha256)
        let signers = signer.map { signer in
            DER.sequence(one + signer.name + hash + signer.algorithm + DER.octetString(signer.signature))
        }
        var signedData = one + DER.set([hash])
        signedData += DER.sequence(DER.pkcs7Data + DER.context(0, DER.octetString(content)))
        if !certificates.isEmpty { signedData += DER.context(0, certificates.flatMap { $0 }) }
        signedData += DER.set(signers.map { [$0] } ?? [])
        return DER.sequence(DER.pkcs7SignedData + DER.context(0, DER.sequence(signedData)))
    }
}

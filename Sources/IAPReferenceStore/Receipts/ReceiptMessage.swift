internal import IAPSignedData

/// The parts of a receipt's file before they are put together: PKCS#7 in DER, with one signer and without signed attributes
/// (RFC 5652, section 5.3), so that the signature is that of the content itself.
struct ReceiptMessage: Sendable {
    var content: [UInt8]
    /// DER. In the order of the App Store's receipts, which is not that of DER: some readers take the first for the leaf.
    var certificates: [[UInt8]]
    /// Nil leaves it unsigned.
    var signer: Signer?

    struct Signer: Sendable {
        /// Of its certificate: issuer and serial number in DER.
        var name: [UInt8]
        /// With its identifier, DER.
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

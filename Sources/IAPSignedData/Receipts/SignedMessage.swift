internal import IAPSignedText

/// A signed PKCS #7 message (RFC 2315; RFC 5652 is its successor) in the form of receipts: one signer, no signed
/// attributes, the content and the certificates inside. Only its form is checked so far.
struct SignedMessage {
    /// Real receipts have three.
    static let maximumCertificates = 16

    /// The signed content.
    let content: [UInt8]
    /// The certificates of the signer and its issuers, in any order. Each is one element with the tag of a certificate.
    let certificates: [[UInt8]]
    /// The DER that names the signer's certificate.
    let issuerAndSerialNumber: [UInt8]
    /// Object identifiers in DER, with tag and length.
    let digestAlgorithm: [UInt8]
    let signatureAlgorithm: [UInt8]
    let signature: [UInt8]

    init(_ bytes: [UInt8]) throws(Rejection) {
        do throws(BERReader.Malformed) {
            var outer = BERReader(bytes)
            var message = outer.inside(try outer.next(BERTag.sequence))
            try outer.finish()
            guard try message.objectID() == DER.pkcs7SignedData else { throw BERReader.Malformed() }
            var wrapping = message.inside(try message.next(BERTag.context(0)))
            try message.finish()
            var signedData = wrapping.inside(try wrapping.next(BERTag.sequence))
            try wrapping.finish()
            // The version follows from the content, and the signer repeats the list of digests.
            _ = try signedData.next(BERTag.integer)
            _ = try signedData.next(BERTag.set)
            content = try Self.content(&signedData)
            certificates = try Self.certificates(&signedData)
            // Lists of revoked certificates.
            if signedData.nextTag == BERTag.context(1) { _ = try signedData.next() }
            var signers = signedData.inside(try signedData.next(BERTag.set))
            try signedData.finish()
            var signer = signers.inside(try signers.next(BERTag.sequence))
            try signers.finish()
            _ = try signer.next(BERTag.integer)
            let name = try signer.next(BERTag.sequence)
            issuerAndSerialNumber = Array(bytes[name.whole])
            digestAlgorithm = try signer.algorithm()
            // A verifier that reads signed attributes could mistake them for the content. The App Store signs none.
            signatureAlgorithm = try signer.algorithm()
            let signature = try signer.next(BERTag.octetString)
            self.signature = try signer.octets(signature)
            // The unsigned attributes are not read.
            if signer.nextTag == BERTag.context(1) { _ = try signer.next() }
            try signer.finish()
        } catch {
            throw Rejection(
                .malformed, "the receipt is not a signed PKCS #7 message in the App Store's form")
        }
    }

    private static func content(_ signedData: inout BERReader) throws(BERReader.Malformed) -> [UInt8] {
        var encapsulated = signedData.inside(try signedData.next(BERTag.sequence))
        guard try encapsulated.objectID() == DER.pkcs7Data else { throw BERReader.Malformed() }
        var wrapping = encapsulated.inside(try encapsulated.next(BERTag.context(0)))
        try encapsulated.finish()
        let content = try wrapping.next()
        guard content.tag & ~0x20 == BERTag.octetString else { throw BERReader.Malformed() }
        try wrapping.finish()
        return try wrapping.octets(content)
    }

    private static func certificates(_ signedData: inout BERReader) throws(BERReader.Malformed) -> [[UInt8]] {
        guard signedData.nextTag == BERTag.context(0) else { return [] }
        var list = signedData.inside(try signedData.next())
        var certificates: [[UInt8]] = []
        while !list.isAtEnd {
            guard certificates.count < maximumCertificates else { throw BERReader.Malformed() }
            certificates.append(Array(list.bytes[try list.next(BERTag.sequence).whole]))
        }
        return certificates
    }
}

extension BERReader {
    /// An object identifier in DER, with tag and length.
    fileprivate mutating func objectID() throws(Malformed) -> [UInt8] {
        let id = bytes[try next(BERTag.objectID).content]
        // BER may use more than one byte for the length.
        guard let count = UInt8(exactly: id.count), count < 0x80 else { throw Malformed() }
        return [BERTag.objectID, count] + id
    }

    /// The identifier of an algorithm whose parameters are absent or NULL.
    fileprivate mutating func algorithm() throws(Malformed) -> [UInt8] {
        var reader = inside(try next(BERTag.sequence))
        let id = try reader.objectID()
        if !reader.isAtEnd {
            let parameters = try reader.next()
            guard parameters.tag == 0x05, parameters.content.isEmpty else { throw Malformed() }
            try reader.finish()
        }
        return id
    }
}

import CIAPOpenSSL
internal import IAPSignedText

/// A signed PKCS #7 message (RFC 2315; RFC 5652 is its successor) in the form of receipts: one signer, no signed
/// attributes, the content and the certificates inside. OpenSSL reads and verifies it.
final class SignedMessage {
    /// Real receipts have three.
    static let maximumCertificates = 16

    /// A CMS_ContentInfo.
    let pointer: OpaquePointer
    /// The signed content.
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

    /// The certificates of the signer and its issuers, in any order.
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

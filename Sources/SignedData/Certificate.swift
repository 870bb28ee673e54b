import COpenSSL

/// A parsed X.509 certificate.
///
/// Unchecked Sendable: nobody changes the certificate after it is read, and OpenSSL locks what it remembers about it.
final class Certificate: @unchecked Sendable {
    let der: [UInt8]
    let pointer: OpaquePointer
    /// Nil unless the certificate's key is for P-256.
    let publicKey: VerifyingKey?

    enum Unread: Error {
        /// The bytes are not exactly one DER certificate.
        case other
        case noMemory
    }

    init(reading der: [UInt8]) throws(Unread) {
        var read: OpaquePointer?
        let outcome = copenssl_certificate_read(der, der.count, &read)
        guard outcome == 1, let pointer = read else { throw outcome == -1 ? .noMemory : .other }
        var point = [UInt8](repeating: 0, count: 65)
        switch copenssl_certificate_point(pointer, &point) {
        case 1:
            // OpenSSL has found the point on the curve.
            guard let key = P256Key(point: point) else {
                X509_free(pointer)
                throw .noMemory
            }
            publicKey = VerifyingKey(key: key)
        case 0: publicKey = nil
        default:
            X509_free(pointer)
            throw .noMemory
        }
        self.der = der
        self.pointer = pointer
    }

    /// For the store's own certificates. Nil unless the bytes are exactly one DER certificate.
    convenience init?(der: [UInt8]) {
        do throws(Unread) { try self.init(reading: der) } catch { return nil }
    }

    deinit {
        X509_free(pointer)
    }

    /// The DER form by which a signature names this certificate (RFC 5652, section 10.2.4). Nil without memory.
    var issuerAndSerialNumber: [UInt8]? {
        guard let issuer = DER.written(by: { i2d_X509_NAME(X509_get_issuer_name(pointer), $0) }),
            let number = DER.written(by: { i2d_ASN1_INTEGER(X509_get0_serialNumber(pointer), $0) })
        else { return nil }
        return DER.sequence(issuer + number)
    }

    /// The first and the last second since 1970 that the certificate names.
    var validity: ClosedRange<Int64> {
        get throws(SignedDataError) {
            var (first, last): (Int64, Int64) = (0, 0)
            guard copenssl_seconds(X509_get0_notBefore(pointer), &first) == 1,
                copenssl_seconds(X509_get0_notAfter(pointer), &last) == 1, first <= last
            else { throw .invalidCertificate("A certificate names no validity that OpenSSL can read; make a new one.") }
            return first...last
        }
    }

    /// Where its issuer tells whether it was revoked; nil if it does not say.
    var ocspURL: String? {
        let url = [CChar](unsafeUninitializedCapacity: Self.longestURL + 1) { buffer, count in
            count = copenssl_certificate_ocsp_url(pointer, buffer.baseAddress, buffer.count)
        }
        return url.isEmpty ? nil : String(decoding: url.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static let longestURL = 4096

    func has(_ marker: Marker) -> Bool {
        copenssl_certificate_has_extension(pointer, marker.rawValue) == 1
    }
}

extension Certificate {
    /// The extensions by which Apple's verifiers know the App Store's certificates. Only their presence counts.
    enum Marker: String, Sendable {
        /// Worldwide Developer Relations, on the intermediate certificate.
        case developerRelations = "1.2.840.113635.100.6.2.1"
        /// Receipt signing, on the leaf certificate.
        case receiptSigning = "1.2.840.113635.100.6.11.1"
    }
}

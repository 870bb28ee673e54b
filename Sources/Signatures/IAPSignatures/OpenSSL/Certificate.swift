import CIAPOpenSSL

/// A parsed X.509 certificate.
///
/// Unchecked Sendable: the certificate does not change after it is read, and OpenSSL locks its cache for it.
package final class Certificate: @unchecked Sendable {
    package let der: [UInt8]
    package let pointer: OpaquePointer

    package enum Unread: Error {
        /// The bytes are not exactly one DER certificate.
        case other
        case noMemory
    }

    package init(reading der: [UInt8]) throws(Unread) {
        var read: OpaquePointer?
        let outcome = openssl_certificate_read(der, der.count, &read)
        guard outcome == 1, let pointer = read else { throw outcome == -1 ? .noMemory : .other }
        self.der = der
        self.pointer = pointer
    }

    /// Nil unless the bytes are exactly one DER certificate.
    package convenience init?(der: [UInt8]) {
        do throws(Unread) { try self.init(reading: der) } catch { return nil }
    }

    deinit { X509_free(pointer) }

    /// Nil unless the certificate's key is for P-256.
    package func publicKey() throws(Unread) -> VerifyingKey? {
        var lackedMemory: Int32 = 0
        if let key = openssl_certificate_key(pointer, &lackedMemory) { return VerifyingKey(owning: key) }
        guard lackedMemory == 0 else { throw .noMemory }
        return nil
    }

    /// The DER form by which a signature names this certificate (RFC 5652, section 10.2.4). Nil if there is no memory.
    package var issuerAndSerialNumber: [UInt8]? {
        guard let issuer = DER.written(by: { i2d_X509_NAME(X509_get_issuer_name(pointer), $0) }),
            let number = DER.written(by: { i2d_ASN1_INTEGER(X509_get0_serialNumber(pointer), $0) })
        else { return nil }
        return DER.sequence(issuer + number)
    }

    /// The first and the last second of the certificate's validity, since 1970.
    package var validity: ClosedRange<Int64> {
        get throws(SignedDataError) {
            var (first, last): (Int64, Int64) = (0, 0)
            guard openssl_seconds(X509_get0_notBefore(pointer), &first) == 1,
                openssl_seconds(X509_get0_notAfter(pointer), &last) == 1, first <= last
            else {
                throw .invalidCertificate(
                    "A certificate has a validity that OpenSSL cannot read; create a new certificate.")
            }
            return first...last
        }
    }

    /// The common names of the certificate's subject and issuer. Empty if there is none.
    package var subject: String { Self.commonName(X509_get_subject_name(pointer)) }
    package var issuer: String { Self.commonName(X509_get_issuer_name(pointer)) }

    private static func commonName(_ name: OpaquePointer?) -> String {
        var text = [CChar](repeating: 0, count: 256)
        guard let name, X509_NAME_get_text_by_NID(name, NID_commonName, &text, 256) > 0 else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether the certificate meets RFC 5280 exactly in the points that OpenSSL's strict rules do not check: version
    /// 3, DER, and each extension once and well-formed.
    var isStrict: Bool {
        get throws(Unread) {
            let outcome = openssl_certificate_is_strict(pointer, der, der.count)
            guard outcome != -1 else { throw .noMemory }
            return outcome == 1
        }
    }

    package func has(_ marker: Marker) -> Bool {
        openssl_certificate_has_extension(pointer, marker.rawValue) == 1
    }
}

extension Certificate {
    /// The extensions by which Apple's verifiers recognize the App Store's certificates. Only their presence counts.
    package enum Marker: String, Sendable {
        /// Worldwide Developer Relations, on the intermediate certificate.
        case developerRelations = "1.2.840.113635.100.6.2.1"
        /// Receipt signing, on the leaf certificate.
        case receiptSigning = "1.2.840.113635.100.6.11.1"
    }
}

/// The whole second at which certificates must be valid, or that a receipt names.
package struct EffectiveDate: Sendable, Hashable {
    /// The seconds since 1970 that a certificate can name: the years 1 to 9999.
    package static let limits: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    package let seconds: Int64

    /// Rounds down, also before 1970. A date outside the limits becomes the nearest date inside, because OpenSSL would
    /// take the present time instead.
    package init(milliseconds: Int64) {
        seconds = min(max(Self.floor(milliseconds), Self.limits.lowerBound), Self.limits.upperBound)
    }

    /// Nil for a date outside the limits.
    package init?(exactly milliseconds: Int64) {
        guard Self.limits.contains(Self.floor(milliseconds)) else { return nil }
        self.init(milliseconds: milliseconds)
    }

    private static func floor(_ milliseconds: Int64) -> Int64 {
        let quotient = milliseconds / 1000
        return milliseconds % 1000 < 0 ? quotient - 1 : quotient
    }
}

extension EffectiveDate {
    /// For example `2013-08-01T07:00:00Z`: UTC in the Gregorian calendar, also for dates before its introduction.
    package var rfc3339: String {
        var (parts, time) = (tm(), time_t(seconds))
        gmtime_r(&time, &parts)
        func digits(_ number: Int32, _ count: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: count - text.count) + text
        }
        let date = [digits(parts.tm_year + 1900, 4), digits(parts.tm_mon + 1), digits(parts.tm_mday)]
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { digits($0) }
        return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "Z"
    }
}

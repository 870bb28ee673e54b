internal import CIAPStoreSigning
internal import IAPSignedData

extension Certificate {
    private static let longestURL = 4096

    /// The address of the issuer's OCSP server; nil if the certificate names none.
    var ocspURL: String? {
        let url = [CChar](unsafeUninitializedCapacity: Self.longestURL + 1) { buffer, count in
            count = store_certificate_ocsp_url(pointer, buffer.baseAddress, buffer.count)
        }
        return url.isEmpty ? nil : String(decoding: url.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

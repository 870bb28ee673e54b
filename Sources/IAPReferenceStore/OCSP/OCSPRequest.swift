internal import CIAPOpenSSL
internal import CIAPStoreSigning
internal import IAPSignedData

/// A parsed request for the status of certificates (RFC 6960, section 4.1).
///
/// Unchecked Sendable: the request does not change after parsing.
final class OCSPRequest: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// Returns nil unless the bytes are one DER request.
    init?(der: [UInt8]) {
        guard let pointer = store_ocsp_request_read(der, der.count) else { return nil }
        self.pointer = pointer
    }

    deinit {
        OCSP_REQUEST_free(pointer)
    }

    var certificateIDs: [CertificateID] {
        (0..<OCSP_request_onereq_count(pointer)).compactMap { index in
            OCSP_request_onereq_get0(pointer, index).flatMap(OCSP_onereq_get0_id)
                .map { CertificateID(pointer: $0, request: self) }
        }
    }

    /// The extension that the response must repeat, in DER; nil if there is none.
    var nonce: [UInt8]? {
        let place = OCSP_REQUEST_get_ext_by_NID(pointer, NID_id_pkix_OCSP_Nonce, -1)
        guard place >= 0, let nonce = OCSP_REQUEST_get_ext(pointer, place) else { return nil }
        return DER.written(by: { i2d_X509_EXTENSION(nonce, $0) })
    }
}

extension OCSPRequest {
    /// A certificate's issuer and serial number.
    struct CertificateID {
        fileprivate let pointer: OpaquePointer
        fileprivate let request: OCSPRequest

        /// The id as in the request, with the same digests.
        var der: [UInt8]? { DER.written(by: { i2d_OCSP_CERTID(pointer, $0) }) }

        func isIssued(by issuer: Certificate) -> Bool { store_ocsp_id_is_of(pointer, issuer.pointer) == 1 }

        func names(_ certificate: Certificate) -> Bool { store_ocsp_id_names(pointer, certificate.pointer) == 1 }
    }
}

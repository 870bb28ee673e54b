/// What an OCSP server says about a certificate. The numbers are those of the C header's `IAP_STORE_OCSP_…`.
package enum OCSPAnswer: Int32, Sendable, Hashable, CaseIterable {
    case good = 1
    case revoked = 2
    case unknown = 3
    /// Good, and out of date.
    case stale = 4
    /// Good, signed by neither the issuer nor a responder that the issuer has authorized.
    case foreignSigner = 5
    /// Bytes that are no answer.
    case garbage = 6
    case tryLater = 7
    /// Good, signed by a responder that the issuer has authorized. The App Store does it this way.
    case delegate = 8
    /// Good, without a time at which it ends.
    case noNextUpdate = 9
}

/// The response of an OCSP server about a certificate. The numbers are those of the C header's `IAP_STORE_OCSP_…`.
package enum OCSPAnswer: Int32, Sendable, Hashable, CaseIterable {
    case good = 1
    case revoked = 2
    case unknown = 3
    /// Good, but out of date.
    case stale = 4
    /// Good, but the signer is neither the issuer nor a responder that the issuer authorized.
    case foreignSigner = 5
    /// Bytes that are not a response.
    case garbage = 6
    case tryLater = 7
    /// Good; a responder that the issuer authorized signs it. The App Store does this too.
    case delegate = 8
    /// Good, without the time of the next update.
    case noNextUpdate = 9
}

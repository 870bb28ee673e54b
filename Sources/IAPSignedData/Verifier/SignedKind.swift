/// The kinds of data that the App Store signs as JWS. A text does not name its kind. The numbers are those of the C
/// header's `IAP_SIGNED_…`.
package enum SignedKind: Int32, Sendable, Hashable, CaseIterable {
    case transaction = 1
    case renewalInfo = 2
    case appTransaction = 3
    case notification = 4
}

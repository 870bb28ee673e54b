/// The country whose App Store serves the account.
public struct Storefront: Sendable, Hashable {
    /// ISO 3166-1 alpha-3, for example "USA".
    public var countryCode: String
    /// The store's own number for the storefront, for example "143441".
    public var id: String

    public init(countryCode: String, id: String) {
        self.countryCode = countryCode
        self.id = id
    }
}

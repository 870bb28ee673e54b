/// An exact amount in thousandths of the currency's unit, with its ISO 4217 code: $1.99 is 1990 "USD", ¥300 is 300000
/// "JPY".
public struct Money: Sendable, Hashable, Codable {
    public var milliunits: Int64
    /// Empty if the store did not name the currency.
    public var currencyCode: String

    /// Journals contain these names. So they stay.
    private enum CodingKeys: String, CodingKey {
        case milliunits = "milliunits"
        case currencyCode = "currency_code"
    }

    public init(milliunits: Int64, currencyCode: String) {
        self.milliunits = milliunits
        self.currencyCode = currencyCode
    }
}

package import IAPModel

/// The countries and regions of ISO 3166-1, and Kosovo, which the App Store calls `XKS`, with their currencies in the store.
///
/// For the 175 App Store territories, the currency is the one that App Store Connect lists (many sell in USD or EUR instead of
/// the country's own currency). For all others it is CLDR's currency of the region, or USD if there is none. The number of a
/// storefront is Apple's `X-Apple-Store-Front`. The table contains only numbers on which several public lists agree.
package enum StorefrontTable {
    package struct Row: Sendable, Hashable {
        /// ISO 3166-1 alpha-3, for example "USA".
        package var countryCode: String
        /// ISO 3166-1 alpha-2, for example "US".
        package var alpha2: String
        /// ISO 4217.
        package var currencyCode: String
        /// The App Store's own number for the storefront, for example "143441"; nil if there is none or it is unknown.
        package var storefrontID: String?

        /// The storefront. Its id is empty if the number is unknown.
        package var storefront: Storefront { Storefront(countryCode: countryCode, id: storefrontID ?? "") }
    }

    /// The rows in the order of the country codes.
    package static let rows: [Row] = text.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ").map(String.init)
        guard fields.count >= 3 else { return nil }
        return Row(
            countryCode: fields[0], alpha2: fields[1], currencyCode: fields[2],
            storefrontID: fields.count > 3 ? fields[3] : nil)
    }

    private static let rowByCountryCode = Dictionary(rows.map { ($0.countryCode, $0) }, uniquingKeysWith: { $1 })

    /// Returns the row of an alpha-3 code in capitals; nil for any other text.
    package static func row(_ countryCode: String) -> Row? {
        rowByCountryCode[countryCode]
    }
}

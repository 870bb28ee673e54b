package import IAPModel

/// The countries and regions of ISO 3166-1, and Kosovo, which the App Store calls `XKS`, with the currency in which they sell.
///
/// The currency of the 175 App Store territories is the one App Store Connect lists for them (many sell in USD or EUR and not in
/// the country's own currency); that of all others is the one CLDR has for the region, and USD where it has none. The number of
/// a storefront is Apple's `X-Apple-Store-Front`; only numbers on which several public lists agree are here.
package enum StorefrontTable {
    package struct Row: Sendable, Hashable {
        /// ISO 3166-1 alpha-3, for example "USA".
        package var countryCode: String
        /// ISO 3166-1 alpha-2, for example "US".
        package var alpha2: String
        /// ISO 4217.
        package var currencyCode: String
        /// The App Store's own number for the storefront, for example "143441"; nil where there is none or it is not known.
        package var storefrontID: String?

        /// The storefront. Its id is empty if the number is not known.
        package var storefront: Storefront { Storefront(countryCode: countryCode, id: storefrontID ?? "") }
    }

    /// In the order of the country codes.
    package static let rows: [Row] = text.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ").map(String.init)
        guard fields.count >= 3 else { return nil }
        return Row(
            countryCode: fields[0], alpha2: fields[1], currencyCode: fields[2],
            storefrontID: fields.count > 3 ? fields[3] : nil)
    }

    private static let rowByCountryCode = Dictionary(rows.map { ($0.countryCode, $0) }, uniquingKeysWith: { $1 })

    /// The row of an alpha-3 code in capitals; nil for anything else.
    package static func row(_ countryCode: String) -> Row? {
        rowByCountryCode[countryCode]
    }
}

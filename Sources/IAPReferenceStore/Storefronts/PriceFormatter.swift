import Foundation
internal import IAPPlatform

/// Writes prices as the store shows them: the storefront's currency in the form of a locale.
///
/// The two are independent, as in Xcode's editor: a German locale writes a price of the USA storefront as `0,99 $`. The
/// machine's locale has no effect. Every call is thread-safe.
package final class PriceFormatter: Sendable {
    private struct Key: Hashable {
        let currencyCode: String
        let locale: String
    }

    private let styles = Guarded<[Key: Decimal.FormatStyle.Currency]>([:])

    package init() {}

    /// Returns a price. Example: 990, "USD", "en_US" gives `$0.99`. An unknown language uses `en_US`.
    package func string(milliunits: Int64, currencyCode: String, locale: String) -> String {
        let key = Key(currencyCode: currencyCode, locale: locale)
        let style = styles.withLock { styles in
            if let style = styles[key] { return style }
            let style = Decimal.FormatStyle.Currency(code: currencyCode, locale: Self.locale(locale))
            styles[key] = style
            return style
        }
        return (Decimal(milliunits) / 1000).formatted(style)
    }

    /// Returns a price in the currency of a storefront, given by its alpha-3 code. Unknown storefronts use the currency of the
    /// USA.
    package func string(milliunits: Int64, storefront countryCode: String, locale: String) -> String {
        string(
            milliunits: milliunits, currencyCode: StorefrontTable.row(countryCode)?.currencyCode ?? "USD",
            locale: locale)
    }

    /// For an unknown language, ICU uses the machine's own locale. A test must not depend on that.
    private static func locale(_ identifier: String) -> Locale {
        let locale = Locale(identifier: identifier)
        guard let language = locale.language.languageCode?.identifier, languages.contains(language) else {
            return Locale(identifier: "en_US")
        }
        return locale
    }

    private static let languages = Set(
        Locale.availableIdentifiers.compactMap { $0.split(separator: "_").first.map(String.init) })
}

import Testing

@testable import IAPReferenceStore

@Suite struct PriceFormatterTests {
    /// U+00A0, which CLDR places between the number and the currency.
    private static let space = "\u{A0}"

    static let rows: [(Int64, storefront: String, locale: String, String)] = [
        (990, "USA", "en_US", "$0.99"),
        (990, "USA", "en-US", "$0.99"),
        (4990, "ESP", "es_ES", "4,99\(space)€"),
        (4990, "DEU", "de", "4,99\(space)€"),
        (6000, "CHN", "zh_CN", "¥6.00"),
        (6000, "CHN", "zh_Hans", "¥6.00"),
        (500_000, "JPN", "ja_JP", "¥500"),
        (13_900_000, "KOR", "ko_KR", "₩13,900"),
        (49_000, "NOR", "nb_NO", "49,00\(space)kr"),
        (0, "USA", "en_US", "$0.00"),
        (1_234_567_890, "USA", "en_US", "$1,234,567.89"),
        (999_999_999_999_990, "USA", "en_US", "$999,999,999,999.99"),
        // Storefront and locale are independent.
        (6000, "CHN", "en_US", "CN¥6.00"),
        (990, "USA", "de", "0,99\(space)$"),
        // An unknown language is formatted like English.
        (990, "USA", "", "$0.99"),
        (990, "USA", "xx_YY", "$0.99"),
        (990, "USA", "C", "$0.99"),
    ]

    @Test(arguments: rows)
    func aPriceIsWrittenAsTheStoreShowsIt(milliunits: Int64, storefront: String, locale: String, text: String) throws {
        let currencyCode = try #require(StorefrontTable.row(storefront)).currencyCode
        let formatter = PriceFormatter()
        #expect(formatter.string(milliunits: milliunits, currencyCode: currencyCode, locale: locale) == text)
        // The second call uses the cache.
        #expect(formatter.string(milliunits: milliunits, currencyCode: currencyCode, locale: locale) == text)
    }

    @Test func aCurrencyMayBeNamedDirectly() {
        let formatter = PriceFormatter()
        #expect(formatter.string(milliunits: 1990, currencyCode: "GBP", locale: "en_GB") == "£1.99")
        #expect(formatter.string(milliunits: 1990, currencyCode: "EUR", locale: "en_GB") == "€1.99")
    }

    @Test func everyStorefrontHasAPriceInEnglish() {
        let formatter = PriceFormatter()
        for row in StorefrontTable.rows {
            let text = formatter.string(milliunits: 12_000, currencyCode: row.currencyCode, locale: "en_US")
            #expect(text.contains("12"), "\(row.countryCode): \(text)")
        }
    }

    @Test func callsFromManyTasksGiveTheSame() async {
        let formatter = PriceFormatter()
        await withTaskGroup(of: String.self) { group in
            for index in 0..<200 {
                group.addTask {
                    formatter.string(milliunits: 990, currencyCode: "USD", locale: index % 2 == 0 ? "en_US" : "en-US")
                }
            }
            for await text in group { #expect(text == "$0.99") }
        }
    }
}

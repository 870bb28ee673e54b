import IAPModel
import Testing

@testable import IAPReferenceStore

@Suite struct LocalizationTests {
    static let rows: [(wanted: String, entries: [String], chosen: String)] = [
        ("en_US", ["zh_CN", "en_US"], "en_US"),
        ("en-US", ["zh_CN", "en_US"], "en_US"),
        ("EN_us", ["zh_CN", "en_US"], "en_US"),
        // Same language and script.
        ("ja_JP", ["en_US", "ja"], "ja"),
        ("ja", ["en_US", "ja_JP"], "ja_JP"),
        ("en_US", ["de", "en_GB"], "en_GB"),
        ("zh_CN", ["en_US", "zh_Hant", "zh_Hans"], "zh_Hans"),
        ("zh_Hans", ["en_US", "zh_TW", "zh_CN"], "zh_CN"),
        ("zh_TW", ["en_US", "zh_Hans", "zh_Hant"], "zh_Hant"),
        ("zh_HK", ["en_US", "zh_CN", "zh_Hant"], "zh_Hant"),
        ("zh_HK", ["en_US", "zh_CN", "zh_TW"], "zh_TW"),
        ("zh_Hant", ["en_US", "zh_CN", "zh_HK"], "zh_HK"),
        ("zh", ["en_US", "zh_TW", "zh_Hans"], "zh_Hans"),
        ("zh_Hant_HK", ["zh_Hans_HK", "zh_TW"], "zh_TW"),
        ("sr_Latn", ["sr_RS", "sr_Latn_RS"], "sr_Latn_RS"),
        // Same language only.
        ("zh_CN", ["en_US", "zh_Hant"], "zh_Hant"),
        ("sr_Latn", ["en_US", "sr"], "sr"),
        // First choice: English of the United States. Second choice: the first localization.
        ("fr", ["de", "en_US"], "en_US"),
        ("fr", ["de", "en_GB"], "de"),
        ("", ["de", "en_US"], "en_US"),
        ("?", ["de", "en_US"], "en_US"),
        ("nonsense_that_is_no_locale", ["de", "es_ES"], "de"),
        ("fr", ["", "es_ES"], ""),
        ("fr", ["de"], "de"),
    ]

    @Test(arguments: rows) func theNearestLanguageIsTaken(wanted: String, entries: [String], chosen: String) {
        let localizations = entries.map { CatalogueLocalization(locale: $0, displayName: "in \($0)") }
        #expect(localizations.best(for: wanted)?.locale == chosen)
        let product = CatalogueProduct(
            productID: "a", type: .consumable, priceMilliunits: 0, localizations: localizations)
        #expect(product.displayName(for: wanted) == "in \(chosen)")
    }

    @Test func emptyListHasNoBestLocalization() {
        #expect([CatalogueLocalization]().best(for: "en_US") == nil)
    }

    @Test func nameAndDescriptionAreOfOneEntry() {
        let product = CatalogueProduct(
            productID: "a", type: .consumable, priceMilliunits: 0,
            localizations: [
                CatalogueLocalization(locale: "en_US", displayName: "Coins", description: "Gold"),
                CatalogueLocalization(locale: "de", displayName: "", description: "Münzen"),
            ])
        #expect(product.displayName(for: "de_AT") == "")
        #expect(product.description(for: "de_AT") == "Münzen")
    }
}

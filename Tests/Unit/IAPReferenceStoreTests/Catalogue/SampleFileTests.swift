import IAPModel
import Testing

@testable import IAPReferenceStore

/// The file with the products of the samples.
@Suite struct SampleFileTests {
    @Test func theSampleSellsTheDocumentedProducts() throws {
        let catalogue = try Catalogue.load(path: TestFile.sample)
        #expect(catalogue.warnings == [])
        #expect(catalogue.version == Catalogue.Version(major: 5, minor: 0))
        #expect(catalogue.settings.storefront == "USA")
        #expect(catalogue.settings.locale == "en_US")
        #expect(catalogue.settings.timeRate == .realTime)
        let id = { (name: String) in "com.example.caves.\(name)" }
        #expect(
            catalogue.products.map(\.productID)
                == ["coins.small", "coins.large", "editor", "season", "club.yearly", "club.monthly"].map(id))
        #expect(catalogue.products.map(\.priceMilliunits) == [990, 4990, 2990, 9990, 14990, 1990])
        #expect(catalogue.product(id: id("editor"))?.type == .nonConsumable)
        #expect(catalogue.product(id: id("editor"))?.displayName(for: "en_US") == "Level Editor")

        let monthly = try #require(catalogue.product(id: id("club.monthly"))?.subscription)
        let yearly = try #require(catalogue.product(id: id("club.yearly"))?.subscription)
        #expect(monthly.groupID == yearly.groupID)
        #expect(monthly.level == 2 && yearly.level == 1)
        #expect(monthly.period == Period(value: 1, unit: .month) && yearly.period == Period(value: 1, unit: .year))
        #expect(monthly.introductoryOffer?.paymentMode == .free)
        #expect(monthly.introductoryOffer?.period == Period(value: 1, unit: .week))
        #expect(yearly.introductoryOffer == nil)
    }

    @Test(arguments: ["en_US", "zh_Hans", "de", "es_ES"]) func everythingHasANameInEveryLanguage(locale: String) throws
    {
        for product in try Catalogue.load(path: TestFile.sample).products {
            #expect(product.localizations.contains { $0.locale == locale })
            #expect(!product.displayName(for: locale).isEmpty)
            #expect(!product.description(for: locale).isEmpty)
        }
    }
}

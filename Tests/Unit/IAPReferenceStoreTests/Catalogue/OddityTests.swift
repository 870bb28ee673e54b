import IAPModel
import Testing

@testable import IAPReferenceStore

/// Unusual content that files of public projects have. Each oddity has its own file in the fixtures.
@Suite struct OddityTests {
    private func load(_ name: String) throws -> Catalogue {
        try Catalogue.load(path: TestFile.oddity(name))
    }

    /// The files that load, their number of products, and one word of each warning.
    static let files: [(name: String, products: Int, warnings: [String])] = [
        ("bundle", 1, []),
        ("minified", 2, []),
        ("empty-store", 0, []),
        ("subscription-among-products", 3, ["products[1].type"]),
        ("introductory-offer-forms", 4, []),
        ("free-offer-with-price", 1, []),
        ("unpriced", 3, ["unpriced", "unpriced", "unpriced"]),
        ("price-forms", 7, []),
        ("product-id-with-newline", 1, ["white space"]),
        ("reference-name-null", 1, []),
        ("localizations-empty", 2, []),
        ("storefront-against-locale", 1, []),
        ("locale-by-language", 1, []),
        ("duplicate-offer-id", 2, []),
        ("levels", 4, []),
        ("name-against-period", 1, []),
        ("compatibility-time-rate", 1, []),
        ("unknown-time-rate", 1, ["settings._timeRate"]),
        ("storekit-errors", 1, ["_storeKitErrors[6].current", "Teleport"]),
        ("storekit-error-number", 1, []),
        ("synchronized-by-hand", 1, []),
        ("newer-version", 1, ["7.3"]),
        ("unwritten-version", 1, []),
        ("unknown-keys", 1, ["sparkle", "_subscriptionRenewalRate", "nonConsumables"]),
        ("introductory-offer-twice", 1, []),
        ("offers-key-pair", 1, []),
        ("long-texts", 1, []),
    ]

    @Test(arguments: files) func itLoads(name: String, products: Int, warnings: [String]) throws {
        let catalogue = try load(name)
        #expect(catalogue.products.count == products)
        #expect(catalogue.warnings.count == warnings.count, "\(catalogue.warnings)")
        for (warning, word) in zip(catalogue.warnings, warnings) {
            #expect(warning.contains(word))
            #expect(!warning.contains("\n"))
        }
        for product in catalogue.products {
            #expect(catalogue.product(id: product.productID) == product)
        }
    }

    @Test func aBundleIsReadThroughItsConfiguration() throws {
        let catalogue = try load("bundle")
        #expect(catalogue.file.hasSuffix("bundle.storekit/Configuration.storekit"))
        #expect(try Catalogue.load(path: TestFile.oddity("bundle") + "/").products == catalogue.products)
    }

    @Test func aSubscriptionAmongProductsRenewsAndComesLast() throws {
        let catalogue = try load("subscription-among-products")
        #expect(catalogue.products.map(\.type) == [.consumable, .consumable, .autoRenewableSubscription])
        let subscription = try #require(catalogue.products[2].subscription)
        #expect(subscription.groupID == "club")
        #expect(subscription.level == 1)
        #expect(subscription.period == Period(value: 1, unit: .week))
        #expect(catalogue.groups == [SubscriptionGroup(id: "club")])
    }

    @Test func onlyARealIntroductoryOfferIsOne() throws {
        let offers = try load("introductory-offer-forms").products.map { $0.subscription?.introductoryOffers.count }
        #expect(offers == [0, 0, 1, 0])
    }

    @Test func aFreeOfferCostsNothingDespiteItsPrice() throws {
        let offer = try load("free-offer-with-price").products[0].subscription?.introductoryOffer
        #expect(offer?.priceMilliunits == 0)
        #expect(offer?.isPriced == true)
    }

    @Test func anEmptyPriceIsZeroWithAWarning() throws {
        let products = try load("unpriced").products
        #expect(products.map(\.isPriced) == [false, false, true])
        #expect(products.map(\.priceMilliunits) == [0, 0, 1990])
        #expect(products[2].subscription?.introductoryOffer?.isPriced == false)
    }

    @Test func pricesAreDecimalNumbersOfAnyLength() throws {
        let prices = try load("price-forms").products.map(\.priceMilliunits)
        #expect(prices == [18000, 500, 39000, 4_900_000, 0, 0, 199_990])
    }

    @Test func aProductIdentifierIsKeptByteForByte() throws {
        let catalogue = try load("product-id-with-newline")
        #expect(catalogue.product(id: "com.example.caves.coins") == nil)
        #expect(catalogue.product(id: "com.example.caves.coins\n") != nil)
    }

    @Test func missingTextsAreEmpty() throws {
        #expect(try load("reference-name-null").products[0].referenceName == "")
        for product in try load("localizations-empty").products {
            #expect(product.displayName(for: "en_US") == "")
            #expect(product.description(for: "en_US") == "")
        }
    }

    @Test func storefrontAndLocaleAreIndependent() throws {
        let catalogue = try load("storefront-against-locale")
        #expect(catalogue.settings.storefront == "ESP")
        #expect(catalogue.settings.locale == "pt_BR")
        #expect(catalogue.products[0].displayName(for: "pt_BR") == "Moedas")
        #expect(catalogue.products[0].displayName(for: "en_US") == "동전")
    }

    @Test func offersAreThoseOfTheirProduct() throws {
        let offers = try load("duplicate-offer-id").products.map { $0.subscription?.promotionalOffers.first }
        #expect(offers.map(\.?.offerID) == ["gift", "gift"])
        #expect(offers.map(\.?.period.unit) == [.week, .month])
    }

    @Test func levelsAreRanksAndNotIndexes() throws {
        #expect(try load("levels").products.map { $0.subscription?.level } == [1, 1, 4, 2])
    }

    @Test func thePeriodIsUsedAndNotTheName() throws {
        let product = try load("name-against-period").products[0]
        #expect(product.referenceName == "Yearly")
        #expect(product.subscription?.period == Period(value: 1, unit: .week))
    }

    @Test func theRateForOldDevicesIsIgnored() throws {
        #expect(try load("compatibility-time-rate").settings.timeRate == .oneRenewalEveryThirtySeconds)
        #expect(try load("unknown-time-rate").settings.timeRate == .realTime)
    }

    @Test func theSameIntroductoryOfferInBothKeysIsOne() throws {
        #expect(try load("introductory-offer-twice").products[0].subscription?.introductoryOffers.count == 1)
    }

    @Test func theSigningKeyIsReadAndNeverShown() throws {
        let catalogue = try load("offers-key-pair")
        let pair = try #require(catalogue.offersKeyPair)
        #expect(pair.id == "7E0D5B31")
        #expect(pair.privateKey.count == 184)
        var dumped = ""
        dump(catalogue, to: &dumped)
        for text in ["\(pair)", String(reflecting: pair), "\(catalogue)", String(reflecting: catalogue), dumped] {
            #expect(!text.contains(pair.privateKey))
            #expect(text.contains("7E0D5B31"))
        }
    }

    @Test func textsHaveNoLengthLimit() throws {
        let product = try load("long-texts").products[0]
        #expect(product.displayName(for: "en_US").hasPrefix("The very biggest bag of coins 🪙🪙🪙"))
        #expect(product.description(for: "en_US").count == 400)
    }
}

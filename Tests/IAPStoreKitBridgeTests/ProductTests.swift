import Foundation
import IAPModel
import IAPPaymentQueue
import IAPReferenceStore
import IAPReferenceStoreKit
import Testing

@testable import IAPStoreKitBridge

/// Products as the game receives them.
@Suite(.timeLimit(.minutes(60)))
struct ProductTests {
    @Test func everyTypeComesWithAllThatTheStoreSays() async throws {
        let shop = try Shop()
        let ids = ["coins", "editor", "season", "silver"]
        let products = try await shop.visit { try await StoreKitConnection().products(for: ids) }
        let usd = { (milliunits: Int64) in Money(milliunits: milliunits, currencyCode: "USD") }
        var silver = IAPModel.Product.Subscription(groupID: "CLUB", period: Period(value: 1, unit: .month))
        silver.level = 1
        let expected = [
            IAPModel.Product(
                id: "coins", type: .consumable, displayName: "Coins", description: "A bag of coins",
                price: usd(990), displayPrice: "$0.99", isFamilyShareable: false, subscription: nil),
            IAPModel.Product(
                id: "editor", type: .nonConsumable, displayName: "", description: "", price: usd(2990),
                displayPrice: "$2.99", isFamilyShareable: true, subscription: nil),
            IAPModel.Product(
                id: "season", type: .nonRenewingSubscription, displayName: "", description: "", price: usd(9990),
                displayPrice: "$9.99", isFamilyShareable: false, subscription: nil),
            IAPModel.Product(
                id: "silver", type: .autoRenewableSubscription, displayName: "", description: "",
                price: usd(1990), displayPrice: "$1.99", isFamilyShareable: false, subscription: silver),
        ]
        for (var product, var expected) in zip(products, expected) {
            let json = try JSONSerialization.jsonObject(with: Data(product.json.utf8)) as? [String: Any]
            #expect((json?["attributes"] as? [String: Any])?["offerName"] as? String == product.id)
            product.json = ""
            // The store determines the name of a group without its own text.
            expected.subscription?.groupName = product.subscription?.groupName ?? ""
            #expect(product == expected)
        }
        #expect(products.count == expected.count)
    }

    @Test func subscriptionComesWithItsOffersAndBillingPlans() async throws {
        let shop = try Shop(catalogue: Shop.club)
        let products = try await shop.visit { try await StoreKitConnection().products(for: ["gold", "silver"]) }
        let gold = try #require(products.first?.subscription)
        #expect(gold.level == 1 && gold.groupName == "The Club" && products.last?.subscription?.level == 2)
        let (week, month) = (Period(value: 1, unit: .week), Period(value: 1, unit: .month))
        #expect(
            gold.offers == [
                IAPModel.Product.Offer(
                    type: .introductory, id: nil, paymentMode: .freeTrial, priceMilliunits: 0, displayPrice: "$0.00",
                    period: week, periodCount: 1),
                IAPModel.Product.Offer(
                    type: .promotional, id: "promo", paymentMode: .payAsYouGo, priceMilliunits: 4990,
                    displayPrice: "$4.99", period: month, periodCount: 3),
                IAPModel.Product.Offer(
                    type: .winBack, id: "back", paymentMode: .payUpFront, priceMilliunits: 9990,
                    displayPrice: "$9.99", period: Period(value: 3, unit: .month), periodCount: 1),
            ])
        #expect(
            gold.billingPlans == [
                IAPModel.Product.BillingPlan(
                    type: .upFront, priceMilliunits: 99990, displayPrice: "$99.99",
                    period: Period(value: 1, unit: .year), commitmentPriceMilliunits: 0),
                IAPModel.Product.BillingPlan(
                    type: .monthly, priceMilliunits: 9990, displayPrice: "$9.99", period: month,
                    commitmentPriceMilliunits: 119880),
            ])
        #expect(products.last?.subscription?.offers == [] && products.last?.subscription?.billingPlans == [])
    }

    @Test func loadingFailsAsTheStoreDoes() async throws {
        let shop = try Shop()
        try shop.store.setSimulatedError(.networkTimeout, for: .loadProducts)
        await shop.visit {
            let error = await #expect(throws: IAPError.self) {
                try await StoreKitConnection().products(for: ["coins"])
            }
            #expect(error?.status == .network && error?.storeDomain == NSURLErrorDomain && error?.storeCode == -1001)
        }
    }

    /// Swift's `String` compares both spellings of the id as equal. The store does not.
    @Test func idIsComparedByteForByte() async throws {
        let shop = try Shop(
            catalogue: #"""
                {"products": [{"productID": "caf\u00e9", "type": "Consumable", "displayPrice": "1"}],
                 "version": {"major": 4}}
                """#)
        await shop.visit {
            guard case .failed(let error) = await StoreKitConnection().buy(Payment(productID: "cafe\u{301}")) else {
                Issue.record("a product with another id was bought")
                return
            }
            #expect(error.status == .productUnavailable)
        }
    }

    @Test func unknownIDsAreLeftOut() async throws {
        let shop = try Shop()
        let products = try await shop.visit {
            try await StoreKitConnection().products(for: ["nothing", "coins", "", "coins"])
        }
        #expect(products.map(\.id) == ["coins"])
    }

    static let prices: [(text: String, milliunits: Int64)] = [
        ("0.99", 990), ("4900", 4_900_000), ("0.5", 500), ("12.345", 12345), ("0", 0), ("0.001", 1), ("19.90", 19900),
        ("1234567.89", 1_234_567_890), ("0.07", 70), ("1.1", 1100), ("999999999999.999", 999_999_999_999_999),
        ("8.20", 8200), ("1.005", 1005),
    ]

    @Test(arguments: prices.indices) func priceIsExact(index: Int) async throws {
        let (text, milliunits) = Self.prices[index]
        let shop = try Shop(
            catalogue: #"""
                {"products": [{"productID": "thing", "type": "Consumable", "displayPrice": "\#(text)"}],
                 "version": {"major": 4}}
                """#)
        let products = try await shop.visit { try await StoreKitConnection().products(for: ["thing"]) }
        #expect(products.map(\.price) == [Money(milliunits: milliunits, currencyCode: "USD")])
    }

    static let storefronts = [("JPN", "ja_JP", "JPY"), ("DEU", "de_DE", "EUR"), ("USA", "de_DE", "USD")]

    @Test(arguments: storefronts)
    func currencyIsTheStorefronts(country: String, locale: String, currency: String) async throws {
        let shop = try Shop()
        _ = try shop.store.setStorefront(country, locale: locale)
        let products = try await shop.visit { try await StoreKitConnection().products(for: ["coins"]) }
        #expect(products.map(\.price) == [Money(milliunits: 990, currencyCode: currency)])
    }

    static let periods: [(String, Period)] = [
        ("P3D", Period(value: 3, unit: .day)), ("P1W", Period(value: 1, unit: .week)),
        ("P6M", Period(value: 6, unit: .month)), ("P1Y", Period(value: 1, unit: .year)),
    ]

    @Test(arguments: periods.indices) func periodIsTheSubscriptions(index: Int) async throws {
        let (text, period) = Self.periods[index]
        let shop = try Shop(catalogue: Shop.catalogue.replacing("P1M", with: text))
        let products = try await shop.visit { try await StoreKitConnection().products(for: ["silver"]) }
        #expect(products.map { $0.subscription?.period } == [period])
    }
}

import IAPModel
import ReferenceStore
import ReferenceStoreKit
import Testing

@testable import StoreKitBridge

/// Products as the game gets them.
@Suite(.timeLimit(.minutes(10)))
struct ProductTests {
    @Test func everyTypeComesWithAllThatTheStoreSays() async throws {
        let shop = try Shop()
        let ids = ["coins", "editor", "season", "silver"]
        let products = try await shop.visit { try await StoreKitConnection().products(for: ids) }
        let usd = { (milliunits: Int64) in Money(milliunits: milliunits, currencyCode: "USD") }
        #expect(
            products == [
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
                    price: usd(1990), displayPrice: "$1.99", isFamilyShareable: false,
                    subscription: .init(groupID: "CLUB", period: Period(value: 1, unit: .month))),
            ])
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

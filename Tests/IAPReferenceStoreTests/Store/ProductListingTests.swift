import Foundation
import IAPModel
import Testing

@testable import IAPReferenceStore

/// How the store lists products.
struct ProductListingTests {
    private static func listing(_ id: String) throws -> ProductListing {
        try #require(try OfferShop.open().device().listing(id))
    }

    @Test func offersAreListedInOrderWithTheirPrices() throws {
        let month = try Self.listing("month")
        #expect(
            month.offers.map(\.offer.offerID)
                == [nil, "half", "year", "free", "same", "dear", "unpriced", "back", "later"])
        #expect(
            month.offers.map(\.displayPrice)
                == ["$0.00", "$2.49", "$39.99", "$0.00", "$4.99", "$59.88", "$0.00", "$0.99", "$0.00"])
        #expect(month.groupName == "Club" && month.level == 2)
        let coins = try Self.listing("coins")
        #expect(coins.offers.isEmpty && coins.billingPlans.isEmpty && coins.groupName.isEmpty && coins.level == 0)
    }

    @Test func plansAreListedWithTheTimeBetweenTwoBills() throws {
        let yearly = try Self.listing("yearly")
        #expect(yearly.billingPlans.map(\.plan.type) == ["BILLED_UPFRONT", "MONTHLY"])
        #expect(yearly.billingPlans.map(\.displayPrice) == ["$39.99", "$4.00"])
        #expect(yearly.billingPlans.map(\.period) == [Period(value: 1, unit: .year), Period(value: 1, unit: .month)])
        #expect(yearly.offers.map(\.offer.paymentMode) == [.free], "the offer is for a purchase without a plan")
        #expect(try Self.listing("upfront").billingPlans.isEmpty, "its only plan is switched off")
    }

    @Test func systemWithoutTheFeatureListsNeitherWinBackOffersNorPlans() throws {
        let store = try OfferShop.open()
        try store.set(.winBackOffers, isSupported: false)
        try store.set(.billingPlans, isSupported: false)
        let (month, yearly) = (try store.device().listing("month"), try store.device().listing("yearly"))
        #expect(month?.offers.count == 7 && month?.offers.allSatisfy { $0.offer.kind != .winBack } == true)
        #expect(yearly?.billingPlans.isEmpty == true)
    }

    @Test func groupIsNamedInTheStoresLanguage() throws {
        let text = OfferShop.catalogue.replacingOccurrences(
            of: #""name": "Club","#,
            with: #"""
                "name": "Club", "localizations": [{"locale": "en_US", "displayName": "The Club"},
                {"locale": "de", "displayName": "Der Verein"}],
                """#)
        let store = try TestStore.open(catalogue: text)
        #expect(try store.device().listing("month")?.groupName == "The Club")
        _ = try store.setStorefront("DEU", locale: "de_DE")
        #expect(try store.device().listing("month")?.groupName == "Der Verein")
    }

    @Test func jsonHasTheFormOfXcodes() throws {
        let json = try Self.listing("month").json
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(object["type"] as? String == "in-apps" && object["id"] as? String == "M1")
        #expect(object["href"] as? String == "/v1/catalog/usa/in-apps/M1")
        let attributes = try #require(object["attributes"] as? [String: Any])
        #expect(attributes["kind"] as? String == "Auto-Renewable Subscription")
        #expect(attributes["icuLocale"] as? String == "en_US@currency=USD")
        #expect(attributes["subscriptionFamilyId"] as? String == "CLUB")
        #expect(attributes["subscriptionFamilyRank"] as? Int == 2 && attributes["offerName"] as? String == "month")
        let price = try #require((attributes["offers"] as? [[String: Any]])?.first)
        #expect(price["price"] as? String == "4.99" && price["priceFormatted"] as? String == "$4.99")
        #expect(price["recurringSubscriptionPeriod"] as? String == "P1M")
        let discounts = try #require(price["discounts"] as? [[String: Any]])
        #expect(discounts.count == 9)
        #expect(discounts[0]["type"] as? String == "IntroOffer" && discounts[0]["modeType"] as? String == "FreeTrial")
        #expect(discounts[0]["id"] == nil && discounts[1]["id"] as? String == "half")
        #expect(discounts[1]["type"] as? String == "AdhocOffer" && discounts[1]["numOfPeriods"] as? Int == 3)
        #expect(discounts[1]["price"] as? String == "2.49")
        #expect(try Self.listing("generic").json.contains(#""price":"1","#))
    }
}

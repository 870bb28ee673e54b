import IAPModel
import Testing

@testable import IAPReferenceStore

/// Groups, subscriptions and offers in files that differ from Xcode's output.
@Suite struct SubscriptionReadingTests {
    private func load(_ groups: String) throws -> Catalogue {
        try Catalogue(#"{"version": {"major": 4}, "subscriptionGroups": [\#(groups)]}"#)
    }

    private func subscription(_ id: String, _ members: String = "") -> String {
        #"{"productID": "\#(id)", "displayPrice": "1", "recurringSubscriptionPeriod": "P1M", "#
            + #""type": "RecurringSubscription"\#(members)}"#
    }

    private func offers(_ key: String, _ offers: String) throws -> (CatalogueProduct.Subscription, warnings: [String]) {
        let catalogue = try load(
            #"{"id": "g", "subscriptions": [\#(subscription("a", #", "\#(key)": \#(offers)"#))]}"#)
        return (try #require(catalogue.products.first?.subscription), catalogue.warnings)
    }

    @Test func theEnclosingGroupOfASubscriptionIsUsed() throws {
        let catalogue = try load(
            #"{"id": "g", "subscriptions": [\#(subscription("a", #", "subscriptionGroupID": "other""#))]}"#)
        #expect(catalogue.products[0].subscription?.groupID == "g")
        #expect(catalogue.warnings.count == 1)
    }

    @Test func aGroupWithoutAnIdentifierIsCalledByItsPlace() throws {
        let catalogue = try load(#"{"subscriptions": [\#(subscription("a"))]}, {"id": "h"}"#)
        #expect(catalogue.products[0].subscription?.groupID == "subscriptionGroups[0]")
        #expect(catalogue.groups.map(\.id) == ["subscriptionGroups[0]", "h"])
        #expect(catalogue.warnings.count == 1)
    }

    @Test func groupsOfOneIdentifierAreOne() throws {
        let catalogue = try load(
            #"{"id": "g", "name": "A", "subscriptions": [\#(subscription("a"))]}, "#
                + #"{"id": "g", "name": "B", "subscriptions": [\#(subscription("b"))]}"#)
        #expect(catalogue.groups.map(\.name) == ["A"])
        #expect(catalogue.products.map { $0.subscription?.groupID } == ["g", "g"])
        #expect(catalogue.warnings.count == 1)
    }

    @Test func productInAGroupIsAnAutoRenewableSubscription() throws {
        let catalogue = try load(
            #"{"id": "g", "subscriptions": [{"productID": "a", "type": "Consumable", "displayPrice": "1", "#
                + #""recurringSubscriptionPeriod": "P1Y"}]}"#)
        #expect(catalogue.products[0].type == .autoRenewableSubscription)
        #expect(catalogue.products[0].subscription?.period == Period(value: 1, unit: .year))
        #expect(catalogue.warnings.count == 1)
    }

    @Test(arguments: ["Lottery", "Consumeable", "consumable"]) func anUnknownTypeIsRefused(word: String) throws {
        do {
            _ = try Catalogue(#"{"products": [{"productID": "a", "type": "\#(word)", "displayPrice": "1"}]}"#)
            Issue.record("\(word) was accepted")
        } catch {
            #expect(error.kind == .invalidValue && error.place == "products[0].type")
            #expect(
                error.reason
                    == #"product "a": "\#(word)" is not allowed; write "Consumable", "NonConsumable", "#
                    + #""NonRenewingSubscription" or "RecurringSubscription""#)
        }
    }

    @Test func productsComeInTheOrderOfTheFile() throws {
        let catalogue = try Catalogue(
            #"{"subscriptionGroups": [{"id": "g", "subscriptions": [\#(subscription("s"))]}], "#
                + #""nonRenewingSubscriptions": [{"productID": "n", "type": "NonRenewingSubscription"}], "#
                + #""products": [{"productID": "r", "type": "AutoRenewableSubscription", "subscriptionPeriod": "P1M"}, "#
                + #"{"productID": "2", "type": "NonConsumable"}, "#
                + #"{"productID": "1", "type": "Consumable"}]}"#)
        #expect(catalogue.products.map(\.productID) == ["2", "1", "n", "s", "r"])
        #expect(
            catalogue.products.map(\.place) == [
                "products[1]", "products[2]", "nonRenewingSubscriptions[0]", "subscriptionGroups[0].subscriptions[0]",
                "products[0]",
            ])
    }

    @Test func aFreeOrPrepaidOfferIsOnePeriod() throws {
        let (subscription, warnings) = try offers(
            "adHocOffers",
            #"[{"offerID": "f", "paymentMode": "free", "subscriptionPeriod": "P3M", "numberOfPeriods": 3}, "#
                + #"{"offerID": "u", "paymentMode": "payUpFront", "subscriptionPeriod": "P1Y", "displayPrice": "9"}]"#)
        #expect(subscription.promotionalOffers.map(\.periodCount) == [1, 1])
        #expect(subscription.promotionalOffers.map(\.priceMilliunits) == [0, 9000])
        #expect(subscription.promotionalOffers[0].period == Period(value: 3, unit: .month))
        #expect(warnings.count == 1)
    }

    static let leftOut = [
        #"[{"offerID": "a", "subscriptionPeriod": "P1M"}]"#,
        #"[{"offerID": "a", "paymentMode": "free"}]"#,
    ]

    @Test(arguments: leftOut) func anInvalidOfferIsOmittedWithAWarning(text: String) throws {
        let (subscription, warnings) = try offers("adHocOffers", text)
        #expect(subscription.promotionalOffers == [])
        #expect(warnings.count == 1)
    }

    static let unknownWords = [
        (
            "adHocOffers", "paymentMode", #"[{"paymentMode": "barter", "subscriptionPeriod": "P1M"}]"#,
            #""barter" is not allowed; write "free", "payUpFront" or "payAsYouGo""#
        ),
        (
            "codeOffers", "eligibility",
            #"[{"paymentMode": "free", "subscriptionPeriod": "P1M", "eligibility": ["expired", "rich"]}]"#,
            #""rich" is not allowed; write "new", "existing" or "expired""#
        ),
    ]

    @Test(arguments: unknownWords)
    func anUnknownWordIsRefusedWithTheAllowedOnes(key: String, field: String, text: String, reason: String) throws {
        do {
            _ = try offers(key, text)
            Issue.record("\(text) was accepted")
        } catch let error as CatalogueError {
            #expect(error.kind == .invalidValue)
            #expect(error.place == "subscriptionGroups[0].subscriptions[0].\(key)[0].\(field)")
            #expect(error.reason == "product \"a\": \(reason)")
        }
    }

    @Test func winBackOffersAreReadInBothSpellings() throws {
        for key in ["winbackOffers", "winBackOffers"] {
            let (subscription, warnings) = try offers(
                key, #"[{"offerID": "w", "paymentMode": "free", "subscriptionPeriod": "P7D"}]"#)
            #expect(subscription.winBackOffers.map(\.offerID) == ["w"])
            #expect(subscription.winBackOffers.map(\.isEligible) == [false])
            #expect(warnings == [])
        }
    }

    @Test func anOfferCodeIsForEverybodyUnlessItSays() throws {
        let (subscription, warnings) = try offers(
            "codeOffers",
            #"[{"paymentMode": "free", "subscriptionPeriod": "P1M"}, "#
                + #"{"paymentMode": "free", "subscriptionPeriod": "P1M", "eligibility": ["expired"]}]"#)
        #expect(subscription.codeOffers.map(\.eligibility) == [[.new, .existing, .expired], [.expired]])
        #expect(subscription.codeOffers.map(\.isStackable) == [false, false])
        #expect(warnings == [])
    }

    @Test func theArrayOfIntroductoryOffersIsUsed() throws {
        let catalogue = try load(
            #"{"id": "g", "subscriptions": [\#(subscription("a", """
                , "introductoryOffer": {"paymentMode": "free", "subscriptionPeriod": "P1M"}, "introductoryOffers": [
                {"paymentMode": "free", "subscriptionPeriod": "P1W", "billingPlanType": "BILLED_UPFRONT"},
                {"paymentMode": "free", "subscriptionPeriod": "P2W", "billingPlanType": "MONTHLY"}]
                """))]}"#)
        let offers = try #require(catalogue.products[0].subscription?.introductoryOffers)
        #expect(offers.map(\.period.value) == [1, 2])
        #expect(offers.map(\.billingPlanType) == ["BILLED_UPFRONT", "MONTHLY"])
        #expect(offers.map(\.offerID) == [nil, nil])
        #expect(catalogue.warnings == [])
    }
}

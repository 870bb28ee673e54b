import Foundation
import IAPModel
import IAPPaymentQueue
import IAPReferenceStore
import Testing

@testable import IAPReferenceStoreKit
@testable import IAPStoreKitBridge

/// The options with which StoreKit receives a payment.
@Suite(.timeLimit(.minutes(60)))
struct OptionTests {
    typealias Option = IAPReferenceStoreKit.Product.PurchaseOption

    private static let token = "9b2c5d4e-0000-4000-8000-0000000000ab"

    private static func gold() async throws -> IAPReferenceStoreKit.Product {
        let shop = try Shop(catalogue: Shop.club)
        return try await shop.visit {
            try #require(try await IAPReferenceStoreKit.Product.products(for: ["gold"]).first)
        }
    }

    private static func kinds(_ payment: Payment) async throws -> Set<Option.Kind> {
        Set(try payment.options(for: try await gold()).map(\.kind))
    }

    @Test func plainPaymentHasNoOptions() async throws {
        #expect(try await Self.kinds(Payment(productID: "gold")) == [])
    }

    /// Returns a number for each kind. A new kind does not compile until it is listed here. Then the check below
    /// requires a test for it.
    private static func name(_ kind: Option.Kind) -> Int {
        switch kind {
        case .appAccountToken: 0
        case .quantity: 1
        case .simulatesAskToBuyInSandbox: 2
        case .onStorefrontChange: 3
        case .signedPromotionalOffer: 4
        case .promotionalOffer: 5
        case .introductoryOfferEligibility: 6
        case .winBackOffer: 7
        case .billingPlanType: 8
        case .seats: 9
        case .multiSeatInvitationSheetSuppressed: 10
        case .customText: 11
        case .customNumber: 12
        case .customFlag: 13
        case .customData: 14
        }
    }

    @Test func everyKindOfOptionComesFromAPayment() async throws {
        var payment = Payment(productID: "gold", quantity: 3, appAccountToken: Self.token, simulatesAskToBuy: true)
        payment.storefronts = ["USA"]
        payment.introductoryOfferJWS = "intro"
        payment.billingPlan = .monthly
        payment.seats = 5
        payment.suppressesSeatInvitation = true
        payment.customValues = [
            ExactText("t"): .text("x"), ExactText("n"): .number(1.5), ExactText("f"): .flag(true),
            ExactText("d"): .data([1, 2]),
        ]
        payment.offer = .promotional(id: "promo", .jws("promo.jws"))
        let kinds = try await Self.kinds(payment)
        let uuid = try #require(UUID(uuidString: Self.token))
        #expect(
            kinds.isSuperset(of: [
                .appAccountToken(uuid), .quantity(3), .simulatesAskToBuyInSandbox(true),
                .promotionalOffer(id: "promo", compactJWS: "promo.jws"),
                .introductoryOfferEligibility(compactJWS: "intro"), .billingPlanType(.init(rawValue: "MONTHLY")),
                .seats(5),
                .multiSeatInvitationSheetSuppressed(true), .customText(key: "t", "x"), .customNumber(key: "n", 1.5),
                .customFlag(key: "f", true), .customData(key: "d", Data([1, 2])),
            ]))

        payment.offer = .promotional(
            id: "promo", .signature(keyID: "K", nonce: Self.token, signature: [1, 2], timestamp: 77))
        let signed = try await Self.kinds(payment)
        #expect(
            signed.contains(
                .signedPromotionalOffer(
                    id: "promo", keyID: "K", nonce: uuid, signature: Data([1, 2]), timestamp: 77)))

        payment.offer = .winBack(id: "back")
        let winBack = try await Self.kinds(payment)
        let offer = try #require(try await Self.gold().subscription?.winBackOffers.first)
        #expect(winBack.contains(.winBackOffer(offer)))

        #expect(Set(kinds.union(signed).union(winBack).map(Self.name)) == Set(0...14))
    }

    @Test(arguments: [(["USA", "JPN"], true), (["JPN"], false), ([], false)] as [([String], Bool)])
    func storefrontsDecide(countries: [String], isAllowed: Bool) async throws {
        var payment = Payment(productID: "gold")
        payment.storefronts = Set(countries)
        guard case .onStorefrontChange(let decision)? = try await Self.kinds(payment).first else {
            Issue.record("there is no storefront decision")
            return
        }
        let usa = IAPReferenceStoreKit.Storefront(IAPModel.Storefront(countryCode: "USA", id: "143441"))
        #expect(decision.shouldContinue(usa) == isAllowed)
    }

    static let refusals: [(Payment.Offer, IAPError.Status)] = [
        (.winBack(id: "nothing"), .invalidOfferIdentifier),
        (.promotional(id: "promo", .missing), .missingOfferParameters),
        (
            .promotional(id: "promo", .signature(keyID: "K", nonce: "no", signature: [1], timestamp: 1)),
            .invalidOfferSignature
        ),
    ]

    @Test(arguments: refusals.indices) func offerThatCannotBeNamedIsRefused(index: Int) async throws {
        let (offer, status) = Self.refusals[index]
        var payment = Payment(productID: "gold")
        payment.offer = offer
        let gold = try await Self.gold()
        let error = #expect(throws: IAPError.self) { try payment.options(for: gold) }
        #expect(
            error?.status == status
                && error?.message.contains(offer == .winBack(id: "nothing") ? "nothing" : "promo") == true)
    }

    @Test func optionsReachTheStore() {
        let uuid = UUID()
        var asked: [String] = []
        var options: Set<Option> = [
            .appAccountToken(uuid), .quantity(4), .simulatesAskToBuyInSandbox(true), .seats(3),
            .billingPlanType(.init(rawValue: "BILLED_UPFRONT")), .introductoryOfferEligibility(compactJWS: "intro"),
            .onStorefrontChange { $0.countryCode == "JPN" }, .custom(key: "k", value: 1.0),
        ]
        options.formUnion(Option.promotionalOffer("promo", compactJWS: "jws"))
        let request = PurchaseOptions(options)
        #expect(request.appAccountToken == uuid.uuidString.lowercased() && request.quantity == 4)
        #expect(request.simulatesAskToBuy && request.seats == 3 && request.billingPlanType == .upFront)
        #expect(request.introductoryOfferJWS == "intro" && request.advancedCommerceJWS == nil)
        #expect(request.promotionalOffer == .init(offerID: "promo", proof: .jws("jws")))
        for country in ["JPN", "USA"]
        where request.onStorefrontChange?(IAPModel.Storefront(countryCode: country, id: "")) == true {
            asked.append(country)
        }
        #expect(asked == ["JPN"])
    }
}

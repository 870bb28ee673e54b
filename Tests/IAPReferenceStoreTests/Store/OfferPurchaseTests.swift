import Foundation
import IAPModel
import IAPSignedData
import IAPSignedText
import Testing

@testable import IAPReferenceStore

/// Purchases with offers, from the signature to the ledger.
struct OfferPurchaseTests {
    private static func subscriber(_ store: ReferenceStore, account: String = "anna") throws -> StoreDevice {
        let device = try store.device(account: account)
        try store.leave(device.buy("month").id)
        try store.pass(days: 8)
        return device
    }

    @Test func introductoryOfferIsAppliedAutomaticallyOncePerGroup() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        #expect(try device.isEligibleForIntroductoryOffer(groupID: "CLUB"))
        let first = try device.buy("month")
        #expect(first.offer?.type == .introductory && first.offer?.paymentMode == .freeTrial)
        #expect(first.price.milliunits == 0 && first.expirationDate == TestStore.start + 7 * OfferShop.day)
        #expect(try !device.isEligibleForIntroductoryOffer(groupID: "CLUB"))
        #expect(try device.isEligibleForIntroductoryOffer(groupID: "OTHER"))
        let extra = try device.buy("extra")
        #expect(try extra.offer != nil && device.isEligibleForIntroductoryOffer(groupID: "no such group"))
        try store.leave(first.id, extra.id)
        try store.pass(days: 8)
        #expect(try !device.isEligibleForIntroductoryOffer(groupID: "CLUB"), "also after the end of the subscription")
        let second = try device.buy("top")
        #expect(second.offer == nil && second.price.milliunits == 9990)
        #expect(try store.device(account: "ben").buy("top").offer?.paymentMode == .payUpFront)
        #expect(try device.history().filter { $0.offer != nil }.count == 2)
    }

    @Test func upgradeOfASubscriberHasNoIntroductoryOffer() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        #expect(try device.buy("low").offer == nil)
        #expect(try !device.isEligibleForIntroductoryOffer(groupID: "CLUB"), "a subscriber is not eligible")
        let top = try device.buy("top")
        #expect(top.offer == nil)
        try store.leave(top.id)
        try store.pass(days: 40)
        #expect(
            try device.isEligibleForIntroductoryOffer(groupID: "CLUB"),
            "a former subscriber without an earlier offer is eligible")
        #expect(try device.buy("month").offer?.type == .introductory)
    }

    @Test func serverGivesAndWithholdsTheIntroductoryOffer() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        func buyAndLeave(_ options: PurchaseOptions) throws -> LedgerTransaction {
            let month = try device.buy("month", options)
            try store.leave(month.id)
            try store.pass(days: 40)
            return month
        }
        #expect(try buyAndLeave(store.introduction(false)).offer == nil)
        let again = try store.introduction(true)
        #expect(try buyAndLeave(again).offer?.type == .introductory)
        #expect(try buyAndLeave(store.introduction(true)).offer != nil, "the JWS also allows it after an earlier offer")
        #expect(try buyAndLeave(again).offer == nil, "a JWS is valid once and for one day")
    }

    @Test(arguments: ["", "nonsense", "other", "product"]) func invalidIntroductoryOfferJWSMeansTheFullPrice(
        word: String
    ) throws {
        let store = try OfferShop.open()
        var options = try store.introduction(true, of: word == "product" ? "top" : "month")
        if word == "other" { options = try OfferShop.open(seed: 2).introduction(true) }
        if word == "" || word == "nonsense" { options.introductoryOfferJWS = word }
        let month = try store.device().buy("month", options)
        #expect(month.offer == nil && month.price.milliunits == 4990)
    }

    @Test func promotionalOfferWithAJWS() throws {
        let store = try OfferShop.open()
        let device = try Self.subscriber(store)
        let month = try device.buy("month", store.promotion("half"))
        #expect(month.price.milliunits == 2490)
        #expect(month.offer?.type == .promotional && month.offer?.id == "half")
        #expect(try device.unfinished().last == month, "the stored transaction equals the returned one")
        try store.pass(days: 100)
        let renewals = try device.unfinished().filter { $0.reason == .renewal }
        #expect(renewals.map(\.price.milliunits) == [2490, 2490, 4990])
        #expect(renewals.map(\.offer?.id) == ["half", "half", nil])
    }

    @Test func promotionalOfferWithTheOlderSignature() throws {
        let store = try OfferShop.open()
        let device = try Self.subscriber(store)
        let nonce = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
        let now = try store.now
        let text = try store.sign(
            .promotionalOffer(productID: "month", offerID: "year", appAccountToken: OfferShop.token, nonce: nonce))
        var options = PurchaseOptions()
        options.promotionalOffer = PurchaseOptions.PromotionalOffer(
            offerID: "year",
            proof: .signature(
                keyID: store.serverKeyID, nonce: nonce, signature: try #require(Base64.decode(text)), timestamp: now))
        let forged = try kind { try device.buy("month", options) }
        #expect(forged == .invalidOfferSignature, "the signature is for the account's token")
        options.appAccountToken = OfferShop.token
        let year = try device.buy("month", options)
        #expect(year.price.milliunits == 39990 && year.appAccountToken == OfferShop.token)
        #expect(year.expirationDate == TimeRate.realTime.end(of: try #require(Period(iso8601: "P1Y")), from: now))
    }

    /// Also a purchase that fails for another reason or that the player cancels uses up its nonce.
    @Test(arguments: ["success", "failure", "cancel", "ineligible", "price", "existing"])
    func nonceIsUsedUpByEveryOutcome(end: String) throws {
        let store = try OfferShop.open()
        let device = try end == "ineligible" ? store.device() : Self.subscriber(store)
        if end == "existing" { try device.buy("top") }
        let options = try store.promotion(end == "price" ? "same" : "half")
        if end == "failure" { try store.order(.fail(StoreFailure(.networkError))) }
        if end == "cancel" { try store.order(.cancel) }
        _ = try kind { _ = try device.purchase("month", options) }
        let before = try store.totals.transactions
        let again = try kind { _ = try device.purchase("month", options) }
        #expect(again == .invalidOfferSignature)
        #expect(try store.totals.transactions == before)
    }

    @Test func forgedSignatureDoesNotUseUpTheNonceAndLeavesTheOrder() throws {
        let store = try OfferShop.open()
        let device = try Self.subscriber(store)
        let good = try store.promotion("half")
        guard case .jws(let text) = try #require(good.promotionalOffer).proof else { return }
        var forged = good
        forged.promotionalOffer?.proof = .jws(String(text.dropLast(4)) + "AAAA")
        try store.order(.cancel)
        let refused = try kind { try device.buy("month", forged) }
        #expect(refused == .invalidOfferSignature)
        guard case .cancelled = try device.purchase("month", PurchaseOptions()) else {
            Issue.record("the order was not kept")
            return
        }
        #expect(try device.buy("month", good).offer?.id == "half")
    }

    @Test func signatureIsValidForADay() throws {
        let store = try OfferShop.open()
        let device = try Self.subscriber(store)
        let (first, second) = (try store.promotion("half"), try store.promotion("half"))
        _ = try store.advanceClock(by: OfferShop.day)
        #expect(try device.buy("month", first).offer != nil)
        try store.pass(days: 40)
        let late = try kind { try device.buy("month", second) }
        #expect(late == .invalidOfferSignature)
    }

    @Test func transactionInTheJWSHasToBeTheAccounts() throws {
        let store = try OfferShop.open()
        let device = try Self.subscriber(store)
        let other = try Self.subscriber(store, account: "ben")
        for (id, refusal) in [
            (try device.history()[0].id, StoreFailure.Kind?.none), (try other.history()[0].id, .invalidOfferSignature),
            (1, .invalidOfferSignature),
        ] {
            var options = PurchaseOptions()
            options.promotionalOffer = PurchaseOptions.PromotionalOffer(
                offerID: "half",
                proof: .jws(
                    try store.sign(.promotionalOfferJWS(productID: "month", offerID: "half", transactionID: id))))
            let outcome = try kind { try device.buy("month", options) }
            #expect(outcome == refusal)
            try store.pass(days: 400)
        }
    }

    static let unknown: [(String, String, StoreFailure.Kind)] = [
        ("month", "nothing", .invalidOfferIdentifier), ("top", "half", .invalidOfferIdentifier),
        ("coins", "half", .invalidOfferIdentifier), ("month", "same", .invalidOfferPrice),
    ]

    @Test(arguments: unknown.indices) func offerHasToBeOneOfTheProduct(index: Int) throws {
        let (productID, offerID, refusal) = Self.unknown[index]
        let store = try OfferShop.open()
        let device = try Self.subscriber(store)
        let outcome = try kind { try device.buy(productID, store.promotion(offerID, of: productID)) }
        #expect(outcome == refusal)
    }

    @Test func keyOfTheFileIsTheServers() throws {
        let key = """
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1nJ7d2ORUoIKKWkYC1etytrOqnhy1kN2b5Fd3CPrLS2hRANCAAS+yA3Nx/Bl\
            YmzZqnHAkIRkZsBNDGLqPYeizWBBfTZ4a1G3OiLuMQFiPgTDKbt8AK9FfwnmDr4jgzVjlI0+UbA0
            """
        func open(_ privateKey: String) throws -> ReferenceStore {
            try TestStore.open(
                catalogue: OfferShop.catalogue.replacingOccurrences(
                    of: #"{"version""#,
                    with:
                        #"{"subscriptionOffersKeyPair": {"id": "7E0D5B31", "privateKey": "\#(privateKey)"}, "version""#)
            )
        }
        let store = try open(key)
        #expect(store.serverKeyID == "7E0D5B31")
        let payload = OfferPayload(
            bundleID: "com.example.game", keyID: "7E0D5B31", productID: "month", offerID: "half", nonce: "n",
            timestamp: TestStore.start)
        let text = try store.sign(
            .promotionalOffer(productID: "month", offerID: "half", appAccountToken: nil, nonce: "n"))
        let signature = try #require(Base64.decode(text))
        #expect(payload.isSigned(signature, by: try PrivateKey(pkcs8Text: key).verifyingKey))
        let error = #expect(throws: IAPError.self) { try open("AAAA") }
        #expect(error?.status == .invalidStoreFile && error?.message.contains("subscriptionOffersKeyPair") == true)
        #expect(error?.message.contains("AAAA") == false, "the key is a secret")
    }

    // MARK: Win-back offers

    @Test func winBackOfferIsForFormerSubscribers() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let month = try device.buy("month")
        var options = PurchaseOptions()
        options.winBackOfferID = "back"
        let early = try kind { try device.buy("month", options) }
        #expect(early == .ineligibleForOffer)
        try store.renew(month.id) { $0.willAutoRenew = false }
        try store.pass(days: 8)
        #expect(try device.statuses(ofGroup: "CLUB").first?.renewal.eligibleWinBackOfferIDs == ["back"])
        options.winBackOfferID = "later"
        let closed = try kind { try device.buy("month", options) }
        #expect(closed == .ineligibleForOffer, "the file does not enable the offer")
        options.winBackOfferID = "back"
        let back = try device.buy("month", options)
        #expect(back.offer?.type == .winBack && back.offer?.id == "back" && back.originalID == month.id)
        options.winBackOfferID = "nothing"
        let unknown = try kind { try device.buy("month", options) }
        #expect(unknown == .invalidOfferIdentifier)
    }

    @Test func twoOffersAreRejected() throws {
        let store = try OfferShop.open()
        let device = try Self.subscriber(store)
        var options = try store.promotion("half")
        options.winBackOfferID = "back"
        let outcome = try kind { try device.buy("month", options) }
        #expect(outcome == .invalidOfferIdentifier)
    }

    // MARK: Advanced Commerce

    @Test func advancedCommerceRequestIsInTheTransaction() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let request = #"{"operation":"CREATE_ONE_TIME_CHARGE","version":"1","price":1990,"rate":0.5,"a":"\u0000é"}"#
        var options = PurchaseOptions()
        options.advancedCommerceJWS = try store.sign(.advancedCommerceJWS(request: request))
        let bought = try device.buy("generic", options)
        #expect(bought.advancedCommerceInfo == request)
        #expect(try device.unfinished() == [bought])
        let payload = try device.signed(bought).payload
        #expect(
            payload.hasPrefix("{\"advancedCommerceInfo\":" + request + ","), "the signed text has the request unchanged"
        )
        let again = try kind { try device.buy("generic", options) }
        #expect(again == .invalidRequest, "a request is valid once")
        options.advancedCommerceJWS = try store.sign(.advancedCommerceJWS(request: "{}"))
        #expect(try device.buy("generic", options).id != bought.id, "a generic product can be bought for several items")
        options.advancedCommerceJWS = "nonsense"
        let bad = try kind { try device.buy("generic", options) }
        #expect(bad == .invalidRequest)
    }

    @Test func approvedRequestHasTheSignedPrice() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.setAskToBuy(true)
        var options = PurchaseOptions()
        options.advancedCommerceJWS = try store.sign(
            .advancedCommerceJWS(request: #"{"currency":"EUR","item":{"price":4990}}"#))
        _ = try device.purchase("generic", options)
        options = PurchaseOptions()
        options.seats = 3
        _ = try device.purchase("low", options)
        let bought = try store.approvals.map { try #require(try store.approve($0.id)) }
        #expect(bought.map(\.price.milliunits) == [4990, 3 * 990])
        #expect(bought.map(\.price.currencyCode) == ["EUR", "USD"])
    }

    @Test func requestWhoseFormIsNotKnownCostsTheGenericPrice() throws {
        #expect(try AdvancedCommerceTerms(#"{"addItems":[]}"#).priceMilliunits == nil)
        let exact = try AdvancedCommerceTerms(#"{"items":[{"price":9007199254740992},{"price":1}]}"#)
        #expect(exact.priceMilliunits == 9_007_199_254_740_993)
        for bad in [#"{"item":{"price":-1}}"#, #"{"item":{"price":"1"}}"#, #"{"currency":"€"}"#] {
            #expect(throws: StoreFailure.self) { try AdvancedCommerceTerms(bad) }
        }
    }

    // MARK: Billing plans

    @Test func monthlyPlanIsWrittenAndSigned() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        var options = try store.introduction(false, of: "yearly")
        options.billingPlanType = .monthly
        options.seats = 4
        let yearly = try device.buy("yearly", options)
        #expect(yearly.price.milliunits == 4 * 4000 && yearly.commitment?.periodCount == 12)
        #expect(try device.unfinished() == [yearly])
        let payload = try device.signed(yearly).payload
        #expect(payload.contains(#""billingPlanType":"MONTHLY","#))
        #expect(payload.contains(#""commitmentPrice":192000,"totalBillingPeriods":12}"#))
        #expect(payload.contains(#""commitmentInfo":{"billingPeriodNumber":1,"commitmentExpiresDate":1813060800000,"#))
    }

    // MARK: Approval

    @Test func approvedPurchaseHasTheOfferThatWasAllowed() throws {
        let store = try OfferShop.open()
        let device = try Self.subscriber(store)
        try store.setAskToBuy(true)
        // A signature is valid for one day. For an approval, the time of the request counts.
        let promotion = try store.promotion("half")
        _ = try store.advanceClock(by: 20 * 3_600_000)
        guard case .pending = try device.purchase("month", promotion) else {
            Issue.record("there is no approval request")
            return
        }
        _ = try store.advanceClock(by: 20 * 3_600_000)
        let approval = try #require(try store.approvals.first)
        #expect(approval.offer == OfferChoice(type: .promotional, id: "half"))
        #expect(
            try store.approve(approval.id)?.offer?.id == "half", "the signature was valid at the time of the request")
    }

    @Test func approvedPurchaseHasPlanAndServerAuthorization() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.setAskToBuy(true)
        var options = try store.introduction(false, of: "yearly")
        options.billingPlanType = .monthly
        options.advancedCommerceJWS = try store.sign(.advancedCommerceJWS(request: "{}"))
        _ = try device.purchase("yearly", options)
        let approval = try #require(try store.approvals.first)
        #expect(approval.allowsIntroductoryOffer == false && approval.billingPlanType == .monthly)
        let yearly = try store.approve(approval.id)
        #expect(yearly?.offer == nil && yearly?.billingPlanType == .monthly && yearly?.advancedCommerceInfo == "{}")
    }

    // MARK: Active subscriptions

    @Test func offerOnTheRunningSubscriptionBeginsWithItsRenewal() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let month = try device.buy("month")
        #expect(try device.buy("month", store.promotion("half")).id == month.id)
        let renewal = try #require(try device.statuses(ofGroup: "CLUB").first?.renewal)
        #expect(renewal.offer?.id == "half" && renewal.renewalPrice?.milliunits == 2490)
        #expect(renewal.autoRenewProductID == "month")
    }

    @Test func downgradeBeginsWithTheRenewalAndResubscribingTurnsItOn() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let month = try device.buy("month")
        #expect(try device.buy("low").id == month.id)
        #expect(try device.statuses(ofGroup: "CLUB").first?.renewal.autoRenewProductID == "low")
        try store.renew(month.id) { $0.willAutoRenew = false }
        #expect(try device.buy("month").id == month.id)
        let renewal = try #require(try device.statuses(ofGroup: "CLUB").first?.renewal)
        #expect(renewal.willAutoRenew && renewal.autoRenewProductID == "month")
    }

    @Test(arguments: [Feature.winBackOffers, .billingPlans, .multiSeat, .advancedCommerce])
    func purchaseThatNeedsAMissingFeatureIsUnsupported(feature: Feature) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        var options = PurchaseOptions()
        switch feature {
        case .winBackOffers: options.winBackOfferID = "back"
        case .billingPlans: options.billingPlanType = .monthly
        case .multiSeat: options.seats = 2
        default: options.advancedCommerceJWS = try store.sign(.advancedCommerceJWS(request: "{}"))
        }
        try store.set(feature, isSupported: false)
        #expect(try !device.isSupported(feature))
        let outcome = try kind { try device.buy("yearly", options) }
        #expect(outcome == .unsupported)
        try device.buy("yearly")
    }
}

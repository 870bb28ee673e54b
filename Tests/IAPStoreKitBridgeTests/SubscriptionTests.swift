import IAPModel
import IAPPaymentQueue
import IAPReferenceStore
import IAPReferenceStoreKit
import Testing

@testable import IAPStoreKitBridge

/// Subscription statuses that the bridge reports.
@Suite(.timeLimit(.minutes(60)))
struct SubscriptionTests {
    private static let day: Int64 = 86_400_000

    private static func statuses(_ answer: Answer) throws -> [IAPModel.SubscriptionStatus] {
        guard case .statuses(let statuses) = answer else {
            throw IAPError(.internalFailure, "\(answer) is not a list of statuses")
        }
        return statuses
    }

    @Test func statusHasTheTransactionAndTheRenewalInfo() async throws {
        let shop = try Shop(catalogue: Shop.club)
        let gold = try shop.charge("gold")
        let statuses = try Self.statuses(try await shop.ask(.subscriptionStatuses(groupID: "CLUB")))
        let status = try #require(statuses.first)
        #expect(statuses.count == 1 && status.state == .subscribed && status.groupID == "CLUB")
        #expect(status.transaction.id == gold.id && status.transaction.verification == .verified)
        #expect(status.transaction.offer?.type == .introductory && status.transaction.offer?.paymentMode == .freeTrial)
        let info = status.renewalInfo
        #expect(info.originalTransactionID == gold.id && info.productID == "gold")
        #expect(info.willAutoRenew && info.autoRenewProductID == "gold" && info.expirationReason == nil)
        #expect(info.priceIncrease == .none && !info.isInBillingRetry && info.gracePeriodExpirationDate == nil)
        #expect(info.verification == .verified && info.environment == "Sandbox")
        #expect(info.recentSubscriptionStartDate == Shop.start && info.renewalDate == Shop.start + 7 * Self.day)
        #expect(info.renewalPrice == Money(milliunits: 99990, currencyCode: "USD"))
        #expect(info.signedDate == Shop.start && info.signedText.split(separator: ".").count == 3)
        #expect(info.json.contains("originalTransactionId"))
        #expect(info.appTransactionID == status.transaction.appTransactionID)
    }

    static let settings: [(RenewalSetting, IAPModel.SubscriptionStatus.State)] = {
        var settings: [(RenewalSetting, IAPModel.SubscriptionStatus.State)] = []
        func add(_ state: IAPModel.SubscriptionStatus.State, _ change: (inout RenewalSetting) -> Void) {
            var setting = RenewalSetting()
            change(&setting)
            settings.append((setting, state))
        }
        add(.subscribed) { $0.willAutoRenew = false }
        add(.subscribed) { $0.autoRenewProductID = "silver" }
        add(.subscribed) { $0.priceIncrease = .pending }
        add(.subscribed) { $0.priceIncrease = .agreed }
        add(.inBillingRetry) {
            ($0.isInBillingRetry, $0.expirationReason) = (true, .billingError)
        }
        add(.inGracePeriod) {
            ($0.isInBillingRetry, $0.expirationReason) = (true, .billingError)
            $0.gracePeriodExpirationDate = Shop.start + 400 * day
        }
        return settings
    }()

    @Test(arguments: settings.indices) func everyStateOfTheRenewalIsReported(index: Int) async throws {
        let (setting, state) = Self.settings[index]
        let shop = try Shop(catalogue: Shop.club)
        let gold = try shop.charge("gold")
        #expect(try shop.store.setRenewal(ofTransaction: gold.id, setting) == .done)
        // The store charges when the free week is over.
        if setting.isInBillingRetry { _ = try shop.store.advanceClock(by: 8 * Self.day) }
        let answer = try await shop.ask(.subscriptionStatuses(groupID: "CLUB"))
        let status = try #require(try Self.statuses(answer).first)
        #expect(status.state == state)
        let info = status.renewalInfo
        #expect(info.willAutoRenew == setting.willAutoRenew)
        #expect(info.autoRenewProductID == (setting.willAutoRenew ? setting.autoRenewProductID ?? "gold" : nil))
        #expect(info.priceIncrease == setting.priceIncrease && info.expirationReason == setting.expirationReason)
        #expect(info.isInBillingRetry == setting.isInBillingRetry)
        #expect(info.gracePeriodExpirationDate == setting.gracePeriodExpirationDate)
    }

    @Test func statusAfterTheEndAndAfterARefund() async throws {
        let shop = try Shop(catalogue: Shop.club)
        let silver = try shop.charge("silver")
        var setting = RenewalSetting()
        (setting.willAutoRenew, setting.expirationReason) = (false, .autoRenewDisabled)
        _ = try shop.store.setRenewal(ofTransaction: silver.id, setting)
        _ = try shop.store.advanceClock(by: 40 * Self.day)
        let expired = try Self.statuses(try await shop.ask(.subscriptionStatuses(groupID: "CLUB")))
        #expect(expired.map(\.state) == [.expired] && expired[0].renewalInfo.expirationReason == .autoRenewDisabled)
        #expect(expired[0].renewalInfo.autoRenewProductID == nil)

        let again = try shop.charge("silver")
        _ = try shop.store.refund(again.id)
        let revoked = try Self.statuses(try await shop.ask(.subscriptionStatuses(groupID: "CLUB")))
        #expect(revoked.map(\.state) == [.revoked])
        #expect(revoked[0].transaction.revocation?.type == .refundFull)
    }

    @Test func winBackOffersAreListedAfterTheEnd() async throws {
        let shop = try Shop(catalogue: Shop.club)
        let gold = try shop.charge("gold")
        var setting = RenewalSetting()
        (setting.willAutoRenew, setting.expirationReason) = (false, .autoRenewDisabled)
        _ = try shop.store.setRenewal(ofTransaction: gold.id, setting)
        _ = try shop.store.advanceClock(by: 400 * Self.day)
        let statuses = try Self.statuses(try await shop.ask(.subscriptionStatuses(groupID: "CLUB")))
        #expect(statuses.first?.renewalInfo.eligibleWinBackOfferIDs == ["back"])

        var payment = Payment(productID: "gold")
        payment.offer = .winBack(id: "back")
        guard case .purchased(let transaction) = await shop.visit({ await StoreKitConnection().buy(payment) }) else {
            Issue.record("the win-back offer was not applied")
            return
        }
        #expect(transaction.offer?.type == .winBack && transaction.offer?.id == "back")
        #expect(transaction.price == Money(milliunits: 9990, currencyCode: "USD"))
    }

    @Test func groupWithoutSubscriptionHasNoStatus() async throws {
        let shop = try Shop(catalogue: Shop.club)
        for request in [
            StoreRequest.subscriptionStatuses(groupID: "CLUB"), .subscriptionStatuses(groupID: "nothing"),
            .subscriptionStatuses(groupID: nil), .transactionStatus(7),
        ] {
            #expect(try await shop.ask(request) == .statuses([]))
        }
    }

    @Test func statusIsFoundByAnyTransaction() async throws {
        let shop = try Shop(catalogue: Shop.club)
        let (coins, silver) = (try shop.charge("coins"), try shop.charge("silver"))
        #expect(try await shop.ask(.transactionStatus(coins.id)) == .statuses([]))
        let one = try Self.statuses(try await shop.ask(.transactionStatus(silver.id)))
        let all = try Self.statuses(try await shop.ask(.subscriptionStatuses(groupID: nil)))
        #expect(one.map(\.transaction.id) == [silver.id] && all.map(\.transaction.id) == [silver.id])
    }

    @Test func introductoryOfferIsForAccountsWithoutAnEarlierOffer() async throws {
        let shop = try Shop(catalogue: Shop.club)
        #expect(try await shop.ask(.introductoryOfferEligibility(groupID: "CLUB")) == .flag(true))
        try shop.charge("gold")
        #expect(try await shop.ask(.introductoryOfferEligibility(groupID: "CLUB")) == .flag(false))
    }

    @Test func statusFailsAsTheStoreDoes() async throws {
        let shop = try Shop(catalogue: Shop.club)
        let gold = try shop.charge("gold")
        try shop.store.setSimulatedError(.networkError, for: .subscriptionStatus)
        for request in [StoreRequest.subscriptionStatuses(groupID: "CLUB"), .transactionStatus(gold.id)] {
            let error = await shop.refusal(of: request)
            #expect(error?.status == .network && error?.isRetryable == true)
        }
    }

    // MARK: Offers and plans

    @Test func promotionalOfferIsBoughtWithEitherProof() async throws {
        for isOlderForm in [true, false] {
            let shop = try Shop(catalogue: Shop.club)
            // The offer is for accounts that subscribed before.
            let gold = try shop.charge("gold")
            _ = try shop.store.refund(gold.id)
            let nonce = "9b2c5d4e-0000-4000-8000-0000000000cd"
            var payment = Payment(productID: "gold")
            if isOlderForm {
                let signature = try shop.store.sign(
                    .promotionalOffer(productID: "gold", offerID: "promo", appAccountToken: nil, nonce: nonce),
                    timestamp: Shop.start)
                payment.offer = .promotional(
                    id: "promo",
                    .signature(
                        keyID: shop.store.serverKeyID, nonce: nonce, signature: try Base64Text.bytes(signature),
                        timestamp: Shop.start))
            } else {
                payment.offer = .promotional(
                    id: "promo",
                    .jws(
                        try shop.store.sign(
                            .promotionalOfferJWS(productID: "gold", offerID: "promo", transactionID: nil))))
            }
            let outcome = await shop.visit { await StoreKitConnection().buy(payment) }
            guard case .purchased(let transaction) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(transaction.offer?.type == .promotional && transaction.offer?.id == "promo")
            #expect(transaction.offer?.paymentMode == .payAsYouGo)
        }
    }

    @Test func offerWithABadSignatureIsRefused() async throws {
        let shop = try Shop(catalogue: Shop.club)
        var payment = Payment(productID: "gold")
        payment.offer = .promotional(id: "promo", .jws("a.b.c"))
        guard case .failed(let error) = await shop.visit({ await StoreKitConnection().buy(payment) }) else {
            Issue.record("a purchase with a forged offer succeeded")
            return
        }
        #expect(error.status == .invalidOfferSignature && error.storeDomain == "StoreKit.Product.PurchaseError")
    }

    @Test func monthlyPlanIsACommitment() async throws {
        let shop = try Shop(catalogue: Shop.club)
        var payment = Payment(productID: "gold")
        payment.billingPlan = .monthly
        let outcome = await shop.visit { await StoreKitConnection().buy(payment) }
        guard case .purchased(let transaction) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(transaction.billingPlanType == .monthly && transaction.price?.milliunits == 9990)
        #expect(transaction.commitment?.periodNumber == 1 && transaction.commitment?.periodCount == 12)
        #expect(transaction.commitment?.priceMilliunits == 119_880)
    }

    @Test func advancedCommerceBuysWhatTheServerSigned() async throws {
        let shop = try Shop(catalogue: Shop.club)
        var payment = Payment(productID: "coins")
        payment.advancedCommerceJWS = try shop.store.sign(.advancedCommerceJWS(request: #"{"items":[{"SKU":"a"}]}"#))
        let outcome = await shop.visit { await StoreKitConnection().buy(payment) }
        guard case .purchased(let transaction) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(transaction.productID == "coins" && transaction.advancedCommerceInfo?.contains("SKU") == true)

        payment.advancedCommerceJWS = "a.b.c"
        guard case .failed(let error) = await shop.visit({ await StoreKitConnection().buy(payment) }) else {
            Issue.record("a purchase with a forged request succeeded")
            return
        }
        #expect(error.status == .invalidArgument && error.storeDomain == "StoreKit.InvalidRequestError")
    }

    @Test(arguments: [nil, ["JPN"], ["USA"], []] as [[String]?])
    func moveOfTheStorefrontIsThePaymentsToDecide(countries: [String]?) async throws {
        for isAdvanced in [false, true] {
            let shop = try Shop(catalogue: Shop.club)
            #expect(try shop.store.moveDuringNextPurchase("JPN"))
            var payment = Payment(productID: "coins")
            payment.storefronts = countries.map(Set.init)
            if isAdvanced { payment.advancedCommerceJWS = try shop.store.sign(.advancedCommerceJWS(request: "{}")) }
            switch await shop.visit({ await StoreKitConnection().buy(payment) }) {
            case .purchased(let transaction):
                #expect(countries?.contains("JPN") ?? true)
                #expect(transaction.storefront?.countryCode == "JPN")
            case .failed(let error):
                #expect(countries?.contains("JPN") == false && error.status == .notInStorefront)
            case let outcome:
                Issue.record("\(outcome)")
            }
        }
    }
}

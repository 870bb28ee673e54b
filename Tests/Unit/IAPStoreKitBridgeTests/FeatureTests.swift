import IAPModel
import IAPPaymentQueue
import IAPReferenceStore
import IAPReferenceStoreKit
import Testing

@testable import IAPStoreKitBridge

/// Features that a system does not have.
@Suite(.timeLimit(.minutes(60)))
struct FeatureTests {
    static let requests: [(Feature, [StoreRequest])] = [
        (.allStatuses, [.subscriptionStatuses(groupID: nil)]),
        (.messages, [.show(.message(1), nil)]),
        (.refundRequest, [.show(.refund(1), nil)]),
        (.manageSubscriptions, [.show(.manageSubscriptions(groupID: nil), nil)]),
        (.offerCodeRedemption, [.show(.offerCodeRedemption, nil)]),
        (.merchandising, [.show(.merchandising(groupID: "group"), nil)]),
        (.reviewRequest, [.show(.review, nil)]),
        (.appTransaction, [.appTransaction(isRefresh: false), .appTransaction(isRefresh: true)]),
        (.appReceipt, [.appReceipt(isRefresh: false)]),
        (
            .promotions,
            [.promotions, .setPromotionOrder([]), .setPromotionVisibility(productID: "coins", .visible)]
        ),
        (.externalPurchase, [.externalPurchase(.notice), .externalPurchase(.eligibility(.notice))]),
        (
            .externalPurchaseLink,
            [
                .externalPurchase(.link(nil)), .externalPurchase(.link("https://example.com")),
                .externalPurchase(.eligibility(.link)),
            ]
        ),
        (
            .externalPurchaseCustomLink,
            [
                .externalPurchase(.eligibility(.customLink)), .externalPurchase(.customLinkToken(.acquisition)),
                .externalPurchase(.customLinkNotice(.withinApp)),
            ]
        ),
        (.externalLinkAccount, [.externalPurchase(.linkAccount), .externalPurchase(.eligibility(.linkAccount))]),
        (.paymentMethodBinding, [.bindPaymentMethod(pinningID: "9b2c5d4e-0000-4000-8000-0000000000ab")]),
    ]

    static let payments: [(Feature, Payment)] = {
        var payments: [(Feature, Payment)] = []
        func add(_ feature: Feature, _ change: (inout Payment) -> Void) {
            var payment = Payment(productID: "gold")
            change(&payment)
            payments.append((feature, payment))
        }
        add(.winBackOffers) { $0.offer = .winBack(id: "back") }
        add(.advancedCommerce) { $0.advancedCommerceJWS = "jws" }
        add(.billingPlans) { $0.billingPlan = .monthly }
        add(.multiSeat) { $0.seats = 5 }
        add(.multiSeat) { $0.suppressesSeatInvitation = true }
        return payments
    }()

    @Test func everyFeatureIsInATable() {
        let known = Self.requests.map(\.0) + Self.payments.map(\.0) + [.purchaseIntents]
        #expect(Set(known) == Set(Feature.allCases))
    }

    @Test(arguments: Feature.allCases) func connectionReportsTheFeaturesOfTheDevice(feature: Feature) async throws {
        let shop = try Shop()
        await shop.visit { #expect(StoreKitConnection().supports(feature)) }
        try shop.store.controls.set(feature, isSupported: false)
        await shop.visit {
            for other in Feature.allCases { #expect(StoreKitConnection().supports(other) == (other != feature)) }
        }
    }

    @Test func withoutADeviceNothingIsSupported() {
        #expect(Feature.allCases.allSatisfy { !StoreKitConnection().supports($0) })
    }

    @Test(arguments: requests.indices) func requestOfAMissingFeatureIsUnsupported(index: Int) async throws {
        let (feature, requests) = Self.requests[index]
        let shop = try Shop()
        try shop.store.controls.set(feature, isSupported: false)
        for request in requests {
            let error = await shop.refusal(of: request)
            #expect(error?.status == .unsupported && error?.isRetryable == false, "\(request)")
        }
    }

    @Test(arguments: payments.indices) func paymentWithAMissingFeatureIsUnsupported(index: Int) async throws {
        let (feature, payment) = Self.payments[index]
        let shop = try Shop(catalogue: Shop.club)
        try shop.store.controls.set(feature, isSupported: false)
        guard case .failed(let error) = await shop.visit({ await StoreKitConnection().buy(payment) }) else {
            Issue.record("\(payment) was bought")
            return
        }
        #expect(error.status == .unsupported)
        #expect(try shop.device.history().isEmpty)
    }

    @Test func productHasNothingOfAMissingFeature() async throws {
        let shop = try Shop(catalogue: Shop.club)
        for feature in [Feature.winBackOffers, .billingPlans] {
            try shop.store.controls.set(feature, isSupported: false)
        }
        let products = try await shop.visit { try await StoreKitConnection().products(for: ["gold"]) }
        #expect(products.first?.subscription?.offers.map(\.type) == [.introductory, .promotional])
        #expect(products.first?.subscription?.billingPlans == [])
    }

    /// StoreKit's own calls throw the same error if the game does not check first.
    @Test func storeKitThrowsUnsupported() async throws {
        let shop = try Shop()
        let calls: [(Feature, () async throws -> Void)] = [
            (.appTransaction, { _ = try await IAPReferenceStoreKit.AppTransaction.shared }),
            (.advancedCommerce, { _ = try await AdvancedCommerceProduct(id: "coins") }),
            (.paymentMethodBinding, { _ = try await PaymentMethodBinding(id: "x") }),
            (.promotions, { _ = try await IAPReferenceStoreKit.Product.PromotionInfo.currentOrder }),
            (.externalPurchaseLink, { try await ExternalPurchaseLink.open() }),
            (
                .merchandising,
                { _ = try await AppStore.presentMerchandising(.subscriptionBundle("group"), from: UIViewController()) }
            ),
        ]
        for (feature, call) in calls {
            try shop.store.controls.set(feature, isSupported: false)
            await shop.visit {
                let error = await #expect(throws: StoreKitError.self) { try await call() }
                guard case .unsupported? = error else {
                    Issue.record("\(feature): \(String(describing: error))")
                    return
                }
            }
        }
    }
}

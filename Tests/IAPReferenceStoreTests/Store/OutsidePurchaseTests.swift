import IAPModel
import Testing

@testable import IAPReferenceStore

/// Purchases that are not made in the game.
struct OutsidePurchaseTests {
    private static func purchase(_ productID: String, _ body: (inout ReferenceStore.OutsidePurchase) -> Void = { _ in })
        -> ReferenceStore.OutsidePurchase
    {
        var purchase = ReferenceStore.OutsidePurchase(productID: productID)
        body(&purchase)
        return purchase
    }

    @Test(arguments: ["coins", "editor", "season", "silver"])
    func everyDeviceOfTheAccountHearsOnce(productID: String) throws {
        let store = try TestStore.open()
        let launches = [Launch(try store.device("phone")), Launch(try store.device("tablet"))]
        let stranger = Launch(try store.device(account: "ben"))
        let bought = try store.buyOutside(
            Self.purchase(productID) { $0.appAccountToken = OfferShop.token }, account: "anna")
        #expect(bought.account == "anna" && bought.productID == productID && bought.reason == .purchase)
        #expect(bought.appAccountToken == OfferShop.token && !bought.isFinished)
        for launch in launches { #expect(launch.received() == [bought]) }
        #expect(stranger.ids() == [])
        #expect(try store.device().unfinished() == [bought])
    }

    @Test func accountNeedsNoDevice() throws {
        let store = try TestStore.open()
        let bought = try store.buyOutside(Self.purchase("coins") { $0.quantity = 4 }, account: "carla")
        #expect(bought.quantity == 4 && bought.price.milliunits == 3960)
        #expect(
            Launch(try store.device(account: "carla")).received() == [bought],
            "it is unfinished and arrives at the launch")
    }

    @Test func outsidePurchaseNeedsNoApprovalAndUsesNoOrder() throws {
        let store = try TestStore.open()
        let device = try store.device()
        try store.setAskToBuy(true)
        try store.order(.cancel)
        _ = try store.buyOutside(Self.purchase("coins"), account: "anna")
        #expect(try store.approvals.isEmpty && store.totals.transactions == 1)
        guard case .cancelled = try device.purchase("coins", PurchaseOptions()) else {
            Issue.record("the order was used for another purchase")
            return
        }
    }

    @Test func ownedProductIsNotBoughtAgain() throws {
        let store = try TestStore.open()
        let device = try store.device()
        let (editor, silver) = (try device.buy("editor"), try device.buy("silver"))
        let launch = Launch(device)
        _ = launch.ids()
        #expect(try store.buyOutside(Self.purchase("editor"), account: "anna") == editor)
        #expect(try store.buyOutside(Self.purchase("silver"), account: "anna") == silver)
        #expect(
            try store.buyOutside(Self.purchase("bronze"), account: "anna") == silver,
            "the change takes effect at the renewal")
        #expect(try device.statuses(ofGroup: "CLUB").first?.renewal.autoRenewProductID == "bronze")
        #expect(try store.totals.transactions == 2 && launch.ids() == [])
    }

    @Test func upgradeBeginsImmediately() throws {
        let store = try TestStore.open()
        let device = try store.device()
        let silver = try device.buy("silver")
        let launch = Launch(device)
        _ = launch.ids()
        let gold = try store.buyOutside(Self.purchase("gold"), account: "anna")
        #expect(gold.originalID == silver.id && launch.ids() == [gold.id])
        #expect(try device.currentEntitlements() == [gold] && device.history().first?.isUpgraded == true)
    }

    @Test func offersAndPlansAreThoseOfPurchases() throws {
        let store = try OfferShop.open()
        let welcome = try store.buyOutside(
            Self.purchase("month") { $0.offer = OfferChoice(type: .code, id: "WELCOME") }, account: "anna")
        #expect(welcome.offer?.type == .code && welcome.price.milliunits == 0)
        let yearly = try store.buyOutside(
            Self.purchase("yearly") { $0.billingPlanType = .monthly }, account: "ben")
        #expect(yearly.billingPlanType == .monthly && yearly.commitment?.periodCount == 12)
        let trial = try store.buyOutside(Self.purchase("month"), account: "carla")
        #expect(trial.offer?.type == .introductory)
    }

    static let refusals: [(String, Int, OfferChoice?, BillingPlanType?, StoreFailure.Kind)] = [
        ("nothing", 1, nil, nil, .productUnavailable), ("coins", 0, nil, nil, .invalidQuantity),
        ("coins", 11, nil, nil, .invalidQuantity), ("month", 2, nil, nil, .invalidQuantity),
        ("month", 1, OfferChoice(type: .promotional, id: "nothing"), nil, .invalidOfferIdentifier),
        ("month", 1, OfferChoice(type: .winBack, id: "back"), nil, .ineligibleForOffer),
        ("month", 1, OfferChoice(type: .code, id: "STAY"), nil, .ineligibleForOffer),
        ("month", 1, nil, .monthly, .productUnavailable),
    ]

    @Test(arguments: refusals.indices) func refusedOutsidePurchaseChangesNothing(index: Int) throws {
        let (productID, quantity, offer, plan, kind) = Self.refusals[index]
        let store = try OfferShop.open()
        let failure = #expect(throws: StoreFailure.self) {
            try store.buyOutside(
                Self.purchase(productID) {
                    ($0.quantity, $0.offer, $0.billingPlanType) = (quantity, offer, plan)
                }, account: "anna")
        }
        #expect(failure?.kind == kind && failure?.detail.isEmpty == false)
        #expect(try store.totals.transactions == 0)
    }

    @Test func removedProductIsRefused() throws {
        let store = try OfferShop.open()
        #expect(try store.setOnSale("coins", false))
        let failure = #expect(throws: StoreFailure.self) {
            try store.buyOutside(Self.purchase("coins"), account: "anna")
        }
        #expect(failure?.kind == .productUnavailable)
    }
}

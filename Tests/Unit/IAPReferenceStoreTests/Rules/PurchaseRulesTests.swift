import IAPModel
import Testing

@testable import IAPReferenceStore

/// A table of the results of purchases.
struct PurchaseRulesTests {
    /// A purchase, the account's earlier purchases, and the expected result.
    struct Row: Sendable, CustomTestStringConvertible {
        var rule: String
        var productID = "coins"
        var quantity = 1
        var simulatesAskToBuy = false
        var isAskToBuyEnabled = false
        var arePaymentsAllowed = true
        var order: PurchaseOrder?
        var isOwned = false
        /// The account's current or earlier subscription in the group.
        var before: (productID: String, state: Before)?
        var isRemoved = false
        var end: End

        var testDescription: String { rule }
    }

    enum Before {
        case running, over, refunded
    }

    enum End: Hashable {
        case refused(StoreFailure.Kind)
        case cancelled, awaitsApproval
        /// The id of the transaction that the account already has.
        case existing(UInt64)
        case charged(replacing: UInt64? = nil)
    }

    static let now: Int64 = 1_000_000
    /// The start of the account's subscription. Its month of 31 seconds is not over.
    private static let begin = now - 900

    static let rows: [Row] = [
        Row(rule: "a purchase is charged", end: .charged()),
        Row(
            rule: "payments are refused if they are not allowed", arePaymentsAllowed: false,
            end: .refused(.purchaseNotAllowed)),
        Row(
            rule: "the payment permission is checked first", quantity: 0, arePaymentsAllowed: false, order: .cancel,
            end: .refused(.purchaseNotAllowed)),

        Row(rule: "quantity 0", quantity: 0, end: .refused(.invalidQuantity)),
        Row(rule: "quantity -1", quantity: -1, end: .refused(.invalidQuantity)),
        Row(rule: "quantity 11", quantity: 11, end: .refused(.invalidQuantity)),
        Row(rule: "the largest quantity", quantity: .max, end: .refused(.invalidQuantity)),
        Row(rule: "quantity 10", quantity: 10, end: .charged()),
        Row(rule: "several non-renewing subscriptions", productID: "season", quantity: 10, end: .charged()),
        Row(rule: "two of a non-consumable", productID: "editor", quantity: 2, end: .refused(.invalidQuantity)),
        Row(rule: "two of a subscription", productID: "silver", quantity: 2, end: .refused(.invalidQuantity)),

        Row(rule: "a test's order cancels the purchase", order: .cancel, end: .cancelled),
        Row(
            rule: "a test's order fails the purchase", order: .fail(StoreFailure(.networkError)),
            end: .refused(.networkError)),
        Row(
            rule: "an order comes before Ask to Buy", isAskToBuyEnabled: true, order: .fail(StoreFailure(.unknown)),
            end: .refused(.unknown)),
        Row(
            rule: "an order comes before ownership", productID: "editor", order: .cancel, isOwned: true, end: .cancelled
        ),

        Row(rule: "an owned product is not charged", productID: "editor", isOwned: true, end: .existing(50)),
        Row(
            rule: "an owned product needs no approval", productID: "editor", isAskToBuyEnabled: true, isOwned: true,
            end: .existing(50)),

        Row(rule: "Ask to Buy of the account", isAskToBuyEnabled: true, end: .awaitsApproval),
        Row(rule: "Ask to Buy of the payment", simulatesAskToBuy: true, end: .awaitsApproval),
        Row(
            rule: "an upgrade also needs approval", productID: "gold", isAskToBuyEnabled: true,
            before: ("silver", .running), end: .awaitsApproval),

        Row(rule: "a first subscription", productID: "silver", end: .charged()),
        Row(rule: "the same subscription", productID: "silver", before: ("silver", .running), end: .existing(40)),
        Row(
            rule: "an upgrade begins immediately", productID: "gold", before: ("silver", .running),
            end: .charged(replacing: 40)),
        Row(rule: "a downgrade waits", productID: "bronze", before: ("silver", .running), end: .existing(40)),
        Row(
            rule: "a change to the same level and length begins immediately", productID: "silver.hd",
            before: ("silver", .running),
            end: .charged(replacing: 40)),
        Row(
            rule: "a change to the same level and another length waits", productID: "silver.yearly",
            before: ("silver", .running),
            end: .existing(40)),
        Row(rule: "resubscription after the end", productID: "silver", before: ("silver", .over), end: .charged()),
        Row(rule: "a lower level after the end", productID: "bronze", before: ("gold", .over), end: .charged()),
        Row(
            rule: "a new subscription after a refund", productID: "silver", before: ("silver", .refunded),
            end: .charged()),

        Row(rule: "a product that is not on sale", isRemoved: true, end: .refused(.productUnavailable)),
        Row(
            rule: "a subscription that is not on sale", productID: "gold", before: ("silver", .running),
            isRemoved: true, end: .refused(.productUnavailable)),
        Row(
            rule: "a product that is not on sale does not use up an order", order: .cancel, isRemoved: true,
            end: .refused(.productUnavailable)),
    ]

    private static func request(_ row: Row) throws -> PurchaseRules.Request {
        PurchaseRules.Request(
            account: "anna", product: try TestStore.product(row.productID), quantity: row.quantity,
            appAccountToken: "token", simulatesAskToBuy: row.simulatesAskToBuy)
    }

    private static func situation(_ row: Row) throws -> PurchaseRules.Situation {
        var situation = PurchaseRules.Situation(try Catalogue(TestStore.catalogue), .oneSecondIsOneDay, at: now)
        situation.isAskToBuyEnabled = row.isAskToBuyEnabled
        situation.arePaymentsAllowed = row.arePaymentsAllowed
        situation.order = row.order
        if row.isOwned { situation.owned = purchase(50, of: "editor", .nonConsumable) }
        if let (productID, state) = row.before {
            let product = try TestStore.product(productID)
            situation.live { engine in
                engine.buy(product, at: begin)
                switch state {
                case .running: break
                case .over: _ = engine.perform(.expire, at: now - 1)
                case .refunded:
                    guard let period = engine.subscription?.period else { return }
                    _ = engine.perform(.refund(SubscriptionRefund(period)), at: now - 1)
                }
            }
        }
        if row.isRemoved { situation.conditions.removedProducts = [ExactText(row.productID)] }
        return situation
    }

    private static func decide(_ row: Row, isApproved: Bool = false) throws -> PurchaseRules.Decision {
        let (request, situation) = (try request(row), try situation(row))
        return isApproved
            ? PurchaseRules.decideApproved(request, situation) : PurchaseRules.decide(request, situation)
    }

    private static func purchase(_ id: UInt64, of productID: String, _ type: ProductType) -> LedgerTransaction {
        LedgerTransaction(
            id: id, originalID: id, account: "anna", productID: productID, productType: type, quantity: 1,
            purchaseDate: 3, originalPurchaseDate: 3, storefront: Storefront(countryCode: "USA", id: "143441"),
            price: Money(milliunits: 990, currencyCode: "USD"))
    }

    private static func end(_ decision: PurchaseRules.Decision, _ situation: PurchaseRules.Situation) -> End {
        switch decision {
        case .refuse(let failure): .refused(failure.kind)
        case .cancel: .cancelled
        case .awaitApproval: .awaitsApproval
        case .existing(let transaction), .hold(let transaction, _): .existing(transaction.id)
        case .charge: .charged()
        case .subscribe(_, let purchase): .charged(replacing: situation.outcome(of: purchase)?.replaced)
        }
    }

    @Test(arguments: rows) func purchaseEndsByTheRules(row: Row) throws {
        #expect(Self.end(try Self.decide(row), try Self.situation(row)) == row.end)
    }

    /// An approval decides only about the approval. Purchase orders and the store's switches apply to purchases, not to
    /// approvals.
    @Test(arguments: rows.filter { Payment.quantities.contains($0.quantity) })
    func approvedPurchaseIsChargedUnlessItIsHadAlready(row: Row) throws {
        let end = Self.end(try Self.decide(row, isApproved: true), try Self.situation(row))
        if row.isRemoved {
            #expect(end == .refused(.productUnavailable))
        } else if row.isOwned {
            #expect(end == .existing(50))
        } else if case .existing = row.end {
            #expect(end == row.end)
        } else if row.productID == "gold", row.before != nil {
            #expect(end == .charged(replacing: 40))
        } else if case .charged = row.end {
            #expect(end == row.end)
        } else {
            #expect(end == .charged())
        }
    }

    @Test func chargeSaysAllThatIsSigned() throws {
        let row = Row(rule: "", quantity: 3, end: .charged())
        guard case .charge(let charge) = try Self.decide(row) else {
            Issue.record("the purchase is not charged")
            return
        }
        #expect(charge.productID == "coins" && charge.productType == .consumable && charge.quantity == 3)
        #expect(charge.account == "anna" && charge.appAccountToken == "token")
        #expect(charge.price == Money(milliunits: 2970, currencyCode: "USD"), "the price is for the whole quantity")
        #expect(charge.purchaseDate == Self.now && charge.originalPurchaseDate == Self.now)
        #expect(charge.storefront == Storefront(countryCode: "USA", id: "143441"))
        #expect(charge.expirationDate == nil && charge.subscriptionGroupID == nil)
        #expect(charge.reason == .purchase && charge.ownership == .purchased)
        #expect(!charge.isFinished && !charge.isUpgraded && charge.revocation == nil)
    }

    /// The time rate of the store applies: the month of January 1970 takes 31 seconds here.
    @Test func firstPeriodEndsByTheTimeRate() throws {
        let row = Row(rule: "", productID: "silver", end: .charged())
        guard case .subscribe(let model, let purchase) = try Self.decide(row) else {
            Issue.record("the purchase is not charged")
            return
        }
        let month = try #require(Period(iso8601: "P1M"))
        let period = try #require(try Self.situation(row).outcome(of: purchase)?.period)
        #expect(period.end == TimeRate.oneSecondIsOneDay.end(of: month, from: Self.now))
        #expect(period.start == Self.now && period.reason == .purchase)
        #expect(model.subscriptionGroupID == "CLUB" && model.appAccountToken == "token")
        #expect(model.price == Money(milliunits: 1990, currencyCode: "USD"))
    }

    static let successors = rows.filter {
        if $0.before != nil, case .charged = $0.end { true } else { false }
    }

    @Test(arguments: successors) func subscriptionOfAGroupKeepsTheOriginalID(row: Row) throws {
        guard case .subscribe(_, let purchase) = try Self.decide(row) else {
            Issue.record("the purchase is not charged")
            return
        }
        let outcome = try #require(try Self.situation(row).outcome(of: purchase))
        #expect(
            outcome.subscription.originalTransactionID == 40 && outcome.subscription.originalPurchaseDate == Self.begin)
        #expect(outcome.period?.transactionID == 90 && outcome.period?.start == Self.now)
    }

    @Test func orderIsLeftToPurchasesThatAreNotRefusedForThemselves() throws {
        for row in Self.rows where row.order != nil {
            let (request, situation) = (try Self.request(row), try Self.situation(row))
            #expect(PurchaseRules.usesOrder(request, situation) == (row.arePaymentsAllowed && !row.isRemoved))
        }
    }

    @Test func priceThatDoesNotFitIsRefused() throws {
        let situation = PurchaseRules.Situation(try Catalogue(TestStore.catalogue), at: 0)
        let product = CatalogueProduct(productID: "palace", type: .consumable, priceMilliunits: .max / 2)
        let request = PurchaseRules.Request(account: "anna", product: product, quantity: 3)
        #expect(Self.end(PurchaseRules.decide(request, situation), situation) == .refused(.unknown))
    }
}

import IAPModel
import Testing

/// The store's words and their typed values.
struct ValueTests {
    @Test(arguments: ["P1D", "P3D", "P1W", "P2W", "P1M", "P2M", "P3M", "P6M", "P1Y", "P9999D"])
    func periodReadsAndWritesTheStoresForms(text: String) {
        #expect(Period(iso8601: text)?.iso8601 == text)
    }

    static let periods: [(String, Period)] = [
        ("P3D", Period(value: 3, unit: .day)), ("P1W", Period(value: 1, unit: .week)),
        ("P6M", Period(value: 6, unit: .month)), ("P1Y", Period(value: 1, unit: .year)),
        ("P07D", Period(value: 7, unit: .day)),
    ]

    @Test(arguments: periods.indices) func periodIsTheNumberAndTheUnit(index: Int) {
        #expect(Period(iso8601: Self.periods[index].0) == Self.periods[index].1)
    }

    @Test(
        arguments: [
            "", "P", "P1", "1M", "PM", "P0M", "P000D", "P-1M", "P+1M", "P1.5M", "P1H", "PT1M", "P1M1D", "p1m", " P1M",
            "P1M ", "P10000D", "P99999999999999999999M", "P１M", "PP1M", "P1МM",
        ])
    func anythingElseIsNoPeriod(text: String) {
        #expect(Period(iso8601: text) == nil)
    }

    @Test(
        arguments: [
            ("Consumable", .consumable), ("Non-Consumable", .nonConsumable),
            ("Non-Renewing Subscription", .nonRenewingSubscription),
            ("Auto-Renewable Subscription", .autoRenewableSubscription), ("Loot Box", .unknown("Loot Box")),
            ("consumable", .unknown("consumable")), ("", .unknown("")),
        ] as [(String, ProductType)])
    func productTypeKeepsTheStoresWord(word: String, type: ProductType) {
        #expect(ProductType(rawValue: word) == type)
        #expect(type.rawValue == word)
    }

    @Test(
        arguments: [
            ("PURCHASED", .purchased), ("FAMILY_SHARED", .familyShared), ("LENT", .unknown("LENT")), ("", .unknown("")),
        ] as [(String, Transaction.Ownership)])
    func ownershipKeepsTheStoresWord(word: String, ownership: Transaction.Ownership) {
        #expect(Transaction.Ownership(rawValue: word) == ownership)
        #expect(ownership.rawValue == word)
    }

    @Test func paymentIsForOneUnlessItSaysOtherwise() {
        let payment = Payment(productID: "coins")
        #expect(payment.quantity == 1 && payment.appAccountToken == nil && !payment.simulatesAskToBuy)
        #expect(Payment.quantities == 1...10)
    }

    @Test func transactionInTheQueueTakesItsValuesFromTheStore() {
        let transaction = Transaction(
            id: 7, originalID: 5, productID: "club", productType: .autoRenewableSubscription, quantity: 2,
            purchaseDate: 1, originalPurchaseDate: 0, appAccountToken: "token", environment: "Sandbox",
            signedText: "a.b.c")
        let item = QueuedTransaction(transaction, state: .restored, paymentID: 3)
        #expect(item.productID == "club" && item.quantity == 2 && item.appAccountToken == "token")
        #expect(item.state == .restored && item.paymentID == 3 && item.deliveryCount == 0)
        #expect(item.transaction == transaction)
    }
}

import IAPModel
import Testing

@testable import IAPPaymentQueue

/// The other requests that a game can send to the store.
struct StoreRequestTests {
    static let status = SubscriptionStatus(
        state: .subscribed, groupID: "2001", transaction: .sold(7, of: "club"),
        renewalInfo: RenewalInfo(originalTransactionID: 7, productID: "club", willAutoRenew: true))
    static let app = AppTransaction(
        appVersion: "2", bundleID: "com.example.game", environment: "Xcode", originalAppVersion: "1.0",
        originalPurchaseDate: 1, signedDate: 2)

    /// Every request with a matching response.
    static let answers: [(request: StoreRequest, answer: Answer)] = [
        (.storefront, .storefront(Storefront(countryCode: "USA", id: "143441"))),
        (.subscriptionStatuses(groupID: nil), .statuses([status])), (.transactionStatus(7), .statuses([])),
        (.introductoryOfferEligibility(groupID: "2001"), .flag(true)),
        (.appTransaction(isRefresh: true), .appTransaction(app)),
        (.appReceipt(isRefresh: false), .text("MIIB")),
        (.promotions, .promotions([Promotion(productID: "coins", visibility: .hidden)])),
        (.setPromotionOrder(["gems", "coins"]), .done), (.setPromotionVisibility(productID: "coins", .visible), .done),
        (.show(.refund(7), nil), .done), (.show(.manageSubscriptions(groupID: nil), nil), .done),
        (.show(.offerCodeRedemption, nil), .done), (.show(.review, nil), .done),
        (.externalPurchase(.notice), .text("token")), (.externalPurchase(.link(nil)), .done),
        (.externalPurchase(.customLinkEligibility), .flag(false)),
        (.externalPurchase(.customLinkToken(.services)), .text("")),
        (.externalPurchase(.customLinkNotice(.browser)), .done), (.externalPurchase(.linkAccount), .done),
        (.bindPaymentMethod(pinningID: "pin"), .done),
    ]

    @Test(arguments: answers.indices) func answerComesAsTheStoreGaveItAndOnce(index: Int) {
        let (request, answer) = Self.answers[index]
        var queue = PaymentQueue()
        let (id, effects) = queue.open(.store(request))
        #expect(effects == [.ask(request: id, .store(request))])
        #expect(request.answerKind == answer.kind)
        let fact = Fact.answered(request: id, .success(answer))
        #expect(queue.apply(fact) == [.emit(.requestEnded(request: id, request.answerKind, .success(answer)))])
        #expect(queue.apply(fact) == [])
    }
}

/// The text with which a game requests the next page.
struct PageMarkTests {
    @Test(arguments: [(0, 0), (1000, 7), (-5, 7), (.max, .max), (.min, 1)] as [(Int64, UInt64)])
    func markIsReadAsItWasWritten(date: Int64, id: UInt64) {
        var transaction = Transaction.sold(id)
        transaction.purchaseDate = date
        let mark = TransactionPage.Mark(transaction)
        #expect(TransactionPage.Mark(text: mark.text) == mark)
    }

    @Test(
        arguments: [
            "", ".", "1", "1.", ".1", "1.2.3", "1.-2", "+1.2", "1.+2", "01.2", "1.02", " 1.2", "1.2 ", "1,2", "a.b",
            "-0.1",
            "9223372036854775808.1", "1.18446744073709551616", "1.2\n", "１.２",
        ])
    func anyOtherTextIsNoMark(text: String) {
        #expect(TransactionPage.Mark(text: text) == nil)
    }

    @Test func marksAreInTheOrderOfThePurchases() {
        let marks = [(1, 9), (2, 1), (2, 3), (10, 2)].map { (date: Int64, id: UInt64) in
            var transaction = Transaction.sold(id)
            transaction.purchaseDate = date
            return TransactionPage.Mark(transaction)
        }
        #expect(marks.shuffled().sorted() == marks)
    }
}

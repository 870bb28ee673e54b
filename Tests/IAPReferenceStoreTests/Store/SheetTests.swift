import IAPModel
import Synchronization
import Testing

@testable import IAPReferenceStore

/// The sheets that the system shows, and the player's actions in them.
struct SheetTests {
    private static func answer(_ store: ReferenceStore, _ sheet: StoreSheet, _ detail: String? = nil) throws {
        #expect(try store.answerNext(sheet, SheetAnswer(isAccepted: true, detail: detail)))
    }

    private static func cancel(_ store: ReferenceStore, _ sheet: StoreSheet) throws {
        #expect(try store.answerNext(sheet, SheetAnswer(isAccepted: false)))
    }

    // MARK: Answers

    static let details: [(StoreSheet, String, Bool)] = [
        (.refund, "approve", true), (.refund, "decline", true), (.refund, "later", true), (.refund, "Approve", false),
        (.refund, "", false), (.manageSubscriptions, "on", true), (.manageSubscriptions, "off", true),
        (.manageSubscriptions, "month", true), (.manageSubscriptions, "coins", false),
        (.manageSubscriptions, "nothing", false), (.offerCode, "month/WELCOME", true),
        (.offerCode, "month/half", false),
        (.offerCode, "top/WELCOME", false), (.offerCode, "month", false), (.offerCode, "month/", false),
        (.message, "agree", false), (.review, "5", false), (.externalPurchaseNotice, "yes", false),
    ]

    @Test(arguments: details.indices) func answerMakesSenseForItsSheet(index: Int) throws {
        let (sheet, detail, isPossible) = Self.details[index]
        let store = try OfferShop.open()
        #expect(try store.answerNext(sheet, SheetAnswer(isAccepted: true, detail: detail)) == isPossible)
        #expect(
            try !store.answerNext(sheet, SheetAnswer(isAccepted: false, detail: detail)),
            "a cancelled sheet has no detail")
    }

    @Test(arguments: StoreSheet.allCases) func answersQueueUpAndShowingIsCounted(sheet: StoreSheet) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let ids = try (0..<3).map { _ in try device.buy("coins").id }
        var results: [SheetResult?] = []
        func show(_ round: Int) throws {
            switch sheet {
            case .refund: results.append(try device.showRefundSheet(ids[round]))
            case .manageSubscriptions: try device.showManageSubscriptions(groupID: nil)
            case .offerCode: results.append(try device.showOfferCodeSheet())
            case .message:
                try device.sendMessage(.generic)
                try device.showMessage(Int64(round + 1))
            case .review: try device.requestReview()
            case .externalPurchaseNotice: results.append(try device.showCustomLinkNotice(isWithinApp: true))
            }
        }
        try Self.cancel(store, sheet)
        try Self.answer(store, sheet)
        for round in 0..<3 {
            #expect(try store.count(of: sheet) == round)
            try show(round)
        }
        #expect(try store.count(of: sheet) == 3)
        let expected: [SheetResult] = [.cancelled, .done, .done]
        #expect(results.isEmpty || results == expected)
        for other in StoreSheet.allCases where other != sheet { #expect(try store.count(of: other) == 0) }
    }

    // MARK: Refunds

    static let decisions: [(String?, Bool)] = [(nil, true), ("approve", true), ("decline", false), ("later", false)]

    @Test(arguments: decisions.indices) func refundRequestIsDecidedAsTheAnswerSays(index: Int) throws {
        let (detail, isRefunded) = Self.decisions[index]
        let store = try OfferShop.open()
        let device = try store.device()
        let coins = try device.buy("coins")
        try Self.answer(store, .refund, detail)
        #expect(try device.showRefundSheet(coins.id) == .done)
        #expect(try store.totals.refunded == (isRefunded ? 1 : 0))
        let again = try kind { _ = try device.showRefundSheet(coins.id) }
        #expect(again == .duplicateRefundRequest)
        #expect(try store.count(of: .refund) == 1)
        if !isRefunded {
            guard case .refunded = try store.refund(coins.id) else {
                Issue.record("the store could not decide later")
                return
            }
        }
    }

    @Test func cancelledRefundRequestIsNotMade() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let coins = try device.buy("coins")
        try Self.cancel(store, .refund)
        #expect(try device.showRefundSheet(coins.id) == .cancelled)
        #expect(try store.totals.refunded == 0)
        #expect(try device.showRefundSheet(coins.id) == .done)
    }

    @Test func refundOfAnUnownedPurchaseFails() throws {
        let store = try OfferShop.open()
        let coins = try store.device(account: "ben").buy("coins")
        let device = try store.device()
        for id in [coins.id, 0, 1, .max] {
            let outcome = try kind { _ = try device.showRefundSheet(id) }
            #expect(outcome == .refundRequestFailed)
        }
        _ = try store.refund(coins.id)
        let refunded = try kind { _ = try store.device(account: "ben").showRefundSheet(coins.id) }
        #expect(refunded == .refundRequestFailed, "the purchase is already refunded")
        #expect(try store.count(of: .refund) == 0)
    }

    // MARK: Managing subscriptions

    @Test func renewalIsTurnedOffAndOnAndToAnotherProduct() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try device.buy("month")
        func renewal() throws -> LedgerRenewal? { try device.statuses(ofGroup: "CLUB").first?.renewal }
        try device.showManageSubscriptions(groupID: nil)
        #expect(try renewal()?.willAutoRenew == true, "without an answer nothing changes")
        try Self.answer(store, .manageSubscriptions, "off")
        try device.showManageSubscriptions(groupID: nil)
        #expect(try renewal()?.willAutoRenew == false)
        try Self.answer(store, .manageSubscriptions, "on")
        try device.showManageSubscriptions(groupID: "CLUB")
        #expect(try renewal()?.willAutoRenew == true)
        try Self.answer(store, .manageSubscriptions, "low")
        try device.showManageSubscriptions(groupID: "CLUB")
        #expect(try renewal()?.autoRenewProductID == "low")
        try Self.answer(store, .manageSubscriptions, "month")
        try device.showManageSubscriptions(groupID: "CLUB")
        #expect(try renewal()?.autoRenewProductID == "month")
        try Self.cancel(store, .manageSubscriptions)
        try device.showManageSubscriptions(groupID: nil)
        #expect(try renewal()?.willAutoRenew == true)
    }

    @Test func onlyTheShownGroupIsManaged() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        for id in ["month", "extra"] { try device.buy(id) }
        func areOn() throws -> [Bool] { try device.statuses().flatMap(\.statuses).map(\.renewal.willAutoRenew) }
        try Self.answer(store, .manageSubscriptions, "off")
        try device.showManageSubscriptions(groupID: "OTHER")
        #expect(try areOn() == [true, false])
        try Self.answer(store, .manageSubscriptions, "low")
        try device.showManageSubscriptions(groupID: "OTHER")
        #expect(try areOn() == [true, false], "the product belongs to a group that the sheet does not show")
        try Self.answer(store, .manageSubscriptions, "off")
        try device.showManageSubscriptions(groupID: nil)
        #expect(try areOn() == [false, false])
    }

    @Test func endedSubscriptionIsNotManaged() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let month = try device.buy("month")
        try store.renew(month.id) { $0.willAutoRenew = false }
        try store.pass(days: 8)
        try Self.answer(store, .manageSubscriptions, "on")
        try device.showManageSubscriptions(groupID: nil)
        #expect(try device.statuses(ofGroup: "CLUB").first?.renewal.willAutoRenew == false)
    }

    @Test func givingUpInGraceEndsTheSubscription() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let month = try device.buy("month")
        try store.pass(days: 8)
        try store.renew(month.id) {
            $0.isInBillingRetry = true
            $0.gracePeriodExpirationDate = .max
        }
        #expect(try device.currentEntitlements().count == 1)
        try Self.answer(store, .manageSubscriptions, "off")
        try device.showManageSubscriptions(groupID: nil)
        let status = try #require(try device.statuses(ofGroup: "CLUB").first)
        #expect(status.state == .expired && status.renewal.expirationReason == .autoRenewDisabled)
        #expect(try device.currentEntitlements().isEmpty)
    }

    // MARK: Offer codes

    @Test func redeemedCodeComesToEveryDeviceAsATransaction() throws {
        let store = try OfferShop.open()
        let (phone, tablet) = (try store.device("phone"), try store.device("tablet"))
        let heard = Mutex<[String]>([])
        let feeds = [phone, tablet].map { device in
            device.listen { transaction in
                heard.withLock { $0.append("\(device.name) \(transaction.offer?.id ?? "")") }
            }
        }
        try Self.answer(store, .offerCode, "month/WELCOME")
        #expect(try phone.showOfferCodeSheet() == .done)
        #expect(heard.withLock { $0 } == ["phone WELCOME", "tablet WELCOME"])
        let month = try #require(try phone.unfinished().first)
        #expect(month.offer?.type == .code && month.offer?.paymentMode == .freeTrial && month.price.milliunits == 0)
        try Self.answer(store, .offerCode, "month/WELCOME")
        #expect(try phone.showOfferCodeSheet() == .done)
        #expect(try store.totals.transactions == 1, "the code is for new subscribers")
        for feed in feeds { feed.stop() }
    }

    @Test func codeForTheRunningSubscriptionBeginsWithItsRenewal() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try device.buy("month")
        try Self.answer(store, .offerCode, "month/STAY")
        _ = try device.showOfferCodeSheet()
        #expect(try store.totals.transactions == 1)
        let renewal = try #require(try device.statuses(ofGroup: "CLUB").first?.renewal)
        #expect(renewal.offer?.type == .code && renewal.offer?.id == "STAY")
        #expect(renewal.renewalPrice?.milliunits == 1990)
    }

    @Test func codeLeadsUpAndNotDown() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let month = try device.buy("month")
        try Self.answer(store, .offerCode, "low/LOW")
        _ = try device.showOfferCodeSheet()
        #expect(try device.statuses(ofGroup: "CLUB").first?.renewal.autoRenewProductID == "month")
        try Self.answer(store, .offerCode, "top/UP")
        _ = try device.showOfferCodeSheet()
        let status = try #require(try device.statuses(ofGroup: "CLUB").first)
        #expect(status.transaction.productID == "top" && status.transaction.originalID == month.id)
    }

    @Test func codeNeedsApprovalAsEveryPurchase() throws {
        let store = try OfferShop.open()
        try store.setAskToBuy(true)
        try Self.answer(store, .offerCode, "month/WELCOME")
        _ = try store.device().showOfferCodeSheet()
        let approval = try #require(try store.approvals.first)
        #expect(try store.approve(approval.id)?.offer?.id == "WELCOME")
    }

    // MARK: Messages

    static let consents: [(Bool, RenewalInfo.PriceIncrease)] = [(true, .agreed), (false, .none)]

    @Test(arguments: consents.indices) func answerToAPriceIncreaseIsKept(index: Int) throws {
        let (isAccepted, state) = Self.consents[index]
        let store = try OfferShop.open()
        let device = try store.device()
        let month = try device.buy("month")
        try store.renew(month.id) { $0.priceIncrease = .pending }
        try device.sendMessage(.billingIssue)
        try device.showMessage(1)
        #expect(
            try device.statuses(ofGroup: "CLUB").first?.renewal.priceIncrease == .pending,
            "the message was about something else")
        try device.sendMessage(.priceIncreaseConsent)
        #expect(try store.answerNext(.message, SheetAnswer(isAccepted: isAccepted)))
        try device.showMessage(2)
        let renewal = try #require(try device.statuses(ofGroup: "CLUB").first?.renewal)
        #expect(renewal.priceIncrease == state && renewal.willAutoRenew == isAccepted)
        try store.pass(days: 8)
        #expect(
            try device.statuses(ofGroup: "CLUB").first?.renewal.expirationReason
                == (isAccepted ? nil : .didNotConsentToPriceIncrease))
        #expect(try device.currentEntitlements().count == (isAccepted ? 1 : 0))
    }

    @Test func messageIsShownOnceAndOnItsDevice() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try device.sendMessage(.generic)
        try store.device("tablet").showMessage(1)
        try store.device(account: "ben").showMessage(1)
        #expect(try store.count(of: .message) == 0)
        for number: Int64 in [1, 1, 2, 0, -1] { try device.showMessage(number) }
        #expect(try store.count(of: .message) == 1)
    }
}

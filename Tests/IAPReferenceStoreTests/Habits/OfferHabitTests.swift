import IAPModel
import Synchronization
import Testing

@testable import IAPReferenceStore

/// Offers on real systems, and purchases that begin in the App Store.
struct OfferHabitTests {
    // MARK: Eligibility for introductory offers

    @Test("The first result of a launch is kept, or each result is current", arguments: [false, true])
    func firstAnswerStays(isKept: Bool) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.setHabit(.introMemory, to: isKept ? 1 : 0)
        #expect(try device.isEligibleForIntroductoryOffer(groupID: "CLUB"))
        try device.buy("month")
        #expect(try device.isEligibleForIntroductoryOffer(groupID: "CLUB") == isKept)
        #expect(try device.isEligibleForIntroductoryOffer(groupID: "OTHER"), "each group has its own result")
        #expect(try !store.device("tablet").isEligibleForIntroductoryOffer(groupID: "CLUB"), "each device has its own")
        device.beginLaunch()
        #expect(try !device.isEligibleForIntroductoryOffer(groupID: "CLUB"))
    }

    @Test("After another account signs in, the earlier account's result does not apply")
    func firstAnswerIsTheAccounts() throws {
        let store = try OfferShop.open()
        try store.device(account: "ben").buy("month")
        try store.setHabit(.introMemory, to: 1)
        let device = try store.device()
        #expect(try device.isEligibleForIntroductoryOffer(groupID: "CLUB"))
        try device.signIn("ben")
        #expect(try !device.isEligibleForIntroductoryOffer(groupID: "CLUB"))
    }

    @Test("A random result is the first or the current one, and an equal store repeats it")
    func drawnAnswers() throws {
        func answers() throws -> [Bool] {
            let store = try OfferShop.open()
            let device = try store.device()
            try store.setHabit(.introMemory, to: 2)
            var answers = try (1...8).map { _ in try device.isEligibleForIntroductoryOffer(groupID: "CLUB") }
            #expect(answers.allSatisfy { $0 }, "before the purchase both results are equal")
            try device.buy("month")
            answers += try (1...64).map { _ in try device.isEligibleForIntroductoryOffer(groupID: "CLUB") }
            #expect(try store.isTheSameAfterReplay(of: OfferShop.catalogue))
            return answers
        }
        let drawn = try answers()
        #expect(drawn.suffix(64).contains(true) && drawn.suffix(64).contains(false))
        #expect(try answers() == drawn)
    }

    @Test("Without an introductory offer, every account is eligible, or none", arguments: [false, true])
    func groupsWithoutAnOffer(isTrue: Bool) throws {
        let store = try TestStore.open()
        let offers = try OfferShop.open()
        for store in [store, offers] { try store.setHabit(.introTrueWithoutOffer, to: isTrue ? 1 : 0) }
        #expect(try store.device().isEligibleForIntroductoryOffer(groupID: "CLUB") == isTrue)
        #expect(try offers.device().isEligibleForIntroductoryOffer(groupID: "no such group") == isTrue)
        #expect(try offers.device().isEligibleForIntroductoryOffer(groupID: "CLUB"))
    }

    // MARK: Signatures

    @Test("An introductory offer with an invalid signature fails, or costs the full price", arguments: [false, true])
    func badOverride(isFullPrice: Bool) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.setHabit(.badOverrideFullPrice, to: isFullPrice ? 1 : 0)
        let bad = try OfferShop.open(seed: 2).introduction(true)
        if isFullPrice {
            let month = try device.buy("month", bad)
            #expect(month.offer == nil && month.price.milliunits == 4990)
        } else {
            #expect(try kind { try device.buy("month", bad) } == .invalidOfferSignature)
            #expect(try store.totals.transactions == 0)
            let good = try store.introduction(true)
            #expect(try device.buy("month", good).offer?.type == .introductory)
            #expect(try kind { try device.buy("month", good) } == .invalidOfferSignature, "the signature is valid once")
        }
        #expect(try store.isTheSameAfterReplay(of: OfferShop.catalogue))
    }

    @Test("The error of a promotional offer with an invalid signature", arguments: [false, true])
    func badPromotion(isUnknown: Bool) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let month = try device.buy("month")
        try store.leave(month.id)
        try store.pass(days: 8)
        try store.setHabit(.badPromoUnknown, to: isUnknown ? 1 : 0)
        let bad = try OfferShop.open(seed: 2).promotion("half")
        #expect(try kind { try device.buy("month", bad) } == (isUnknown ? .unknown : .invalidOfferSignature))
        var empty = bad
        empty.promotionalOffer?.offerID = ""
        let unknown = try store.promotion("nothing")
        #expect(try kind { try device.buy("month", empty) } == .missingOfferParameters)
        #expect(try kind { try device.buy("month", unknown) } == .invalidOfferIdentifier, "other errors do not change")
        #expect(try device.buy("month", store.promotion("half")).offer?.id == "half")
    }

    // MARK: Win-back offers

    @Test("After a lapse all win-back offers are open, or only those that the file enables", arguments: [false, true])
    func winBackOffers(areAllOpen: Bool) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.setHabit(.winBackAtOnce, to: areAllOpen ? 1 : 0)
        func eligible() throws -> Set<String> {
            Set(try device.statuses(ofGroup: "CLUB").flatMap(\.renewal.eligibleWinBackOfferIDs))
        }
        let month = try device.buy("month")
        try store.leave(month.id)
        #expect(try eligible().isEmpty, "the subscription is active")
        _ = try store.advanceClock(by: try #require(month.expirationDate) - store.now)
        #expect(try eligible() == (areAllOpen ? ["back", "later"] : ["back"]))
        var options = PurchaseOptions()
        options.winBackOfferID = "later"
        if areAllOpen {
            #expect(try device.buy("month", options).offer?.id == "later")
        } else {
            #expect(try kind { try device.buy("month", options) } == .ineligibleForOffer)
        }
        #expect(try store.isTheSameAfterReplay(of: OfferShop.catalogue))
    }

    // MARK: Purchases that begin in the App Store

    private final class Intents: Sendable {
        let productIDs = Mutex<[String]>([])
        func add(_ id: String) { productIDs.withLock { $0.append(id) } }
        var all: [String] { productIDs.withLock { $0 } }
    }

    @Test("Purchases that begin in the App Store wait until the system delivers them")
    func intentsWait() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let intents = Intents()
        let subscription = device.listenForIntents { intents.add($0.productID) }
        try store.setHabit(.intentDelivered, to: 0)
        try device.sendIntent("month", offerID: nil)
        try device.buy("coins")
        #expect(intents.all == [])
        try store.setHabit(.intentDelivered, to: 1)
        #expect(intents.all == ["month"])
        try device.sendIntent("top", offerID: nil)
        #expect(intents.all == ["month", "top"])
        subscription.cancel()
        #expect(try store.isTheSameAfterReplay(of: OfferShop.catalogue))
    }
}

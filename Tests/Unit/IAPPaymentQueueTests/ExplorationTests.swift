import Foundation
import Testing

@testable import IAPPaymentQueue

/// What must hold for one transaction in every order of events.
enum Rule: CaseIterable {
    /// The store receives a finish only after the record that allows it is on disk.
    case recordBeforeStoreFinish
    /// After the game has finished a transaction, the queue does not report it as purchased again.
    case noPurchaseAfterFinish
    /// After the store has revoked a transaction, the queue does not report it as purchased or restored again.
    case noPurchaseAfterRevocation
    /// The journal counts the delivery before the game receives it.
    case offerBeforeDelivery
    case nothingBeforeListening
    /// Once the journal contains a finish, the transaction is never delivered again, except as the outcome of a
    /// payment.
    case finishedIsNeverOffered
    case oneOfferPerLaunch
    /// The inventory holds at most one grant of a transaction. It holds none if the transaction was revoked before.
    case oneGrant
    /// A payment has exactly one outcome, and nothing follows it.
    case oneOutcome
    /// One purchase is one transaction, however it arrives.
    case oneTransaction
    case oneFinish
    /// A finish removes the transaction from the queue.
    case finishEnds
    case revocationOnce
    /// A revocation has its own event. It is not an update.
    case revocationIsAFactOfItsOwn
    /// An unverified transaction is reported once and changes nothing.
    case forgeryGrantsNothing
    /// A transaction that needs verification is not delivered before a valid verdict.
    case verdictBeforeDelivery
    /// Each transaction has at most one open verification request, and none stays open.
    case oneQuestion
    /// The account owns what the store lists and the verification accepted, without revoked transactions.
    case ownedIsListedValidAndNotRevoked
    /// A purchase intent is accepted once. After that it is not reported again.
    case oneIntent
    /// Once the queue knows that a purchase is unfinished, the game receives it as purchased before anything else. Payments
    /// that the store completes with it have bought nothing.
    case purchasedFirst
    /// Only the finish of the purchase ends its delivery. The finish of a restored or failed transaction does not.
    case otherHandleNeverEndsDelivery
    /// The store gets one payment at a time, in the order of the game's calls.
    case onePaymentAtTheStore
    case restoreEnds
}

struct ExplorationTests {
    /// If TESTS_SHORT is set, only every seventh scenario runs.
    static let scenarios = Exploration.Scenario.all.enumerated().filter {
        $0.offset % 7 == 0 || ProcessInfo.processInfo.environment["TESTS_SHORT"] == nil
    }.map(\.element)

    @Test(arguments: scenarios)
    func everyRuleHoldsInEveryOrderOfEvents(scenario: Exploration.Scenario) {
        let exploration = Exploration(scenario)
        for (rule, path) in exploration.violations.sorted(by: { "\($0.key)" < "\($1.key)" }) {
            Issue.record("\(rule) is broken by \(path.map { "\($0)" }.joined(separator: ", "))")
        }
        // An exploration that ends early would prove nothing.
        let fewest = scenario.outcome == nil ? 50 : scenario.verdicts.isEmpty ? 500 : 300
        #expect(exploration.walks >= fewest, "\(exploration.walks) walks")
    }

    /// If TESTS_SHORT is set, only every seventh scenario runs.
    static let samePurchases = SamePurchaseExploration.Scenario.all.enumerated().filter {
        $0.offset % 7 == 0 || ProcessInfo.processInfo.environment["TESTS_SHORT"] == nil
    }.map(\.element)

    @Test(arguments: samePurchases)
    func everyRuleHoldsForPaymentsThatLeadToTheSamePurchase(scenario: SamePurchaseExploration.Scenario) {
        let exploration = SamePurchaseExploration(scenario)
        for (rule, path) in exploration.violations.sorted(by: { "\($0.key)" < "\($1.key)" }) {
            Issue.record("\(rule) is broken by \(path.map { "\($0)" }.joined(separator: ", "))")
        }
        // An exploration that ends early would prove nothing.
        #expect(exploration.states >= 200 && exploration.ends > 0, "\(exploration.states) states")
    }
}

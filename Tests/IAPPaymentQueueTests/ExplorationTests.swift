import Foundation
import Testing

@testable import IAPPaymentQueue

/// What must hold for one transaction, in whatever order things happen to it.
enum Rule: CaseIterable {
    /// The store hears of a finish only after the record that allows it is on disk.
    case recordBeforeStoreFinish
    /// What the game has finished is not reported as purchased any more.
    case noPurchaseAfterFinish
    /// What the store has taken back is not reported as purchased or restored any more.
    case noPurchaseAfterRevocation
    /// The journal has counted the delivery before the game hears of it.
    case offerBeforeDelivery
    case nothingBeforeListening
    /// Once a finish is in the journal, the transaction is never handed out again, except as the outcome of a payment.
    case finishedIsNeverOffered
    case oneOfferPerLaunch
    /// The inventory holds at most one grant of a transaction, and none of what was taken back before.
    case oneGrant
    /// A payment has exactly one outcome, and nothing follows it.
    case oneOutcome
    /// The same purchase by whatever way is one transaction.
    case oneTransaction
    case oneFinish
    /// Whoever finishes gets it out of the queue.
    case finishEnds
    case revocationOnce
    /// It comes by its own event and not as an update.
    case revocationIsAFactOfItsOwn
    /// What is not verified is told once and changes nothing.
    case forgeryGrantsNothing
    /// What has to be verified is not handed out before it was found valid.
    case verdictBeforeDelivery
    /// There is one question about a transaction at a time, and none stays open.
    case oneQuestion
    /// What the account owns is what the store lists and was found valid, and nothing that the store has taken back.
    case ownedIsListedValidAndNotRevoked
    /// A purchase intent is taken once, and not told any more then.
    case oneIntent
}

struct ExplorationTests {
    /// All, with TESTS_SHORT in the environment each seventh one.
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
}

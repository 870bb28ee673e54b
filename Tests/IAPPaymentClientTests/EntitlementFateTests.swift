import IAPJournal
import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPPaymentClient

/// What happens to an entitlement of an earlier launch that the store does not list.
@Suite(.timeLimit(.minutes(10)))
struct EntitlementFateTests {
    enum Kind: CaseIterable {
        case nothingKnown, nothingKnownOffline, late, revoked, upgraded, unverified, replaced
        case subscribed, inGrace, expired, inRetry, statusUnknown
    }

    private static let group = "2001"
    private static let end: Int64 = 1_000_000

    private static func owned(_ kind: Kind) -> Transaction {
        var transaction = Transaction.sold(7, of: "sword")
        transaction.productType = .nonConsumable
        if [.subscribed, .inGrace, .expired, .inRetry, .statusUnknown].contains(kind) {
            transaction.productType = .autoRenewableSubscription
            transaction.subscriptionGroupID = group
            transaction.expirationDate = end
        }
        return transaction
    }

    /// The store's latest transaction of the product.
    private static func latest(_ kind: Kind) -> [Transaction] {
        var latest = owned(kind)
        switch kind {
        case .nothingKnown, .nothingKnownOffline: return []
        case .revoked: latest.revocation = Transaction.Revocation(date: 2000, reason: 0)
        case .upgraded: latest.isUpgraded = true
        case .unverified: return [latest.forged]
        case .replaced:
            latest.id = 8
            latest.purchaseDate += 1
        case .late, .subscribed, .inGrace, .expired, .inRetry, .statusUnknown: break
        }
        return [latest]
    }

    private static func statuses(_ kind: Kind) -> Result<Answer, IAPError> {
        let state: SubscriptionStatus.State
        switch kind {
        case .subscribed: state = .subscribed
        case .inGrace: state = .inGracePeriod
        case .expired: state = .expired
        case .inRetry: state = .inBillingRetry
        default: return .failure(.offline)
        }
        let info = RenewalInfo(originalTransactionID: 7, productID: "sword", willAutoRenew: true)
        return .success(
            .statuses([SubscriptionStatus(state: state, groupID: group, transaction: owned(kind), renewalInfo: info)]))
    }

    /// The game in a later launch, after the first request to the store.
    private static func game(_ kind: Kind) async throws -> Game {
        let journal = try Journal(path: nil)
        let transaction = owned(kind)
        let entitlement = Entitlement(
            productID: transaction.productID, transactionID: transaction.id, end: transaction.expirationDate)
        let entry = JournalEntry.entitlement(transaction, entitlement, isVerified: true)
        #expect(try journal.write([.entry(entry)]).first?.get() == .entitled)
        let store = FakeStore(
            answers: [.subscriptionStatuses(groupID: group): statuses(kind)], latest: latest(kind),
            isOffline: kind == .nothingKnownOffline)
        let game = try Game(store, journal: journal)
        await game.readOnce()
        return game
    }

    @Test(arguments: Kind.allCases) func storeDecidesWithTheNewestTransactionAndTheStatus(kind: Kind) async throws {
        let game = try await Self.game(kind)
        let isKept = ![.revoked, .upgraded, .replaced, .expired, .inRetry].contains(kind)
        #expect(game.client.owns("sword") == isKept)
        await game.close()
    }

    @Test func unknownEntitlementEndsWithTheSecondResponse() async throws {
        let game = try await Self.game(.nothingKnown)
        game.runner.set(5000)
        game.runner.endPause()
        await game.readOnce()
        #expect(!game.client.owns("sword"))
        await game.close()
    }

    @Test func missingResponseWithoutANetworkKeepsTheEntitlement() async throws {
        let game = try await Self.game(.nothingKnownOffline)
        game.runner.set(5000)
        game.runner.endPause()
        await game.readOnce()
        #expect(game.client.owns("sword"))
        await game.close()
    }

    @Test func revocationThatOnlyTheLatestTransactionShowsIsReported() async throws {
        let game = try await Self.game(.revoked)
        guard case .entitlementRevoked(let item) = try await game.next() else {
            Issue.record("there is no revocation event")
            return
        }
        #expect(item.transaction?.id == 7)
        await game.close()
    }
}

extension Game {
    /// Returns after the client has read the entitlements and plans to read them again. It always reads an empty list
    /// again.
    fileprivate func readOnce() async { for await _ in runner.begunPauses { return } }
}

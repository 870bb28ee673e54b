import IAPJournal
import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPPaymentClient

/// What happens to an entitlement of an earlier launch that the store does not list.
@Suite(.timeLimit(.minutes(60)))
struct EntitlementFateTests {
    enum Kind: CaseIterable {
        case nothingKnown, otherAccount, accountUnknown, late, revoked, upgraded, unverified, replaced
        case subscribed, inGrace, expired, inRetry, statusUnknown

        var isKept: Bool { ![.otherAccount, .revoked, .upgraded, .expired, .inRetry].contains(self) }
    }

    private static let group = "2001"
    private static let end: Int64 = 1_000_000

    private static func owned(_ kind: Kind) -> Transaction {
        var transaction = Transaction.sold(7, of: "sword")
        transaction.productType = .nonConsumable
        transaction.appTransactionID = "anna"
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
        case .nothingKnown, .otherAccount, .accountUnknown: return []
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

    private static func statuses(_ kind: Kind) -> Result<Response, IAPError> {
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

    private static func account(_ kind: Kind) -> Result<Response, IAPError> {
        if kind == .accountUnknown { return .failure(.offline) }
        var app = AppTransaction(
            appVersion: "1", bundleID: "game", environment: "Sandbox", originalAppVersion: "1", originalPurchaseDate: 0,
            signedDate: 0)
        app.appTransactionID = kind == .otherAccount ? "bert" : "anna"
        return .success(.appTransaction(app))
    }

    /// The game in a later launch, after the first request to the store.
    private static func game(_ kind: Kind) async throws -> Game {
        let journal = try Journal(path: nil)
        let transaction = owned(kind)
        let entry = JournalEntry.entitlement(transaction, Entitlement(transaction), isVerified: true)
        #expect(try journal.write([.entry(entry)]).first?.get() == .entitled)
        let store = FakeStore(
            responses: [
                .subscriptionStatuses(groupID: group): statuses(kind), .appTransaction(isRefresh: false): account(kind),
            ], latest: latest(kind))
        let game = try Game(store, journal: journal)
        await game.readOnce()
        return game
    }

    /// Absence alone ends nothing.
    @Test(arguments: Kind.allCases) func onlyWhatTheStoreSaysEndsAnEntitlement(kind: Kind) async throws {
        let game = try await Self.game(kind)
        #expect(game.client.owns("sword") == kind.isKept)
        if !kind.isKept { #expect(try await game.next() == .entitlementChanged(productID: "sword", isOwned: false)) }
        await game.close()
    }

    /// Real systems return empty lists for days to players who have paid.
    @Test(arguments: [Kind.nothingKnown, .accountUnknown, .late])
    func entitlementThatTheStoreDoesNotListStaysForever(kind: Kind) async throws {
        let game = try await Self.game(kind)
        // The client reads an empty list a few times.
        for time in [5000, 15_000] as [Int64] {
            game.runner.set(time)
            game.runner.endPause()
            await game.readOnce()
            #expect(game.client.owns("sword"))
        }
        await game.close()
    }

    @Test func newerPurchaseTakesThePlaceOfTheEntitlementWithoutAnEvent() async throws {
        let game = try await Self.game(.replaced)
        game.runner.set(5000)
        game.runner.endPause()
        await game.readOnce()
        #expect(game.client.owns("sword"))
        await game.close()
        #expect(await game.nextNow() == nil)
    }

    @Test func revocationThatOnlyTheLatestTransactionShowsIsReported() async throws {
        let game = try await Self.game(.revoked)
        #expect(try await game.next() == .entitlementChanged(productID: "sword", isOwned: false))
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

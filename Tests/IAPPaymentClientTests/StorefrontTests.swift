import IAPJournal
import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPPaymentClient

/// The game receives a change of the storefront, and only a change. Cached prices belong to a storefront.
@Suite(.timeLimit(.minutes(60)))
struct StorefrontTests {
    private static let japan = Storefront(countryCode: "JPN", id: "143462")
    private static let germany = Storefront(countryCode: "DEU", id: "143443")
    private static let problem = IAPError(.store, "the next event")

    private static let product = Product(
        id: "coins", type: .consumable, displayName: "Coins", description: "",
        price: Money(milliunits: 990, currencyCode: "USD"), displayPrice: "$0.99", isFamilyShareable: false,
        subscription: nil)

    /// What the store reports in a launch, the storefront of the last launch, and whether the game receives an event.
    private struct Launch {
        var known: Storefront?
        var facts: [Fact]
        var isChange: Bool
    }

    private static let launches = [
        // Systems differ: some report the current storefront to each program that listens.
        Launch(known: japan, facts: [.storefrontChanged(japan)], isChange: false),
        Launch(known: japan, facts: [.storefrontRead(japan), .storefrontChanged(japan)], isChange: false),
        Launch(known: nil, facts: [.storefrontRead(japan), .storefrontChanged(japan)], isChange: false),
        Launch(known: nil, facts: [.storefrontChanged(japan), .storefrontRead(japan)], isChange: true),
        Launch(known: germany, facts: [.storefrontRead(japan), .storefrontChanged(japan)], isChange: true),
        Launch(known: germany, facts: [.storefrontRead(germany), .storefrontChanged(japan)], isChange: true),
    ]

    @Test(arguments: launches.indices) func onlyAChangeIsReportedAndEmptiesTheCache(index: Int) async throws {
        let launch = Self.launches[index]
        let folder = try Folder()
        var journal = try Journal(path: folder.path("journal"))
        let known = launch.known.map { [JournalWrite.storefront($0)] } ?? []
        for result in journal.write(known + [.products([Self.product])]) { _ = try result.get() }
        let game = try Game(FakeStore(), journal: journal)
        for fact in launch.facts + [.problemOccurred(Self.problem)] { game.store.tell(fact) }
        if launch.isChange { #expect(try await game.next() == .storefrontChanged(Self.japan)) }
        #expect(try await game.next() == .problemReported(Self.problem))
        await game.close()
        journal = try Journal(path: folder.path("journal"))
        #expect(try journal.storefront() == Self.japan)
        #expect(try journal.cachedProducts(nil).found.isEmpty == launch.isChange)
    }
}

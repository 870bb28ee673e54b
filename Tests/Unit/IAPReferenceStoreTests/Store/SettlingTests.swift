import IAPDatabase
import IAPModel
import Testing

@testable import IAPReferenceStore

/// What happens to subscriptions without a command, while the store's time passes.
struct SettlingTests {
    private static let day = OfferShop.day

    /// All transactions of the accounts, sorted by id.
    private static func transactions(_ store: ReferenceStore) throws -> [LedgerTransaction] {
        try ["anna", "ben"].flatMap { try store.device(account: $0).history() }.sorted { $0.id < $1.id }
    }

    /// Two accounts in two groups, with offers that end during the test.
    private static func populate(_ store: ReferenceStore) throws {
        let (anna, ben) = (try store.device(account: "anna"), try store.device(account: "ben"))
        try anna.buy("month")
        try ben.buy("extra")
        try store.pass(days: 2)
        try ben.buy("low")
        try anna.buy("extra")
    }

    @Test func renewalsOfAllAccountsHaveIDsInTheOrderOfTime() throws {
        let store = try OfferShop.open()
        try Self.populate(store)
        try store.pass(days: 100)
        let all = try Self.transactions(store)
        let first = try #require(all.first).id
        #expect(all.map(\.id) == Array(first..<first + UInt64(all.count)), "no id is lost or used twice")
        #expect(all.map(\.purchaseDate) == all.map(\.purchaseDate).sorted())
        #expect(Set(all.compactMap(\.webOrderLineItemID)).count == all.count)
        #expect(Set(all.map { [$0.account, $0.subscriptionGroupID ?? ""] }).count == 4)
        for (account, groupID) in [("anna", "CLUB"), ("anna", "OTHER"), ("ben", "CLUB"), ("ben", "OTHER")] {
            let periods = all.filter { $0.account == account && $0.subscriptionGroupID == groupID }
            #expect(Set(periods.map(\.originalID)) == [periods[0].id] && periods.count > 2)
            #expect(Set(periods.map(\.originalPurchaseDate)) == [periods[0].purchaseDate])
            #expect(periods.map(\.reason) == [.purchase] + periods.dropFirst().map { _ in .renewal })
            #expect(
                zip(periods, periods.dropFirst()).allSatisfy { $0.expirationDate == $1.purchaseDate }, "there is no gap"
            )
        }
        #expect(
            all.filter { $0.account == "ben" && $0.productID == "extra" }.prefix(5).map(\.price.milliunits)
                == [500, 500, 500, 500, 1000])
    }

    @Test func itMakesNoDifferenceHowOftenTheClockIsMoved() throws {
        let stores = [try OfferShop.open(), try OfferShop.open()]
        for store in stores { try Self.populate(store) }
        try stores[0].pass(days: 100)
        for _ in 1...100 { try stores[1].pass(days: 1) }
        #expect(try Self.transactions(stores[0]) == Self.transactions(stores[1]))
        for account in ["anna", "ben"] {
            let statuses = try stores.map { try $0.device(account: account).statuses.list().flatMap(\.statuses) }
            #expect(statuses[0] == statuses[1] && statuses[0].count == 2)
        }
    }

    @Test func renewalsReachEveryDeviceOfTheAccount() throws {
        let store = try OfferShop.open()
        let phone = try store.device("phone")
        let launches = [Launch(phone), Launch(try store.device("tablet"))]
        let stranger = Launch(try store.device("phone", account: "ben"))
        let month = try phone.buy("month")
        #expect(launches.map { $0.ids() } == [[], [month.id]])
        try store.pass(days: 40)
        let renewals = try phone.history().dropFirst().map(\.id)
        #expect(renewals.count == 2)
        #expect(launches.map { $0.ids() } == [Array(renewals), Array(renewals)] && stranger.ids() == [])
    }

    @Test func renewalIsASeparatePurchase() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let month = try device.buy("month", PurchaseOptions(token: OfferShop.token))
        try device.finish(month.id)
        try store.shelf.move(to: "DEU", locale: nil)
        try store.pass(days: 7)
        let renewal = try #require(try device.unfinished().first)
        #expect(renewal.id == month.id + 1 && renewal.originalID == month.id && renewal.reason == .renewal)
        #expect(renewal.appAccountToken == OfferShop.token && renewal.account == "anna")
        #expect(
            renewal.price == Money(milliunits: 4990, currencyCode: "USD"),
            "the renewal uses the storefront of the purchase")
        #expect(renewal.storefront == month.storefront && renewal.offer == nil && renewal.revocation == nil)
        #expect(try device.currentEntitlements().map(\.id) == [renewal.id])
    }

    // MARK: Several stores on one file

    @Test func otherStoreOnTheFileSeesTheChanges() throws {
        let folder = try Folder()
        let (game, tool) = (try OfferShop.open(path: folder.path("s")), try OfferShop.open(path: folder.path("s")))
        let device = try game.device()
        let month = try device.buy("month")
        let launch = Launch(device)
        #expect(launch.ids() == [month.id])
        try tool.pass(days: 7)
        #expect(launch.ids() == [], "no store has checked the clock")
        game.file.lookForChanges()
        let renewal = try #require(try device.history().last)
        #expect(launch.ids() == [renewal.id] && renewal.purchaseDate == month.expirationDate)
        #expect(try tool.device().history() == device.history())
        launch.end()
        game.close()
        tool.close()
    }

    @Test func twoStoresThatBothSettleChargeOnce() throws {
        let folder = try Folder()
        let machine = Machine()
        let stores = try (0..<2).map { _ in
            try machine.store(.accelerated(.oneRenewalEveryMinute), path: folder.path("s"))
        }
        let devices = try stores.map { try $0.device() }
        try devices[0].buy("silver")
        for _ in 1...5 {
            machine.pass(60_000)
            for store in stores { store.file.lookForChanges() }
        }
        #expect(try devices[0].history().count == 6 && devices[0].history() == devices[1].history())
        for store in stores { store.close() }
    }

    @Test func eventsDuringAStopHappenWhenTheStoreOpensAgain() throws {
        let folder = try Folder()
        let machine = Machine()
        var store = try machine.store(.accelerated(.oneRenewalEveryMinute), path: folder.path("s"))
        let silver = try store.device().buy("silver")
        store.close()
        machine.pass(150_000)
        store = try machine.store(.accelerated(.oneRenewalEveryMinute), path: folder.path("s"))
        let launch = Launch(try store.device())
        let renewals = try store.device().history().dropFirst()
        #expect(renewals.map(\.purchaseDate) == [60_000, 120_000].map { silver.purchaseDate + $0 })
        #expect(Set(launch.ids()) == Set([silver.id] + renewals.map(\.id)))
        launch.end()
        store.close()
    }

    // MARK: A clock that runs automatically

    @Test func lookingForChangesLetsThingsHappen() throws {
        let machine = Machine()
        let store = try machine.store(.accelerated(.oneRenewalEveryTwoSeconds))
        let device = try store.device()
        let silver = try device.buy("silver")
        let launch = Launch(device)
        #expect(launch.ids() == [silver.id])
        machine.pass(1_999)
        store.file.lookForChanges()
        #expect(launch.ids() == [])
        machine.pass(1)
        #expect(launch.ids() == [])
        store.file.lookForChanges()
        #expect(launch.ids() == [silver.id + 1])
        machine.pass(6_000)
        store.file.lookForChanges()
        #expect(launch.ids() == [silver.id + 2, silver.id + 3, silver.id + 4])
        launch.end()
    }

    @Test func everyReadIsUpToDate() throws {
        let machine = Machine()
        let store = try machine.store(.accelerated(.oneRenewalEveryTwoSeconds))
        let device = try store.device()
        let silver = try device.buy("silver")
        machine.pass(2_000)
        #expect(try device.currentEntitlements().map(\.id) == [silver.id + 1])
        machine.pass(2_000)
        #expect(try device.latest(of: "silver")?.id == silver.id + 2)
        machine.pass(2_000)
        #expect(try device.statuses.list(ofGroup: "CLUB").first?.transaction.id == silver.id + 3)
        machine.pass(2_000)
        #expect(try store.transactions.totals.transactions == 5)
        machine.pass(2_000)
        #expect(try device.buy("coins").id == silver.id + 6, "an earlier event has the smaller id")
    }

    @Test func clockThatIsSetBackChangesNothing() throws {
        let machine = Machine()
        let store = try machine.store(.accelerated(.oneRenewalEveryTwoSeconds))
        let device = try store.device()
        let silver = try device.buy("silver")
        machine.pass(5_000)
        let (history, statuses) = (try device.history(), try device.statuses.list(ofGroup: "CLUB"))
        #expect(history.count == 3)
        machine.pass(-100_000)
        store.file.lookForChanges()
        #expect(try device.history() == history && device.statuses.list(ofGroup: "CLUB") == statuses)
        #expect(try device.currentEntitlements().map(\.id) == [silver.id + 2])
        #expect(try device.buy("silver").id == silver.id + 2, "the subscription is already active")
        try store.leave(silver.id)
        machine.pass(100_000)
        store.file.lookForChanges()
        #expect(try device.history() == history)
        machine.pass(1_000)
        store.file.lookForChanges()
        #expect(try device.statuses.list(ofGroup: "CLUB").first?.state == .expired)
        #expect(try device.history() == history)
    }

    // MARK: The rate of time

    @Test func rateAppliesFromTheNextPeriod() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let low = try device.buy("low")
        try store.pass(days: 10)
        try store.clock.setRate(.monthlyRenewalEveryHour)
        #expect(try device.statuses.list(ofGroup: "CLUB").first?.transaction.expirationDate == low.expirationDate)
        try store.pass(days: 20)
        let next = try #require(try device.currentEntitlements().first)
        #expect(next.purchaseDate == low.expirationDate && next.expirationDate == next.purchaseDate + 3_600_000)
        #expect(try store.device(account: "ben").buy("low").expirationDate == store.clock.now + 3_600_000)
        try store.clock.setRate(.realTime)
        try store.clock.advance(by: 3_600_000)
        let last = try #require(try device.currentEntitlements().first)
        #expect(
            last.purchaseDate == next.expirationDate && last.purchaseDate == TestStore.start + 30 * Self.day + 3_600_000
        )
        #expect(last.expirationDate == last.purchaseDate + 31 * Self.day, "the period is from July to August")
    }

    @Test func rateIsTheFilesForEveryStore() throws {
        let folder = try Folder()
        let (game, tool) = (try OfferShop.open(path: folder.path("s")), try OfferShop.open(path: folder.path("s")))
        try tool.clock.setRate(.oneRenewalEveryMinute)
        let low = try game.device().buy("low")
        #expect(low.expirationDate == low.purchaseDate + 60_000)
        game.close()
        tool.close()
    }

    // MARK: A damaged file

    @Test func damagedSubscriptionIsAClearErrorAndLosesNothing() throws {
        let store = try OfferShop.open()
        let (anna, ben) = (try store.device(account: "anna"), try store.device(account: "ben"))
        let month = try anna.buy("month")
        try ben.buy("extra")
        let state = try store.file.changeQuietly { ledger in
            let state = try ledger.database.query("SELECT state FROM subscription WHERE account = 'anna'") {
                $0.text(0)
            }
            try ledger.database.run("UPDATE subscription SET state = '{' WHERE account = 'anna'")
            return state[0]
        }
        #expect(try anna.history() == [month], "the purchase itself is not damaged")
        let failure = #expect(throws: StoreFailure.self) { try anna.statuses.list(ofGroup: "CLUB") }
        #expect(failure?.kind == .systemError && failure?.detail.contains("damaged") == true)
        #expect(failure?.detail.contains("anna") == true)
        #expect(try ben.statuses.list(ofGroup: "OTHER").count == 1)
        #expect(throws: StoreFailure.self) { try anna.buy("low") }
        #expect(throws: StoreFailure.self) { try store.pass(days: 7) }
        #expect(try store.clock.now == TestStore.start, "the clock did not move, and there was no charge")
        #expect(try store.transactions.totals.transactions == 2)

        try store.file.changeQuietly { ledger in
            try ledger.database.run("UPDATE subscription SET state = ? WHERE account = 'anna'", [.text(state)])
        }
        try store.pass(days: 7)
        #expect(try anna.history().map(\.id) == [month.id, month.id + 2])
        #expect(try ben.history().count == 2)
    }

    @Test(arguments: ["ledger", "setting"]) func subscriptionWithoutItsRowsIsAClearError(table: String) throws {
        let store = try OfferShop.open()
        try store.device().buy("month")
        try store.file.changeQuietly { ledger in
            if table == "ledger" {
                try ledger.database.run("DELETE FROM ledger")
            } else {
                try ledger.set(.nextOrderLineID, -1)
            }
        }
        let failure = #expect(throws: StoreFailure.self) { try store.pass(days: 7) }
        #expect(failure?.kind == .systemError && failure?.detail.contains("damaged") == true)
    }
}

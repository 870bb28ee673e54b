import IAPModel
import Synchronization
import Testing

@testable import IAPReferenceStore

/// The controls that a test has over the store.
struct ControlsTests {
    private static func request(_ device: StoreDevice, _ productID: String = "coins", quantity: Int = 1) throws -> Bool
    {
        if case .pending = try device.purchase(
            productID, PurchaseOptions(quantity: quantity, token: "token", asks: true))
        {
            true
        } else {
            false
        }
    }

    @Test func approvedPurchaseIsChargedAndReportedToTheRequestingDevice() throws {
        let store = try TestStore.open()
        let device = try store.device()
        let heard = Mutex<[LedgerTransaction]>([])
        let feed = device.listen { transaction in heard.withLock { $0.append(transaction) } }
        #expect(try Self.request(device, quantity: 4))
        _ = try store.advanceClock(by: 9)
        let approval = try #require(try store.approvals.first)
        #expect(approval.account == "anna" && approval.productID == "coins" && approval.quantity == 4)
        #expect(approval.appAccountToken == "token" && approval.requestDate == TestStore.start)
        let transaction = try #require(try store.approve(approval.id))
        #expect(transaction.quantity == 4 && transaction.appAccountToken == "token")
        #expect(transaction.purchaseDate == TestStore.start + 9, "the approval sets the purchase date")
        #expect(heard.withLock { $0 } == [transaction])
        #expect(try store.approvals.isEmpty)
        #expect(try store.approve(approval.id) == nil)
        feed.stop()
    }

    @Test func declinedPurchaseIsRemovedWithoutAnUpdate() throws {
        let store = try TestStore.open()
        let device = try store.device()
        let heard = Mutex<Int>(0)
        let feed = device.listen { _ in heard.withLock { $0 += 1 } }
        #expect(try Self.request(device))
        let approval = try #require(try store.approvals.first)
        #expect(try store.decline(approval.id))
        #expect(try !store.decline(approval.id))
        #expect(try store.approve(approval.id) == nil)
        #expect(try store.totals.transactions == 0)
        #expect(heard.withLock { $0 } == 0)
        feed.stop()
    }

    @Test func approvalsHaveTheirOwnIDsAndAnyOrderIsAllowed() throws {
        let store = try TestStore.open()
        let device = try store.device()
        for productID in ["coins", "gems", "coins"] { #expect(try Self.request(device, productID)) }
        let ids = try store.approvals.map(\.id)
        #expect(Set(ids).count == 3 && ids == ids.sorted())
        #expect(try store.approve(ids[2])?.productID == "coins")
        #expect(try store.decline(ids[0]))
        #expect(try store.approvals.map(\.id) == [ids[1]])
        #expect(try Self.request(device))
        #expect(try !ids.contains(store.approvals[1].id), "ids are not reused")
    }

    @Test func approvalOfAProductThatIsAlreadyOwnedChargesNothing() throws {
        let store = try TestStore.open()
        let device = try store.device()
        #expect(try Self.request(device, "editor"))
        let editor = try device.buy("editor")
        let approval = try #require(try store.approvals.first)
        #expect(try store.approve(approval.id)?.id == editor.id)
        #expect(try store.totals.transactions == 1)
    }

    @Test func askToBuyIsASwitch() throws {
        let store = try TestStore.open()
        let device = try store.device()
        try store.setAskToBuy(true)
        guard case .pending = try device.purchase("coins", PurchaseOptions())
        else {
            Issue.record("there is no approval request")
            return
        }
        try store.setAskToBuy(false)
        try device.buy("coins")
    }

    @Test func fileSaysWhetherAskToBuyIsOn() throws {
        let text = #"""
            {"settings": {"_askToBuyEnabled": true, "_storefront": "DEU", "_locale": "de"},
             "products": [{"productID": "coins", "type": "Consumable", "displayPrice": "4.99"}], "version": {"major": 4}}
            """#
        let store = try TestStore.open(catalogue: text)
        #expect(try store.storefront.countryCode == "DEU")
        guard
            case .pending = try store.device().purchase("coins", PurchaseOptions())
        else {
            Issue.record("there is no approval request")
            return
        }
    }

    @Test func paymentsCanBeForbidden() throws {
        let store = try TestStore.open()
        #expect(try store.arePaymentsAllowed)
        try store.setPaymentsAllowed(false)
        #expect(try !store.arePaymentsAllowed)
        let failure = #expect(throws: StoreFailure.self) { try store.device().buy("coins") }
        #expect(failure?.kind == .purchaseNotAllowed)
        try store.setPaymentsAllowed(true)
        try store.device().buy("coins")
    }

    static let storefronts = [
        ("USA", "en_US", "$0.99", "USD"), ("DEU", "de_DE", "0,99 €", "EUR"), ("CHN", "zh_CN", "¥0.99", "CNY"),
    ]

    @Test(arguments: storefronts)
    func storefrontGivesTheCurrencyAndTheLocaleItsForm(country: String, locale: String, text: String, currency: String)
        throws
    {
        let store = try TestStore.open()
        #expect(try store.setStorefront(country, locale: locale))
        let listing = try #require(try store.device().products(["coins"]).first)
        // ICU places a no-break space between the number and the currency.
        #expect(listing.displayPrice.split(whereSeparator: \.isWhitespace).joined(separator: " ") == text)
        #expect(listing.currencyCode == currency && listing.locale == locale)
        let coins = try store.device().buy("coins")
        #expect(
            coins.storefront.countryCode == country && coins.price == Money(milliunits: 990, currencyCode: currency))
    }

    @Test func unknownCountryIsRefusedAndChangesNothing() throws {
        let store = try TestStore.open()
        for country in ["", "XXX", "US", "usa"] { #expect(try !store.setStorefront(country, locale: "de_DE")) }
        #expect(try store.storefront.countryCode == "USA")
        #expect(try store.device().products(["coins"]).first?.locale == "en_US")
    }

    @Test func changeOfTheStorefrontIsReportedOnce() throws {
        let store = try TestStore.open()
        let told = Mutex<[String]>([])
        let subscription = try store.device().listenForStorefront { storefront in
            told.withLock { $0.append(storefront.countryCode) }
        }
        _ = try store.setStorefront("USA", locale: nil)
        _ = try store.setStorefront("JPN", locale: nil)
        try store.setAskToBuy(true)
        #expect(told.withLock { $0 } == ["JPN"])
        subscription.cancel()
        _ = try store.setStorefront("DEU", locale: nil)
        #expect(told.withLock { $0 } == ["JPN"])
    }

    @Test func productsArriveInTheRequestedOrderWithoutUnknownOnes() throws {
        let device = try TestStore.open().device()
        let listings = try device.products(["silver", "nothing", "coins", "", "editor"])
        #expect(listings.map(\.product.productID) == ["silver", "coins", "editor"])
    }

    /// Swift's `String` compares the two product ids as equal, but they are two products.
    @Test func productIDsAreComparedByTheirBytes() throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        let product = { (id: String, price: String) in
            #"{"productID": "\#(id)", "type": "Consumable", "displayPrice": "\#(price)"}"#
        }
        let store = try TestStore.open(
            catalogue:
                #"{"products": [\#(product(composed, "1")), \#(product(decomposed, "2"))], "version": {"major": 4}}"#)
        let device = try store.device()
        #expect(try device.products([decomposed, composed]).map(\.product.priceMilliunits) == [2000, 1000])
        #expect(try device.buy(decomposed).price.milliunits == 2000)
        #expect(try device.latest(of: composed) == nil)
    }

    @Test func closedStoreFailsEachCallAndStaysSafe() throws {
        let store = try TestStore.open()
        let device = try store.device()
        let feed = device.listen { _ in }
        store.close()
        store.close()
        let calls: [() throws -> Void] = [
            { _ = try store.now }, { _ = try store.totals }, { try device.buy("coins") }, { try device.finish(1) },
            { _ = try device.products(["coins"]) }, { _ = try store.refund(1) }, { _ = try store.approvals },
        ]
        for call in calls {
            let failure = #expect(throws: StoreFailure.self) { try call() }
            #expect(failure?.kind == .systemError)
        }
        store.lookForChanges()
        feed.stop()
    }
}

import IAPModel
import Synchronization
import Testing

@testable import IAPReferenceStore

/// The store moves to another country during a purchase.
struct StorefrontMoveTests {
    @Test(arguments: [nil, true, false]) func purchaseGoesOnInTheNewCountryUnlessItIsRefused(goesOn: Bool?) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        #expect(try store.moveDuringNextPurchase("DEU"))
        let asked = Mutex<[String]>([])
        var options = PurchaseOptions()
        if let goesOn {
            options.onStorefrontChange = { storefront in
                // The lock is not held here. The callback may call the store.
                let known = try? store.storefront
                asked.withLock { $0.append(known == storefront ? storefront.countryCode : "none") }
                return goesOn
            }
        }
        let outcome = try kind { try device.buy("coins", options) }
        #expect(try store.storefront.countryCode == "DEU", "the store has moved in any case")
        #expect(asked.withLock { $0 } == (goesOn == nil ? [] : ["DEU"]))
        if goesOn == false {
            #expect(try outcome == .notAvailableInStorefront && store.totals.transactions == 0)
        } else {
            let coins = try #require(try device.unfinished().first)
            #expect(outcome == nil && coins.storefront.countryCode == "DEU")
            #expect(coins.price == Money(milliunits: 990, currencyCode: "EUR"))
        }
        try device.buy("coins", options)
        #expect(asked.withLock { $0.count } == (goesOn == nil ? 0 : 1), "the store moved once")
    }

    @Test func moveWaitsForAPurchaseThatIsCharged() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        #expect(try store.moveDuringNextPurchase("DEU"))
        try store.order(.cancel)
        _ = try device.purchase("coins", PurchaseOptions())
        _ = try kind { _ = try device.purchase("coins", PurchaseOptions(quantity: 11)) }
        _ = try device.purchase("coins", PurchaseOptions(asks: true))
        #expect(try store.storefront.countryCode == "USA")
        try device.buy("coins")
        #expect(try store.storefront.countryCode == "DEU")
    }

    @Test func moveThatIsOrderedDuringAMoveIsForTheNextPurchase() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        _ = try store.moveDuringNextPurchase("DEU")
        var options = PurchaseOptions()
        options.onStorefrontChange = { _ in (try? store.moveDuringNextPurchase("FRA")) == true }
        #expect(try device.buy("coins", options).storefront.countryCode == "DEU")
        #expect(try device.buy("coins").storefront.countryCode == "FRA")
    }

    @Test func moveToTheCurrentCountryChangesNothing() throws {
        let store = try OfferShop.open()
        #expect(try store.moveDuringNextPurchase("USA"))
        var options = PurchaseOptions()
        options.onStorefrontChange = { _ in false }
        try store.device().buy("coins", options)
        #expect(try !store.moveDuringNextPurchase("Atlantis"))
        #expect(try !store.moveDuringNextPurchase("de"))
    }

    /// The store does not check an offer again that it checked and used up before the move.
    @Test func offerStaysValidAcrossTheMove() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.leave(device.buy("month").id)
        try store.pass(days: 8)
        var options = try store.promotion("half")
        options.introductoryOfferJWS = try store.introduction(false).introductoryOfferJWS
        #expect(try store.moveDuringNextPurchase("JPN"))
        let month = try device.buy("month", options)
        #expect(month.offer?.id == "half" && month.price == Money(milliunits: 2490, currencyCode: "JPY"))
    }

    @Test func devicesReceiveTheMove() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        let told = Mutex<[String]>([])
        let subscription = device.listenForStorefront { storefront in
            told.withLock { $0.append(storefront.countryCode) }
        }
        _ = try store.moveDuringNextPurchase("FRA")
        #expect(told.withLock { $0 } == [])
        try device.buy("coins")
        #expect(told.withLock { $0 } == ["FRA"])
        subscription.cancel()
    }
}

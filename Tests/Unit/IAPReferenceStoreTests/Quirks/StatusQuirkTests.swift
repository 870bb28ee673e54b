import IAPModel
import Testing

@testable import IAPReferenceStore

/// Subscription data on devices that differs from the store's own data.
struct StatusQuirkTests {
    private static func status(_ device: StoreDevice) throws -> LedgerStatus {
        try #require(try device.statuses.list(ofGroup: "CLUB").first)
    }

    /// The states that the App Store Server API returns.
    private static func serverStates(_ store: ReferenceStore, _ account: String = "anna") throws -> [Int] {
        try store.server.signedStatuses(of: account).map(\.state)
    }

    // MARK: Lag

    @Test(arguments: [0, 600]) func newSubscriptionHasNoStatusForSoLong(lag: Int64) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.quirks.set(.statusLag, to: lag)
        let listener = StatusListener(device)
        let low = try device.buy("low")
        func shows(_ isShown: Bool) throws {
            #expect(try device.statuses.list(ofGroup: "CLUB").isEmpty == !isShown)
            #expect(try device.statuses.list().isEmpty == !isShown)
            #expect(try (device.statuses.status(ofTransaction: low.id) == nil) == !isShown)
        }
        try shows(lag == 0)
        #expect(listener.states() == (lag == 0 ? [.subscribed] : []))
        #expect(try Self.serverStates(store) == [1])
        try store.pass(milliseconds: 599)
        try shows(lag == 0)
        try store.pass(milliseconds: 1)
        try shows(true)
        #expect(listener.states() == (lag == 0 ? [] : [.subscribed]))
    }

    @Test func lagIsForTheFirstPeriodOnly() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.leave(try device.buy("low").id)
        try store.pass(days: 40)
        try store.quirks.set(.statusLag, to: 600)
        let again = try device.buy("low")
        #expect(try Self.status(device).transaction.id == again.id)
    }

    // MARK: Flicker

    @Test(arguments: [false, true], [false, true])
    func renewedSubscriptionSaysForAMomentThatItHasExpired(renews: Bool, winsBack: Bool) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.set([
            .renewalFlicker: 700, .renewalFlickerWillRenew: renews ? 1 : 0, .renewalFlickerWinBack: winsBack ? 1 : 0,
        ])
        let month = try device.buy("month")
        #expect(try Self.status(device).state == .subscribed, "a purchase has no false status")
        let listener = StatusListener(device)
        for milliseconds in [7 * OfferShop.day, 699] as [Int64] {
            try store.pass(milliseconds: milliseconds)
            let status = try Self.status(device)
            #expect(status.state == .expired && status.transaction.id == month.id)
            #expect(status.renewal.willAutoRenew == renews)
            #expect(status.renewal.autoRenewProductID == (renews ? "month" : nil))
            #expect(status.renewal.renewalDate == (renews ? month.expirationDate : nil))
            #expect((status.renewal.renewalPrice == nil) == !renews)
            #expect(status.renewal.expirationReason == nil)
            #expect(status.renewal.eligibleWinBackOfferIDs == (winsBack ? ["back"] : []))
            #expect(
                try device.statuses.status(ofTransaction: month.id) == status
                    && device.statuses.list()[0].statuses == [status])
        }
        #expect(listener.states() == [.expired])
        #expect(try Self.serverStates(store) == [1])
        try store.pass(milliseconds: 1)
        let status = try Self.status(device)
        #expect(status.state == .subscribed && status.transaction.purchaseDate == month.expirationDate)
        #expect(status.renewal.eligibleWinBackOfferIDs.isEmpty)
        #expect(listener.states() == [.subscribed])
    }

    @Test func nothingFlickersWithoutTheQuirk() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try device.buy("month")
        try store.set([.renewalFlickerWillRenew: 0, .renewalFlickerWinBack: 1])
        let listener = StatusListener(device)
        try store.pass(days: 7)
        let status = try Self.status(device)
        #expect(status.state == .subscribed && status.transaction.reason == .renewal && status.renewal.willAutoRenew)
        #expect(listener.states() == [.subscribed])
    }

    @Test func productWithoutWinBackOffersHasNoneInTheFlicker() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.set([.renewalFlicker: 700, .renewalFlickerWinBack: 1])
        try device.buy("low")
        try store.pass(days: 30)
        let status = try Self.status(device)
        #expect(status.state == .expired && status.renewal.eligibleWinBackOfferIDs.isEmpty)
    }

    @Test func flickerThatBeginsWithTheQuirkEndsForListenersToo() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try device.buy("month")
        try store.pass(days: 7)
        let listener = StatusListener(device)
        try store.quirks.set(.renewalFlicker, to: 700)
        #expect(listener.states() == [.expired])
        try store.pass(milliseconds: 700)
        #expect(listener.states() == [.subscribed])
    }

    @Test func copyUnderAnotherIDIsNotThePeriodBefore() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.quirks.set(.renewalFlicker, to: 700)
        let month = try device.buy("month")
        _ = try store.transactions.copy(month.id)
        try store.pass(days: 7)
        #expect(try Self.status(device).transaction.id == month.id)
    }

    @Test func clockThatIsSetBackEndsTheLag() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.quirks.set(.statusLag, to: 600)
        try device.buy("month")
        #expect(try device.statuses.list(ofGroup: "CLUB").isEmpty)
        try store.clock.set(to: TestStore.start - 1)
        #expect(try Self.status(device).state == .subscribed)
    }

    // MARK: Retry and grace

    @Test(arguments: [false, true], [false, true])
    func retryAfterAGracePeriodSaysThatItHasExpired(isOn: Bool, hasGrace: Bool) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.quirks.set(.postGraceExpired, to: isOn ? 1 : 0)
        try store.controls.setGracePeriod(hasGrace ? .sixteenDays : nil)
        try store.controls.setBillingRetryOnRenewal(true)
        try device.buy("low")
        try store.pass(days: 31)
        #expect(try Self.status(device).state == (hasGrace ? .inGracePeriod : .inBillingRetry))
        try store.pass(days: 17)
        let status = try Self.status(device)
        #expect(status.state == (isOn && hasGrace ? .expired : .inBillingRetry))
        #expect(status.renewal.isInBillingRetry && status.renewal.gracePeriodExpirationDate == nil)
        #expect(try Self.serverStates(store) == [SubscriptionStatus.State.inBillingRetry.rawValue])
        try store.controls.setBillingRetryOnRenewal(false)
        try store.pass(days: 1)
        #expect(try Self.status(device).state == .subscribed)
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func graceThatATestHasSetIntoThePastIsOver(end: Int64, isExpired: Bool) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.quirks.set(.postGraceExpired, to: 1)
        let low = try device.buy("low")
        try store.renew(low.id) {
            $0.isInBillingRetry = true
            $0.gracePeriodExpirationDate = TestStore.start + end
        }
        #expect(try Self.status(device).state == (isExpired ? .expired : .inGracePeriod))
    }

    @Test(arguments: [false, true]) func graceMayHideThatBillingIsTriedAgain(isOn: Bool) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.quirks.set(.graceRetryFlag, to: isOn ? 1 : 0)
        try store.controls.setGracePeriod(.sixteenDays)
        try store.controls.setBillingRetryOnRenewal(true)
        try device.buy("low")
        try store.pass(days: 31)
        let grace = try Self.status(device)
        #expect(grace.state == .inGracePeriod && grace.renewal.isInBillingRetry == isOn)
        #expect(grace.renewal.gracePeriodExpirationDate != nil)
        #expect(try device.signer.signed(grace.renewal).payload.contains("\"isInBillingRetryPeriod\":\(isOn)"))
        try store.pass(days: 17)
        #expect(try Self.status(device).renewal.isInBillingRetry)
    }

    // MARK: Automatic renewal

    @Test(arguments: [false, true]) func switchOfTheRenewalIsReportedAtOnceOrWithTheNextChange(isOn: Bool) throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.quirks.set(.autoRenewChangeAnnounced, to: isOn ? 1 : 0)
        let low = try device.buy("low")
        let listener = StatusListener(device)
        try store.leave(low.id)
        #expect(try !Self.status(device).renewal.willAutoRenew, "a read returns the new value")
        #expect(listener.states() == (isOn ? [.subscribed] : []))
        #expect(try store.subscriptions.perform(.setAutoRenewal(true), ofTransaction: low.id) == .done)
        #expect(try Self.status(device).renewal.willAutoRenew)
        #expect(listener.states() == (isOn ? [.subscribed] : []))
        try store.leave(low.id)
        _ = listener.states()
        try store.pass(days: 30)
        #expect(listener.states() == [.expired])
    }

    @Test func anotherChangeReportsTheRenewalSwitchToo() throws {
        let store = try OfferShop.open()
        let device = try store.device()
        try store.quirks.set(.autoRenewChangeAnnounced, to: 0)
        let low = try device.buy("low")
        let listener = StatusListener(device)
        try store.renew(low.id) { $0.autoRenewProductID = "month" }
        #expect(listener.states() == [.subscribed], "another renewal product is not a switch")
        try store.renew(low.id) { $0.willAutoRenew = false }
        #expect(listener.states() == [])
        try store.renew(low.id) {
            $0.willAutoRenew = false
            $0.priceIncrease = .pending
        }
        #expect(listener.states() == [.subscribed])
    }
}

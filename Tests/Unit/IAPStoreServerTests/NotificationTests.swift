import IAPJSON
import IAPModel
import IAPReferenceStore
import Testing

@testable import IAPStoreServer

@Suite struct NotificationTests {
    private let day: Int64 = 86_400_000

    private func told(_ store: ReferenceStore) throws -> [String] {
        try store.notifications.list(NotificationQuery(start: .min, end: .max, limit: 1000)).map {
            $0.type + ($0.subtype.map { "/" + $0 } ?? "")
        }
    }

    private func listening() throws -> ServedStore {
        let served = try ServedStore()
        try served.store.notifications.setURL("http://127.0.0.1:9/")
        return served
    }

    @Test func nothingIsKeptWithoutAnAddress() throws {
        let served = try ServedStore()
        _ = try served.buy("coins")
        #expect(try told(served.store).isEmpty)
        #expect(served.error("POST", "/inApps/v1/notifications/test") == 4_040_007)
    }

    @Test func everyEventOfASubscriptionIsReported() throws {
        let served = try listening()
        let store = served.store
        let club = try served.buy("club")
        try store.clock.advance(by: 40 * day)
        _ = try store.subscriptions.perform(.setAutoRenewal(false), ofTransaction: club)
        try store.clock.advance(by: 40 * day)
        #expect(
            try told(store) == [
                "SUBSCRIBED/INITIAL_BUY", "DID_RENEW", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
                "EXPIRED/VOLUNTARY",
            ])
        _ = try served.buy("club")
        #expect(try told(store).last == "SUBSCRIBED/RESUBSCRIBE")
    }

    @Test func failedRenewalIsReportedWithItsGracePeriod() throws {
        let served = try listening()
        let store = served.store
        let club = try served.buy("club")
        try store.controls.setBillingRetryOnRenewal(true)
        try store.controls.setGracePeriod(.sixteenDays)
        try store.clock.advance(by: 60 * day)
        _ = try store.subscriptions.perform(.resolveBillingIssue, ofTransaction: club)
        #expect(
            try told(store) == [
                "SUBSCRIBED/INITIAL_BUY", "DID_FAIL_TO_RENEW/GRACE_PERIOD", "GRACE_PERIOD_EXPIRED",
                "DID_RENEW/BILLING_RECOVERY",
            ])
    }

    @Test func changesOfTheProductAreReported() throws {
        let served = try listening()
        let club = try served.buy("club")
        _ = try served.store.subscriptions.changeSubscription(ofTransaction: club, to: "club.small", nil)
        _ = try served.store.subscriptions.changeSubscription(ofTransaction: club, to: "club", nil)
        #expect(
            try told(served.store).dropFirst() == [
                "DID_CHANGE_RENEWAL_PREF/DOWNGRADE", "DID_CHANGE_RENEWAL_PREF",
            ])
    }

    @Test func declinedPriceIsReportedAtTheExpiration() throws {
        let served = try listening()
        let club = try served.buy("club")
        _ = try served.store.subscriptions.perform(
            .increasePrice(milliunits: 5990, needsConsent: true), ofTransaction: club)
        _ = try served.store.subscriptions.perform(.declinePriceIncrease, ofTransaction: club)
        try served.store.clock.advance(by: 40 * day)
        #expect(try told(served.store).dropFirst() == ["PRICE_INCREASE/PENDING", "EXPIRED/PRICE_INCREASE"])
    }

    @Test func chargesRefundsAndFamiliesAreReported() throws {
        let served = try listening()
        let store = served.store
        for account in ["anna", "ben"] { try store.families.set("family", of: account) }
        let editor = try served.buy("editor")
        _ = try store.refunds.refund(editor)
        #expect(try told(store) == ["ONE_TIME_CHARGE", "ONE_TIME_CHARGE", "REFUND", "REVOKE"])
    }

    @Test func notificationSaysHowItWasAtItsTime() throws {
        let served = try listening()
        _ = try served.buy("club")
        // One step of the clock causes many renewals. Each notification has its own status.
        try served.store.clock.advance(by: 70 * day)
        let sent = try served.store.notifications.list(NotificationQuery(start: .min, end: .max, limit: 10))
        #expect(sent.map(\.type) == ["SUBSCRIBED", "DID_RENEW", "DID_RENEW"])
        for notification in sent {
            let payload = try ServedStore.payload(.text(notification.payload))
            #expect(payload["notificationUUID"] == .text(notification.uuid))
            guard case .object(let data) = payload["data"] else { throw ServedStore.Missing() }
            let transaction = try ServedStore.payload(data["signedTransactionInfo"])
            #expect(transaction["transactionId"] == .text(String(try #require(notification.transactionID))))
            let renewal = try ServedStore.payload(data["signedRenewalInfo"])
            #expect(renewal["renewalDate"] == transaction["expiresDate"])
            #expect(data["status"]?.number == 1)
        }
    }

    @Test func failedAttemptsFollowTheSchedule() throws {
        let served = try listening()
        let store = served.store
        _ = try served.buy("coins")
        var dates: [Int64] = []
        let start = try store.clock.now
        while let due = try store.notifications.nextDate {
            try store.clock.set(to: max(due, start))
            let notification = try #require(try store.notifications.due(limit: 2).first)
            dates.append((try store.clock.now - start) / 3_600_000)
            try store.notifications.note([
                SendAttempt(
                    number: notification.number, date: try store.clock.now, result: .unsuccessfulStatus, status: 500,
                    detail: nil)
            ])
        }
        #expect(dates == [0, 1, 13, 37, 85, 157])
        var query = NotificationQuery(start: .min, end: .max, limit: 10)
        query.onlyFailures = true
        let uuid = try #require(try store.notifications.list(query).first?.uuid)
        #expect(try store.notifications.sendAgain(uuid))
        #expect(try store.notifications.due(limit: 2).count == 1)
    }

    @Test func deliveredNotificationIsNotDueAgain() throws {
        let served = try listening()
        _ = try served.buy("coins")
        let sent = try #require(try served.store.notifications.due(limit: 1).first)
        for result in [SendResult.success, .timedOut] {
            try served.store.notifications.note([
                SendAttempt(
                    number: sent.number, date: try served.store.clock.now, result: result, status: nil, detail: nil)
            ])
        }
        #expect(try served.store.notifications.nextDate == nil)
        // The store does not record an attempt for an unknown notification.
        try served.store.notifications.note([
            SendAttempt(number: 99, date: 0, result: .success, status: 200, detail: nil)
        ])
    }

    @Test func resendDuringAnAttemptIsKept() throws {
        let served = try listening()
        _ = try served.buy("coins")
        let sent = try #require(try served.store.notifications.due(limit: 1).first)
        try served.store.clock.advance(by: 1000)
        #expect(try served.store.notifications.sendAgain(sent.uuid))
        try served.store.notifications.note([
            SendAttempt(
                number: sent.number, date: try served.store.clock.now, result: .success, status: 200, detail: nil,
                dueDate: sent.dueDate)
        ])
        #expect(try served.store.notifications.due(limit: 1).first?.uuid == sent.uuid)
    }

    @Test func historyOfNotificationsComesInPages() throws {
        let served = try listening()
        for _ in 0..<25 { _ = try served.buy("coins") }
        let start = try served.store.clock.now
        let range = #""startDate":\#(start),"endDate":\#(start + 1)"#
        let path = "/inApps/v1/notifications/history"
        let first = served.ask("POST", path, "{\(range)}").body
        #expect(first["notificationHistory"]?.list.count == 20)
        guard case .text(let token) = first["paginationToken"] else { throw ServedStore.Missing() }
        let second = served.ask("POST", "\(path)?paginationToken=\(token)", "{\(range)}").body
        #expect(second["notificationHistory"]?.list.count == 5)
        #expect(second["hasMore"] == .flag(false))
        let ofBen = try served.buy("coins", account: "ben")
        let one = served.ask("POST", path, #"{\#(range),"transactionId":"\#(ofBen)"}"#).body
        #expect(one["notificationHistory"]?.list.count == 1)
        #expect(served.error("POST", path, #"{\#(range),"notificationType":"X"}"#) == 4_000_018)
        #expect(
            served.error("POST", path, #"{\#(range),"notificationType":"TEST","transactionId":"1"}"#) == 4_000_019)
        #expect(served.error("POST", "\(path)?paginationToken=x", "{\(range)}") == 4_000_014)
    }

    @Test func testNotificationHasAStatusWhenItWasSent() throws {
        let served = try listening()
        guard case .text(let token) = served.ask("POST", "/inApps/v1/notifications/test").body["testNotificationToken"]
        else { throw ServedStore.Missing() }
        #expect(served.error("GET", "/inApps/v1/notifications/test/\(token)") == 4_040_008)
        #expect(served.error("GET", "/inApps/v1/notifications/test/rubbish") == 4_000_020)
        let sent = try #require(try served.store.notifications.due(limit: 1).first)
        try served.store.notifications.note([
            SendAttempt(number: sent.number, date: 5, result: .success, status: 200, detail: nil)
        ])
        let status = served.ask("GET", "/inApps/v1/notifications/test/\(token)").body
        #expect(status["sendAttempts"]?.list.first?["sendAttemptResult"] == .text("SUCCESS"))
    }
}

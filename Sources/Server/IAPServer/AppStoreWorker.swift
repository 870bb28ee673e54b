internal import Foundation
internal import IAPLedger
internal import IAPJSON
internal import IAPPlatform
internal import IAPHTTPServer
internal import IAPSignatures

/// Does the ledger's work with the App Store. It reads missed notifications, looks up subscriptions whose period has
/// ended without a notification, and responds to consumption requests.
final class AppStoreWorker: Sendable {
    /// One request ends within the minute for which the worker takes it.
    private static let batch = 1
    private static let longestWait: Int64 = 1000
    /// Notifications of the last minutes may still arrive.
    private static let overlap: Int64 = 600_000
    /// Apple keeps notifications for 180 days.
    private static let longestHistory: Int64 = 170 * 86_400_000

    private let ledger: Ledger
    private let client: AppStoreClient
    private let verifier: SignedDataVerifier
    private let environments: [String]
    private let options: Configuration.AppStore
    private let log: RequestLog
    let worker = Worker()
    private let holder = UniqueID.make()
    /// The earliest time of the next request, per environment.
    private let nextHistory = Guarded<[String: Int64]>([:])
    /// The wait after a failure, in milliseconds.
    private static let pause: Int64 = 60_000

    init(
        _ ledger: Ledger, _ client: AppStoreClient, _ verifier: SignedDataVerifier, environments: [String],
        _ options: Configuration.AppStore, log: RequestLog
    ) {
        self.ledger = ledger
        self.client = client
        self.verifier = verifier
        self.environments = environments
        self.options = options
        self.log = log
    }

    func start() { worker.start(longestWait: { Self.longestWait }) { self.work() } }

    private func work() {
        do throws(SQLError) {
            try lookForGaps()
            while !worker.isEnding {
                let taken = try ledger.takeWork(limit: Self.batch)
                if taken.isEmpty { return }
                for work in taken {
                    let result = worker.isEnding ? .again("the server is stopping", notBefore: nil) : try perform(work)
                    if case .impossible(let reason) = result {
                        log.note("warning", "the server gives up work for the App Store", detail: reason)
                    }
                    try ledger.note(result, of: work, jitter: .random(in: 0...1))
                }
            }
        } catch {
            log.note("error", "work for the App Store is delayed", detail: error.description)
        }
    }

    private func perform(_ work: Work) throws(SQLError) -> WorkResult {
        switch work.kind {
        case .status: try lookUp(work)
        case .consumption: try tellConsumption(work)
        }
    }

    // MARK: Subscriptions

    private func lookUp(_ work: Work) throws(SQLError) -> WorkResult {
        switch client.get("/inApps/v1/subscriptions/\(work.subject)", environment: work.environment) {
        case .object(let object):
            var facts: [(PurchaseFact, RenewalFact)] = []
            for group in object.list("data") ?? [] {
                for last in group.object?.list("lastTransactions") ?? [] {
                    do throws(Rejection) {
                        let (purchase, renewal) = try self.facts(last.object)
                        facts.append((purchase, renewal))
                    } catch {
                        return .impossible("the subscription status from the App Store is not valid: \(error.detail)")
                    }
                }
            }
            for (purchase, renewal) in facts { try ledger.reconcile(purchase, renewal) }
            return .done
        case .empty: return .again("the App Store returned no subscription status", notBefore: nil)
        case .notFound: return .impossible("the App Store does not know the subscription")
        case .unavailable(let reason, let date): return .again(reason, notBefore: date)
        case .refused(let reason): return .impossible(reason)
        }
    }

    private func facts(_ last: JSONObject?) throws(Rejection) -> (PurchaseFact, RenewalFact) {
        guard let last, let transaction = last.text("signedTransactionInfo"),
            let renewal = last.text("signedRenewalInfo")
        else { throw Rejection(.malformed, "a subscription status has no signed data") }
        return (
            try PurchaseFact(verifier.check(.transaction, Array(transaction.utf8))),
            try RenewalFact(verifier.check(.renewalInfo, Array(renewal.utf8)))
        )
    }

    // MARK: Consumption

    private struct Consumption: Encodable {
        var customerConsented = true
        var sampleContentProvided: Bool
        var deliveryStatus: String
        var consumptionPercentage: Int?
        var refundPreference: String?
    }

    private func tellConsumption(_ work: Work) throws(SQLError) -> WorkResult {
        guard let policy = options.consumption else { return .done }
        guard let usage = try ledger.usage(of: work.subject, environment: work.environment) else {
            return .impossible("the purchase of the consumption request has no owner")
        }
        let consumption = Consumption(
            sampleContentProvided: policy.sampleContentProvided,
            deliveryStatus: usage.isDelivered ? "DELIVERED" : "UNDELIVERED_OTHER",
            consumptionPercentage: usage.usedShare.map { Int(($0 * 100_000).rounded()) },
            refundPreference: policy.refundPreference)
        switch client.send("PUT", "/inApps/v2/transactions/consumption/\(work.subject)", work.environment, consumption)
        {
        case .object, .empty: return .done
        case .notFound: return .impossible("the App Store does not know the purchase")
        case .unavailable(let reason, let date): return .again(reason, notBefore: date)
        case .refused(let reason): return .impossible(reason)
        }
    }

    // MARK: Missed notifications

    /// Reads notifications that no process received. Only one process does this at a time.
    private func lookForGaps() throws(SQLError) {
        guard try ledger.lease("gaps", to: holder, milliseconds: 120_000) else { return }
        for environment in environments {
            let name = "notifications \(environment)"
            let now = ledger.now
            let last = try ledger.cursor(name)
            if let next = nextHistory.value[environment], now < next { continue }
            if let last, now - last < options.historyMinutes * 60_000 { continue }
            let start = max(now - Self.longestHistory, (last ?? now - 86_400_000) - Self.overlap)
            if try readHistory(environment, from: start, to: now) { try ledger.setCursor(name, now) }
            _ = try ledger.addOverdueSubscriptions(environment: environment, grace: Self.overlap)
        }
    }

    /// A notification that cannot be saved must not block the others, if the cause is the notification itself.
    private func receive(_ fact: NotificationFact) throws(SQLError) {
        do throws(SQLError) { _ = try ledger.receive(fact) } catch {
            guard error.kind == .failed else { throw error }
            log.note("error", "a notification cannot be saved", detail: error.description)
        }
    }

    private func noHistory(_ environment: String, _ reason: String, _ date: Int64?) -> Bool {
        log.note("warning", "the notification history of \(environment) cannot be read", detail: reason)
        let next = max(ledger.now + Self.pause, date ?? 0)
        nextHistory.withLock { $0[environment] = next }
        return false
    }

    private struct HistoryRequest: Encodable {
        var startDate: Int64
        var endDate: Int64
    }

    /// Returns false if the history could not be read to its end. The next call then starts at the same place.
    private func readHistory(_ environment: String, from start: Int64, to end: Int64) throws(SQLError) -> Bool {
        var page: String?
        repeat {
            let path =
                "/inApps/v1/notifications/history" + (page.map { "?paginationToken=\(AppStoreClient.query($0))" } ?? "")
            let object: JSONObject
            switch client.send("POST", path, environment, HistoryRequest(startDate: start, endDate: end)) {
            case .object(let response): object = response
            case .empty, .notFound: return noHistory(environment, "the App Store returned no history", nil)
            case .unavailable(let reason, let date): return noHistory(environment, reason, date)
            case .refused(let reason): return noHistory(environment, reason, nil)
            }
            var news: [NotificationFact] = []
            for element in object.list("notificationHistory") ?? [] {
                guard let text = element.object?.text("signedPayload") else { continue }
                do throws(Rejection) {
                    let fact = try NotificationFact(text: text, verifier)
                    news.append(fact)
                } catch {
                    log.note("warning", "a notification of the history is not valid", detail: error.detail)
                }
            }
            for fact in news { try receive(fact) }
            let next = object.text("paginationToken")
            guard case .flag(true) = object["hasMore"], let next, next != page else { return true }
            page = next
        } while !worker.isEnding
        return false
    }
}

extension JSONValue {
    fileprivate var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }
}

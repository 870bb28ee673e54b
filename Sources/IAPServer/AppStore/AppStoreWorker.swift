internal import Foundation
internal import IAPBook
internal import IAPJSON
internal import IAPPlatform
internal import IAPSQL
internal import IAPService
internal import IAPSignedData
internal import IAPSignedText

/// Does what the book wants from the App Store: reads notifications that did not come, looks subscriptions up whose period has ended
/// without news, and answers how purchases were used.
final class AppStoreWorker: Sendable {
    /// One question ends within the minute for which it is taken.
    private static let batch = 1
    private static let longestWait: Int64 = 1000
    /// Notifications of the last minutes may still be on their way.
    private static let overlap: Int64 = 600_000
    /// Apple keeps them for 180 days.
    private static let longestHistory: Int64 = 170 * 86_400_000

    private let book: Book
    private let client: AppStoreClient
    private let verifier: SignedDataVerifier
    private let environments: [String]
    private let options: Configuration.AppStore
    private let log: RequestLog
    private let worker = Worker()
    private let holder = UniqueID.make()
    /// Not before this date, by environment.
    private let nextHistory = Guarded<[String: Int64]>([:])
    /// After a failure, in milliseconds.
    private static let pause: Int64 = 60_000

    init(
        _ book: Book, _ client: AppStoreClient, _ verifier: SignedDataVerifier, environments: [String],
        _ options: Configuration.AppStore, log: RequestLog
    ) {
        self.book = book
        self.client = client
        self.verifier = verifier
        self.environments = environments
        self.options = options
        self.log = log
    }

    func start() { worker.start(longestWait: { Self.longestWait }) { self.work() } }

    func wake() { worker.wake() }

    func stop() { worker.stop() }

    private func work() {
        do throws(SQLError) {
            try lookForGaps()
            while !worker.isEnding {
                let taken = try book.takeWork(limit: Self.batch)
                if taken.isEmpty { return }
                for work in taken {
                    let result = worker.isEnding ? .again("the server is ending", notBefore: nil) : try perform(work)
                    if case .impossible(let reason) = result { log.note("warning", "work is given up", detail: reason) }
                    try book.note(result, of: work, jitter: .random(in: 0...1))
                }
            }
        } catch {
            log.note("error", "work for the App Store waits", detail: error.description)
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
                        return .impossible("the App Store's status is not genuine: \(error.detail)")
                    }
                }
            }
            for (purchase, renewal) in facts { try book.reconcile(purchase, renewal) }
            return .done
        case .empty: return .again("the App Store answered without a status", notBefore: nil)
        case .notFound: return .impossible("the App Store does not know the subscription")
        case .unavailable(let reason, let date): return .again(reason, notBefore: date)
        case .refused(let reason): return .impossible(reason)
        }
    }

    private func facts(_ last: JSONObject?) throws(Rejection) -> (PurchaseFact, RenewalFact) {
        guard let last, let transaction = last.text("signedTransactionInfo"),
            let renewal = last.text("signedRenewalInfo")
        else { throw Rejection(.malformed, "a status has no texts") }
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
        guard let usage = try book.usage(of: work.subject, environment: work.environment) else {
            return .impossible("nobody owns the purchase that the App Store asked about")
        }
        let answer = Consumption(
            sampleContentProvided: policy.sampleContentProvided,
            deliveryStatus: usage.isDelivered ? "DELIVERED" : "UNDELIVERED_OTHER",
            consumptionPercentage: usage.usedShare.map { Int(($0 * 100_000).rounded()) },
            refundPreference: policy.refundPreference)
        switch client.send("PUT", "/inApps/v2/transactions/consumption/\(work.subject)", work.environment, answer) {
        case .object, .empty: return .done
        case .notFound: return .impossible("the App Store does not know the purchase")
        case .unavailable(let reason, let date): return .again(reason, notBefore: date)
        case .refused(let reason): return .impossible(reason)
        }
    }

    // MARK: Gaps

    /// What was sent while nobody listened. One process does it at a time.
    private func lookForGaps() throws(SQLError) {
        guard try book.lease("gaps", to: holder, milliseconds: 120_000) else { return }
        for environment in environments {
            let name = "notifications \(environment)"
            let now = book.now
            let last = try book.cursor(name)
            if let next = nextHistory.value[environment], now < next { continue }
            if let last, now - last < options.historyMinutes * 60_000 { continue }
            let start = max(now - Self.longestHistory, (last ?? now - 86_400_000) - Self.overlap)
            if try readHistory(environment, from: start, to: now) { try book.setCursor(name, now) }
            _ = try book.addOverdueSubscriptions(environment: environment, grace: Self.overlap)
        }
    }

    /// One that cannot be written for a reason of its own must not keep the others out.
    private func receive(_ fact: NotificationFact) throws(SQLError) {
        do throws(SQLError) { _ = try book.receive(fact) } catch {
            guard error.kind == .failed else { throw error }
            log.note("error", "a notification cannot be written", detail: error.description)
        }
    }

    private func noHistory(_ environment: String, _ reason: String, _ date: Int64?) -> Bool {
        log.note("warning", "the notifications of \(environment) cannot be read", detail: reason)
        let next = max(book.now + Self.pause, date ?? 0)
        nextHistory.withLock { $0[environment] = next }
        return false
    }

    private struct HistoryRequest: Encodable {
        var startDate: Int64
        var endDate: Int64
    }

    /// False if it could not be read to its end; then the next look begins at the same place.
    private func readHistory(_ environment: String, from start: Int64, to end: Int64) throws(SQLError) -> Bool {
        var page: String?
        repeat {
            let path =
                "/inApps/v1/notifications/history" + (page.map { "?paginationToken=\(AppStoreClient.query($0))" } ?? "")
            let object: JSONObject
            switch client.send("POST", path, environment, HistoryRequest(startDate: start, endDate: end)) {
            case .object(let answer): object = answer
            case .empty, .notFound: return noHistory(environment, "it answered without a history", nil)
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
                    log.note("warning", "a notification of the history is not genuine", detail: error.detail)
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

internal import IAPLedger
internal import IAPHTTPServer

/// Deletes old events and notifications once an hour.
final class CleanUp: Sendable {
    /// In milliseconds.
    private static let pause: Int64 = 3_600_000
    private static let day: Int64 = 86_400_000

    private let ledger: Ledger
    private let days: Int64
    private let log: RequestLog
    private let worker = Worker()

    init(_ ledger: Ledger, days: Int64, log: RequestLog) {
        self.ledger = ledger
        self.days = days
        self.log = log
    }

    func start() { worker.start(longestWait: { Self.pause }) { self.work() } }

    func stop() { worker.stop() }

    private func work() {
        do throws(SQLError) {
            while !worker.isEnding, try ledger.cleanUp(before: ledger.now - days * Self.day) {}
        } catch {
            log.note("error", "old events are not deleted now", detail: error.description)
        }
    }
}

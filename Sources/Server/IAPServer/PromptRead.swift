internal import Foundation
internal import IAPLedger
internal import IAPPlatform

/// A read of the database that ends within a second. It has its own thread, so a database that is silent does not
/// hold the threads of the server. There is one read of a kind at a time. Others wait for the same response.
final class PromptRead<Response: Sendable>: Sendable {
    private typealias Outcome = Result<Response, SQLError>

    private final class Running: Sendable {
        let end = DispatchGroup()
        let outcome = Guarded<Outcome?>(nil)
    }

    private let body: @Sendable () throws(SQLError) -> Response
    private let current = Guarded<Running?>(nil)

    init(_ body: @escaping @Sendable () throws(SQLError) -> Response) { self.body = body }

    func response() throws(SQLError) -> Response {
        let running = current.withLock { current in
            if let current { return current }
            let running = Running()
            running.end.enter()
            current = running
            Thread { self.run(running) }.start()
            return running
        }
        guard running.end.wait(timeout: .now() + .seconds(1)) == .success, let outcome = running.outcome.value else {
            throw SQLError(.unavailable, "the database has not responded within a second")
        }
        return try outcome.get()
    }

    private func run(_ running: Running) {
        running.outcome.value = Outcome { () throws(SQLError) in try body() }
        current.value = nil
        running.end.leave()
    }
}

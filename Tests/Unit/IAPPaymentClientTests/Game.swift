import Foundation
import IAPJournal
import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPPaymentClient

/// A game without a server.
struct NoServer: ProductListFetching {
    func bytes(for request: ProductListRequest) async throws(IAPError) -> [UInt8] {
        throw IAPError(.network, "there is no server", isRetryable: true)
    }
}

/// A client with its store, journal and tasks. A test awaits its events one by one.
final class Game {
    let store: FakeStore
    let journal: Journal
    let runner = PlainRunner()
    let client: PaymentClient
    private var events: AsyncStream<Event>.Iterator
    private let input: AsyncStream<Event>.Continuation
    let wakeUps: AsyncStream<Void>

    init(
        _ store: FakeStore = FakeStore(), journal: Journal? = nil, handlesMessages: Bool = false, player: String? = nil
    ) throws {
        let (events, input) = AsyncStream.makeStream(of: Event.self)
        let (wakeUps, wakeUpsInput) = AsyncStream.makeStream(of: Void.self)
        self.store = store
        self.journal = try journal ?? Journal(path: nil)
        self.events = events.makeAsyncIterator()
        self.input = input
        self.wakeUps = wakeUps
        client = PaymentClient(
            store: store, journal: self.journal, runner: runner, handlesMessages: handlesMessages, player: player,
            lists: NoServer(), onEvent: { input.yield($0) }, wake: { wakeUpsInput.yield() })
        client.start()
    }

    func next() async throws -> Event { try #require(await events.next()) }

    /// Returns the next event that is already there after the close, or nil.
    func nextNow() async -> Event? {
        input.finish()
        return await events.next()
    }

    /// Returns the transaction of the next event. The event must be an update.
    func nextUpdate() async throws -> QueuedTransaction {
        let event = try await next()
        guard case .transactionUpdated(let item) = event else {
            throw IAPError(.internalFailure, "the event is not an update: \(event)")
        }
        return item
    }

    /// The close waits for a task. Therefore it must not block one of the few threads on which tasks run.
    func close() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [client] in
                client.close()
                continuation.resume()
            }
        }
        await runner.end()
    }
}

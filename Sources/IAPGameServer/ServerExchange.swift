internal import Dispatch
internal import Foundation
internal import IAPModel
internal import IAPPlatform

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// A question that was sent, and its answer so far. It ends once: with the answer, an error, a timeout or a cancellation.
final class ServerExchange: Sendable {
    typealias Outcome = Result<ServerAnswer, IAPError>

    private struct State {
        var status = 0
        var retryAfter: String?
        var date: String?
        var body: [UInt8] = []
        var task: URLSessionTask?
        /// Keeps the session of the task.
        var owner: ServerConnection?
        var timer: (any DispatchSourceTimer)?
        /// Nil until a task waits for the outcome.
        var continuation: CheckedContinuation<Outcome, Never>?
        var outcome: Outcome?
    }

    private static let endings = DispatchQueue(label: "ends of exchanges", attributes: .concurrent)

    private let host: String
    private let limit: Int
    private let state = Guarded(State())

    init(_ question: ServerQuestion) {
        host = question.address.url.host ?? ""
        limit = question.answerLimit
    }

    func outcome() async -> Outcome {
        await withCheckedContinuation { continuation in
            let outcome = state.withLock { state -> Outcome? in
                if state.outcome == nil { state.continuation = continuation }
                return state.outcome
            }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }

    /// Starts the task, unless the exchange is over already.
    func start(_ task: URLSessionTask, of owner: ServerConnection, timeoutMilliseconds: UInt32) {
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler { [weak self] in self?.timeIsOver(afterMilliseconds: timeoutMilliseconds) }
        timer.schedule(deadline: .now() + .milliseconds(Int(timeoutMilliseconds)))
        let isOver = state.withLock { state -> Bool in
            guard state.outcome == nil else { return true }
            (state.task, state.timer, state.owner) = (task, timer, owner)
            return false
        }
        // A timer that was never activated must not be released.
        timer.activate()
        if isOver {
            timer.cancel()
            task.cancel()
        } else {
            task.resume()
        }
    }

    /// Cancels the question.
    func cancel() {
        end(.failure(IAPError(.cancelled, "the question to \(host) was given up")))
    }

    private func timeIsOver(afterMilliseconds milliseconds: UInt32) {
        end(
            .failure(
                IAPError(
                    .network, "\(host) has not answered within \(milliseconds) ms", isRetryable: true,
                    storeDomain: URLError.errorDomain, storeCode: URLError.Code.timedOut.rawValue)))
    }

    /// - Returns: Whether the body is wanted.
    func receive(_ response: URLResponse) -> Bool {
        guard let response = response as? HTTPURLResponse else { return false }
        state.withLock { state in
            state.status = response.statusCode
            state.retryAfter = response.value(forHTTPHeaderField: "Retry-After")
            state.date = response.value(forHTTPHeaderField: "Date")
            state.body = []
        }
        guard response.expectedContentLength <= Int64(limit) else {
            endAsTooLarge()
            return false
        }
        return true
    }

    func receive(_ data: Data) {
        let isTooLarge = state.withLock { state -> Bool in
            guard state.outcome == nil else { return false }
            guard data.count <= limit - state.body.count else { return true }
            state.body.append(contentsOf: data)
            return false
        }
        if isTooLarge { endAsTooLarge() }
    }

    func complete(_ error: (any Error)?) {
        if let error {
            end(.failure(IAPError(transfer: error, to: host)), isComplete: true)
            return
        }
        let answer = state.withLock { state in
            ServerAnswer(status: state.status, body: state.body, retryAfter: state.retryAfter, date: state.date)
        }
        guard answer.status != 0 else {
            end(.failure(IAPError(.server, "\(host) gave no answer of HTTP", isRetryable: true)), isComplete: true)
            return
        }
        end(.success(answer), isComplete: true)
    }

    private func endAsTooLarge() {
        let status = state.withLock { $0.status }
        end(
            .failure(
                IAPError(
                    .server, "\(host) answered \(status) with more than \(limit) bytes", isRetryable: true,
                    storeDomain: IAPError.domainOfStatuses, storeCode: status)))
    }

    private func end(_ outcome: Outcome, isComplete: Bool = false) {
        let old = state.withLock { state -> State? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            let old = state
            (state.task, state.timer, state.continuation, state.body, state.owner) = (nil, nil, nil, [], nil)
            return old
        }
        guard let old else { return }
        old.timer?.cancel()
        old.continuation?.resume(returning: outcome)
        // On Linux this waits for the session, which can take long while a server sends without end. Neither the session's own
        // thread nor the caller's may wait for that.
        guard let task = old.task, !isComplete else { return }
        // The session must still exist.
        Self.endings.async { [owner = old.owner] in
            task.cancel()
            withExtendedLifetime(owner) {}
        }
    }
}

internal import IAPModel
internal import IAPPlatform

/// A sent request. It ends once: with the response, an error, a timeout or a cancellation.
final class ServerExchange: Sendable {
    typealias Outcome = Result<ServerAnswer, IAPError>

    private struct State {
        var onEnd: (@Sendable (_ transferHasEnded: Bool) -> Void)?
        /// Nil until a task waits for the outcome.
        var continuation: CheckedContinuation<Outcome, Never>?
        var outcome: Outcome?
    }

    let question: ServerQuestion
    let host: String
    private let state = Guarded(State())

    init(_ question: ServerQuestion, host: String) {
        (self.question, self.host) = (question, host)
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

    /// Prepares the start of the transfer.
    /// - Parameter onEnd: Called once when the exchange ends, on any thread. It must stop the transfer if the transfer
    ///   has not ended.
    /// - Returns: True if the transfer must start; false if the exchange has already ended.
    func begin(onEnd: @escaping @Sendable (_ transferHasEnded: Bool) -> Void) -> Bool {
        state.withLock { state in
            guard state.outcome == nil else { return false }
            state.onEnd = onEnd
            return true
        }
    }

    /// Cancels the request.
    func cancel() {
        end(.failure(IAPError(.cancelled, "the request to \(host) was cancelled")))
    }

    func timeIsOver(domain: String, code: Int) {
        end(
            .failure(
                IAPError(
                    host, hasNotAnsweredWithin: question.timeoutMilliseconds, domain: domain, code: code)))
    }

    func endAsHeadIsTooLarge(_ status: Int) {
        end(
            .failure(
                IAPError(status: status, of: host, " with more than \(ServerAnswer.headLimit) bytes of headers")))
    }

    func endAsBodyIsTooLarge(_ status: Int) {
        end(
            .failure(IAPError(status: status, of: host, " with a body of more than \(question.answerLimit) bytes")))
    }

    /// The transfer has ended with a complete response.
    func complete(_ answer: ServerAnswer) {
        guard answer.status != 0 else {
            complete(IAPError(.server, "\(host) sent no HTTP response", isRetryable: true))
            return
        }
        end(.success(answer), transferHasEnded: true)
    }

    /// The transfer has ended without a complete response.
    func complete(_ error: IAPError) { end(.failure(error), transferHasEnded: true) }

    private func end(_ outcome: Outcome, transferHasEnded: Bool = false) {
        let old = state.withLock { state -> State? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            let old = state
            (state.onEnd, state.continuation) = (nil, nil)
            return old
        }
        guard let old else { return }
        old.continuation?.resume(returning: outcome)
        old.onEnd?(transferHasEnded)
    }
}

internal import IAPModel
internal import IAPPlatform

/// A sent request and its response so far. It ends once: with the response, an error, a timeout or a cancellation.
final class ServerExchange: Sendable {
    typealias Outcome = Result<ServerAnswer, IAPError>

    private struct State {
        var head = ServerAnswerHead()
        var body: [UInt8] = []
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

    /// - Returns: True if the exchange needs more data.
    func receive(_ head: ServerAnswerHead) -> Bool {
        state.withLock { $0.head = head }
        guard head.isTooLarge else { return true }
        endAsHeadIsTooLarge()
        return false
    }

    /// - Returns: True if the exchange needs more data.
    func receive(_ bytes: some Collection<UInt8>) -> Bool {
        let isTooLarge = state.withLock { state -> Bool? in
            guard state.outcome == nil else { return nil }
            guard bytes.count <= question.answerLimit - state.body.count else { return true }
            state.body.append(contentsOf: bytes)
            return false
        }
        if isTooLarge == true { endAsBodyIsTooLarge() }
        return isTooLarge == false
    }

    func endAsHeadIsTooLarge() {
        fail(
            " with more than \(ServerAnswerHead.countLimit) headers or more than \(ServerAnswerHead.sizeLimit) bytes of headers"
        )
    }

    func endAsBodyIsTooLarge() {
        fail(" with a body of more than \(question.answerLimit) bytes")
    }

    private func fail(_ reason: String) {
        let status = state.withLock { $0.head.status }
        end(.failure(IAPError(status: status, of: host, reason)))
    }

    /// The transfer has ended with a complete response.
    func complete() {
        let answer = state.withLock { state in
            ServerAnswer(
                status: state.head.status, body: state.body, retryAfter: state.head.retryAfter, date: state.head.date)
        }
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
            (state.onEnd, state.continuation, state.body) = (nil, nil, [])
            return old
        }
        guard let old else { return }
        old.continuation?.resume(returning: outcome)
        old.onEnd?(transferHasEnded)
    }
}

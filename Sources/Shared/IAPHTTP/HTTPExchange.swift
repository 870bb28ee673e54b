internal import Foundation
package import IAPModel
internal import IAPPlatform

/// A sent request. It ends once: with the response, an error, a timeout or a cancellation.
final class HTTPExchange: Sendable {
    typealias Outcome = Result<ServerResponse, IAPError>

    private struct State {
        var onEnd: (@Sendable (_ transferHasEnded: Bool) -> Void)?
        /// Nil until a task waits for the outcome.
        var continuation: CheckedContinuation<Outcome, Never>?
        var outcome: Outcome?
    }

    let request: OutgoingRequest
    let host: String
    private let state = Guarded(State())

    init(_ request: OutgoingRequest, host: String) {
        (self.request, self.host) = (request, host)
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

    func cancel() {
        end(.failure(IAPError(.cancelled, "the request to \(host) was cancelled")))
    }

    func timeIsOver(domain: String, code: Int) {
        let error = IAPError(
            .network, "\(host) has not responded within \(request.timeoutMilliseconds) ms", isRetryable: true,
            storeDomain: domain, storeCode: code)
        end(.failure(error))
    }

    func endAsHeadIsTooLarge(_ status: Int) {
        end(
            .failure(IAPError(status: status, of: host, " with more than \(ServerResponse.headLimit) bytes of headers"))
        )
    }

    func endAsBodyIsTooLarge(_ status: Int) {
        end(.failure(IAPError(status: status, of: host, " with a body of more than \(request.responseLimit) bytes")))
    }

    /// The transfer has ended with a complete response.
    func complete(_ response: ServerResponse) {
        guard response.status != 0 else {
            complete(IAPError(.server, "\(host) sent no HTTP response", isRetryable: true))
            return
        }
        end(.success(response), transferHasEnded: true)
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

/// The response of a server, with any status.
package struct ServerResponse: Sendable, Hashable {
    /// The largest size of the headers in bytes, with names and line ends. Without a limit, a server could fill the memory.
    static let headLimit = 64 << 10

    package var status: Int
    package var body: [UInt8]
    /// The value of this header, unchanged.
    package var retryAfter: String?
}

package struct OutgoingRequest: Sendable {
    let headers: RequestHeaders
    /// The headers that the library adds.
    let fields: [RequestHeaders.Field]
    /// A request with a body is a POST. A request without a body is a GET.
    let body: [UInt8]?
    let timeoutMilliseconds: UInt32
    let responseLimit: Int

    package init(
        headers: RequestHeaders, fields: [RequestHeaders.Field] = [], body: [UInt8]? = nil,
        timeoutMilliseconds: UInt32, responseLimit: Int
    ) {
        (self.headers, self.fields, self.body) = (headers, fields, body)
        (self.timeoutMilliseconds, self.responseLimit) = (timeoutMilliseconds, responseLimit)
    }

    /// All headers to send. The system adds those of the connection and the length of the body.
    var allFields: [RequestHeaders.Field] {
        var all = [RequestHeaders.Field(name: "Accept", value: "application/json")]
        if body != nil { all.append(RequestHeaders.Field(name: "Content-Type", value: "application/json")) }
        return all + headers.fields + fields
    }
}

extension IAPError {
    /// The domain of errors whose code is an HTTP status.
    static let domainOfStatuses = "HTTP"

    /// Creates the error of a failed transfer. It is always retryable, because networks and servers recover.
    /// - Parameter isOfServer: True if the server was reached but its response cannot be read.
    init(transferTo host: String, isOfServer: Bool, domain: String, code: Int) {
        let reason = isOfServer ? "sent a response that cannot be read" : "cannot be reached, or the connection failed"
        self.init(
            isOfServer ? .server : .network, "\(host) \(reason) (\(domain) \(code))", isRetryable: true,
            storeDomain: domain, storeCode: code)
    }

    /// - Parameter reason: Why the response cannot be used.
    package init(status: Int, of host: String, _ reason: String) {
        self.init(
            .server, "\(host) returned status \(status)\(reason)", isRetryable: true,
            storeDomain: Self.domainOfStatuses, storeCode: status)
    }
}

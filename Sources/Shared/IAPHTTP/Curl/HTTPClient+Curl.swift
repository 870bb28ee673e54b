internal import CIAPCurl
internal import CIAPPlatform
internal import Foundation
package import IAPModel
internal import IAPPlatform

/// Sends requests to one server with libcurl. It is thread-safe and can send several requests at the same time.
package final class HTTPClient: Sendable {
    private static let errorDomain = "libcurl"

    private let address: RequestAddress

    package init(to address: RequestAddress) { self.address = address }

    /// If the Swift task is cancelled, the call ends immediately with `.cancelled`.
    package func send(_ request: OutgoingRequest) async -> Result<ServerResponse, IAPError> {
        let exchange = HTTPExchange(request, host: address.host)
        // A cancelled task sends no request.
        if Task.isCancelled { exchange.cancel() }
        return await withTaskCancellationHandler {
            start(exchange)
            return await exchange.outcome()
        } onCancel: {
            exchange.cancel()
        }
    }

    /// Each request has its own thread.
    private func start(_ exchange: HTTPExchange) {
        let isCancelled = Guarded(false)
        guard exchange.begin(onEnd: { if !$0 { isCancelled.value = true } }) else { return }
        let call = call(exchange.request)
        let body = ThreadBody { Self.perform(call, for: exchange, until: isCancelled) }
        let context = Unmanaged.passRetained(body)
        var thread = platform_started_thread()
        let code = platform_thread_start(
            &thread,
            { if let context = $0 { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() } },
            context.toOpaque())
        guard code == 0 else {
            context.release()
            let reason = "no request can be sent: no thread can be started (errno \(code))"
            exchange.complete(IAPError(.network, reason, isRetryable: true))
            return
        }
        platform_thread_detach(thread)
    }

    private func call(_ request: OutgoingRequest) -> HTTPCall {
        var call = HTTPCall(request.body == nil ? "GET" : "POST", address.url.absoluteString)
        call.headers = request.allFields.map { ($0.name, $0.value) }
        call.body = request.body
        call.timeoutMilliseconds = request.timeoutMilliseconds
        call.responseLimit = request.responseLimit
        return call
    }

    private static func perform(_ call: HTTPCall, for exchange: HTTPExchange, until isCancelled: Guarded<Bool>) {
        do throws(HTTPCall.Failure) {
            exchange.complete(try call.perform(until: isCancelled))
        } catch {
            switch error {
            case .headIsTooLarge(let status): exchange.endAsHeadIsTooLarge(status)
            case .bodyIsTooLarge(let status): exchange.endAsBodyIsTooLarge(status)
            case .transfer(let code) where code == CURLE_OPERATION_TIMEDOUT.rawValue:
                exchange.timeIsOver(domain: errorDomain, code: code)
            case .transfer(let code):
                exchange.complete(
                    IAPError(
                        transferTo: exchange.host, isOfServer: isOfServer(code), domain: errorDomain, code: code))
            }
        }
    }

    private static func isOfServer(_ code: Int) -> Bool {
        // A response that is not HTTP counts as another protocol.
        [CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING]
            .contains { $0.rawValue == code }
    }
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

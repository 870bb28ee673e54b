#if !canImport(Darwin)
    internal import CIAPCurl
    internal import CIAPPlatform
    internal import Foundation
    internal import IAPModel
    internal import IAPPlatform

    /// Sends requests to one server with libcurl. It is thread-safe and can send several requests at the same time.
    final class ServerConnection: Sendable {
        private static let errorDomain = "libcurl"

        private let address: ServerAddress

        init(to address: ServerAddress) { self.address = address }

        /// If the Swift task is cancelled, the call ends immediately with `.cancelled`.
        func ask(_ question: ServerQuestion) async -> Result<ServerAnswer, IAPError> {
            let exchange = ServerExchange(question, host: address.host)
            // A cancelled task sends no request.
            if Task.isCancelled { exchange.cancel() }
            return await withTaskCancellationHandler {
                start(exchange)
                return await exchange.outcome()
            } onCancel: {
                exchange.cancel()
            }
        }

        /// Each request has its own thread. libcurl waits for the server there, and after a cancellation for the
        /// system's name resolution, which delays no other thread.
        private func start(_ exchange: ServerExchange) {
            let isCancelled = Guarded(false)
            guard exchange.begin(onEnd: { if !$0 { isCancelled.value = true } }) else { return }
            let call = call(exchange.question)
            let body = ThreadBody { Self.perform(call, for: exchange, until: isCancelled) }
            let context = Unmanaged.passRetained(body)
            var thread = pthread_t()
            let code = platform_thread_start(
                &thread,
                { if let context = $0 { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() } },
                context.toOpaque())
            guard code == 0 else {
                context.release()
                exchange.complete(IAPError(noTransfer: "no thread can be started (errno \(code))"))
                return
            }
            pthread_detach(thread)
        }

        private func call(_ question: ServerQuestion) -> HTTPCall {
            var call = HTTPCall(question.body == nil ? "GET" : "POST", address.url.absoluteString)
            call.headers = question.allFields.map { ($0.name, $0.value) }
            call.body = question.body
            call.timeoutMilliseconds = question.timeoutMilliseconds
            call.answerLimit = question.answerLimit
            return call
        }

        private static func perform(_ call: HTTPCall, for exchange: ServerExchange, until isCancelled: Guarded<Bool>) {
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
#endif

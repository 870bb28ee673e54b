#if !canImport(Darwin)
    internal import CIAPCurl
    internal import CIAPPlatform
    internal import Foundation
    internal import IAPModel
    internal import IAPPlatform

    /// Sends requests to one server with libcurl. It does not follow redirects and stores no connections, cookies or
    /// credentials. It is thread-safe and can send several requests at the same time.
    final class ServerConnection: Sendable {
        private let address: ServerAddress

        init(to address: ServerAddress) { self.address = address }

        /// If the Swift task is cancelled, the call ends immediately with `.cancelled`.
        func ask(_ question: ServerQuestion) async -> Result<ServerAnswer, IAPError> {
            guard http_transfer_is_possible() != 0 else {
                return .failure(IAPError(noTransfer: "libcurl.so.4 is missing; install it"))
            }
            let exchange = ServerExchange(question, host: address.host)
            // A cancelled task sends no request.
            if Task.isCancelled { exchange.cancel() }
            return await withTaskCancellationHandler {
                CurlTransfer.start(to: address, for: exchange)
                return await exchange.outcome()
            } onCancel: {
                exchange.cancel()
            }
        }
    }

    /// One transfer on its own thread. libcurl waits for the server there. After a cancellation it also waits there for
    /// the system's name resolution, which delays no other thread.
    private final class CurlTransfer: @unchecked Sendable {  // Only the thread of the transfer reads the head.
        private static let errorDomain = "libcurl"

        private let handle: OpaquePointer
        private let exchange: ServerExchange
        private var reader = AnswerHeadReader()

        static func start(to address: ServerAddress, for exchange: ServerExchange) {
            guard let handle = http_transfer_open(address.url.absoluteString, exchange.question.timeoutMilliseconds)
            else {
                exchange.complete(IAPError(noTransfer: "libcurl is out of memory"))
                return
            }
            let transfer = CurlTransfer(handle, exchange)
            transfer.prepare(address)
            guard exchange.begin(onEnd: { if !$0 { transfer.cancel() } }) else { return }
            var thread = pthread_t()
            let context = Unmanaged.passRetained(transfer)
            let code = platform_thread_start(
                &thread, { CurlTransfer.taken(from: $0)?.run() }, context.toOpaque())
            guard code == 0 else {
                context.release()
                exchange.complete(IAPError(noTransfer: "no thread can be started (errno \(code))"))
                return
            }
            pthread_detach(thread)
        }

        private init(_ handle: OpaquePointer, _ exchange: ServerExchange) {
            (self.handle, self.exchange) = (handle, exchange)
        }

        deinit { http_transfer_close(handle) }

        private func prepare(_ address: ServerAddress) {
            if address.isLoopback { http_transfer_avoid_proxies(handle) }
            let fields = exchange.question.allFields
            for field in fields { http_transfer_add_header(handle, "\(field.name): \(field.value)") }
            // libcurl sends no User-Agent by default, and some servers refuse such requests.
            if !fields.contains(where: { $0.name.lowercased() == "user-agent" }) {
                http_transfer_add_header(handle, "User-Agent: IAPBridge")
            }
            if let body = exchange.question.body { http_transfer_set_body(handle, body, body.count) }
        }

        private func cancel() { http_transfer_cancel(handle) }

        private func run() {
            let code = http_transfer_perform(
                handle,
                { context, bytes, length in
                    CurlTransfer.borrowed(from: context)?.takeLine(UnsafeRawBufferPointer(start: bytes, count: length))
                        == true
                        ? 1 : 0
                },
                { context, bytes, length in
                    CurlTransfer.borrowed(from: context)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: length))
                        == true
                        ? 1 : 0
                }, Unmanaged.passUnretained(self).toOpaque())
            end(Int(code))
            // This may take long. The outcome is known by now.
            http_transfer_disconnect(handle)
        }

        private func takeLine(_ line: UnsafeRawBufferPointer) -> Bool {
            reader.read(line)
            return exchange.receive(reader.head)
        }

        private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool { exchange.receive(bytes) }

        /// - Parameter code: A CURLcode, see curl/curl.h.
        private func end(_ code: Int) {
            let (partialFile, outOfMemory, timedOut, tooLarge) = (18, 27, 28, 100)
            switch code {
            case 0 where reader.isComplete: exchange.complete()
            case 0: fail(partialFile)
            case timedOut: exchange.timeIsOver(domain: Self.errorDomain, code: code)
            // libcurl limits the length of one line of the head.
            case outOfMemory, tooLarge:
                if reader.head.status != 0, !reader.isComplete { exchange.endAsHeadIsTooLarge() } else { fail(code) }
            default: fail(code)
            }
        }

        private func fail(_ code: Int) {
            exchange.complete(
                IAPError(
                    transferTo: exchange.host, isOfServer: Self.isOfServer(code), domain: Self.errorDomain, code: code))
        }

        private static func isOfServer(_ code: Int) -> Bool {
            // A response that is not HTTP counts as another protocol.
            let (unsupportedProtocol, weirdServerReply, badContentEncoding) = (1, 8, 61)
            return [unsupportedProtocol, weirdServerReply, badContentEncoding].contains(code)
        }

        private static func taken(from context: UnsafeMutableRawPointer?) -> CurlTransfer? {
            context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeRetainedValue() }
        }

        private static func borrowed(from context: UnsafeMutableRawPointer?) -> CurlTransfer? {
            context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
        }
    }
#endif

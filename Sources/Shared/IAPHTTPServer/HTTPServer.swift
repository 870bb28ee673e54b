internal import CIAPHTTPServer
internal import Synchronization

/// An HTTP/1.1 server that uses libmicrohttpd.
package final class HTTPServer: Sendable {
    package struct Options: Sendable {
        /// A numeric IPv4 or IPv6 address.
        package var address = "127.0.0.1"
        /// 0 chooses a free port.
        package var port: UInt16 = 0
        package var threads: UInt32 = 4
        package var connectionLimit: UInt32 = 1000
        package var headLimit = 32 << 10
        package var bodyLimit = 4 << 20
        /// The server closes a connection without traffic after this time.
        package var idleSeconds: UInt32 = 30
        /// The server ends an exchange that takes longer, except for delayed responses and streams.
        package var exchangeSeconds: UInt32 = 60
        package var tls: TLS?

        package init() {}
    }

    /// A certificate with its intermediate certificates, and its private key, in PEM.
    package struct TLS: Sendable {
        package var certificate: String
        package var privateKey: String

        package init(certificate: String, privateKey: String) {
            self.certificate = certificate
            self.privateKey = privateKey
        }
    }

    package struct StartError: Error, Sendable, CustomStringConvertible {
        package var description: String
    }

    package let port: UInt16
    nonisolated(unsafe) private let server: OpaquePointer  // The functions of the C server are thread-safe.
    private let handler: Handler
    private let isStopped = Mutex(false)

    /// - Parameter respond: called on the server's threads, also on several at the same time.
    package init(
        _ options: Options, respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse
    ) throws(StartError) {
        handler = Handler(respond)
        var message = [CChar](repeating: 0, count: 256)
        let context = Unmanaged.passUnretained(handler).toOpaque()
        let started = options.address.withCString { address in
            Self.withText(options.tls?.privateKey) { key in
                Self.withText(options.tls?.certificate) { certificate in
                    var values = http_server_options()
                    values.address = address
                    values.port = options.port
                    values.threads = options.threads
                    values.connection_limit = options.connectionLimit
                    values.head_limit = options.headLimit
                    values.body_limit = options.bodyLimit
                    values.idle_seconds = options.idleSeconds
                    values.exchange_seconds = options.exchangeSeconds
                    values.private_key = key
                    values.certificate = certificate
                    values.context = context
                    values.respond = { context, exchange in
                        guard let context, let exchange else { return }
                        Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue().take(exchange)
                    }
                    return http_server_start(&values, &message)
                }
            }
        }
        guard let started else {
            throw StartError(description: "\(options.address) port \(options.port): \(text(message))")
        }
        server = started
        port = http_server_port(started)
    }

    /// The number of connected clients; 0 after `stop`.
    package var connectionCount: Int {
        isStopped.withLock { $0 ? 0 : http_server_connection_count(server) }
    }

    /// Waits up to `timeoutMilliseconds` for responses that have started, and closes all connections. Later calls do
    /// nothing.
    package func stop(timeoutMilliseconds: UInt32 = 2000) {
        let isFirst = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        if isFirst { http_server_stop(server, timeoutMilliseconds) }
    }

    deinit { stop(timeoutMilliseconds: 0) }

    private static func withText<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        guard let text else { return body(nil) }
        return text.withCString { body($0) }
    }
}

/// Converts between the C server and the Swift function.
private final class Handler: Sendable {
    private let respond: @Sendable (HTTPRequest) -> HTTPResponse

    init(_ respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse) { self.respond = respond }

    func take(_ exchange: OpaquePointer) {
        let response = respond(Self.request(exchange))
        for header in response.headers { http_exchange_add_header(exchange, header.name, header.value) }
        let fault = response.fault
        if fault.isDropped { return http_exchange_drop(exchange, fault.delayMilliseconds) }
        if let begin = response.stream {
            guard let stream = http_exchange_stream(exchange) else { return http_exchange_drop(exchange, 0) }
            return begin(HTTPStream(stream))
        }
        response.body.withUnsafeBufferPointer { bytes in
            http_exchange_respond(
                exchange, UInt32(response.status), bytes.baseAddress, bytes.count, fault.delayMilliseconds,
                fault.truncatedLength ?? .max)
        }
    }

    private static func request(_ exchange: OpaquePointer) -> HTTPRequest {
        var length = 0
        let bytes = http_exchange_body(exchange, &length)
        nonisolated(unsafe) let reachable = exchange  // Used only while the request is handled.
        var request = HTTPRequest(
            method: String(cString: http_exchange_method(exchange)),
            path: String(cString: http_exchange_path(exchange)),
            body: bytes.map { Array(UnsafeBufferPointer(start: $0, count: length)) } ?? []
        ) { name in http_exchange_header(reachable, name).map { String(cString: $0) } }
        var address = [CChar](repeating: 0, count: 64)
        http_exchange_address(exchange, &address)
        request.address = text(address)
        withUnsafeMutablePointer(to: &request.query) { query in
            http_exchange_visit_query(exchange, query) { context, name, nameLength, value, valueLength in
                guard let context else { return }
                context.assumingMemoryBound(to: [(name: String, value: String?)].self).pointee.append(
                    (text(name, nameLength) ?? "", text(value, valueLength)))
            }
        }
        return request
    }
}

private func text(_ buffer: [CChar]) -> String {
    String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

private func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String? {
    guard let start else { return nil }
    return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
}

package final class HTTPStream: @unchecked Sendable {  // The C functions are thread-safe.
    private let stream: OpaquePointer

    fileprivate init(_ stream: OpaquePointer) { self.stream = stream }

    deinit { http_stream_release(stream) }

    package var unreadCount: Int { http_stream_unread(stream) }

    /// Returns false if the reader has disconnected or is too slow.
    package func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { http_stream_write(stream, $0.baseAddress, $0.count) != 0 }
    }
}

internal import CIAPCurl
internal import Foundation
internal import IAPGameServer

/// One request to another server. It uses libcurl on the calling thread and does not follow redirects.
package struct HTTPCall {
    package var url: String
    package var method = "GET"
    package var headers: [(name: String, value: String)] = []
    /// If nil, the request has no body.
    package var body: [UInt8]?
    /// The limit for the whole exchange.
    package var timeoutMilliseconds: UInt32 = 10_000
    /// The largest body of a response, in bytes.
    package var answerLimit = 1 << 20

    package init(_ method: String = "GET", _ url: String) {
        self.method = method
        self.url = url
    }

    package struct Answer: Sendable {
        package var status: Int
        package var body: [UInt8]
        package var retryAfter: String?
    }

    package struct Failure: Error, Sendable {
        /// libcurl's error number (curl/curl.h); 0 if libcurl reports no error, nil if libcurl is missing.
        package var code: Int?
        package var detail: String
    }

    package func perform() throws(Failure) -> Answer {
        guard http_transfer_is_possible() != 0 else {
            throw Failure(code: nil, detail: "libcurl.so.4 is missing; install it")
        }
        guard let transfer = http_transfer_open(url, timeoutMilliseconds) else {
            throw Failure(code: nil, detail: "libcurl is out of memory")
        }
        defer { http_transfer_close(transfer) }
        if let host = URL(string: url)?.host, ServerAddress.isLoopback(host) { http_transfer_avoid_proxies(transfer) }
        for header in headers { http_transfer_add_header(transfer, "\(header.name): \(header.value)") }
        http_transfer_add_header(transfer, "Expect:")
        if let body { http_transfer_set_body(transfer, body, body.count) }
        if method != (body == nil ? "GET" : "POST") { http_transfer_set_method(transfer, method) }
        let answer = Received(limit: answerLimit)
        let code = http_transfer_perform(
            transfer,
            { context, bytes, length in
                Received.of(context)?.takeLine(UnsafeRawBufferPointer(start: bytes, count: length)) ?? 0
            },
            { context, bytes, length in
                Received.of(context)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: length)) ?? 0
            },
            Unmanaged.passUnretained(answer).toOpaque())
        http_transfer_disconnect(transfer)
        guard code == 0 else { throw Failure(code: Int(code), detail: "libcurl error \(code)") }
        guard answer.reader.isComplete else {
            throw Failure(code: 0, detail: "the head of the response is incomplete")
        }
        let head = answer.reader.head
        return Answer(status: head.status, body: answer.body, retryAfter: head.retryAfter)
    }

    /// The response.
    private final class Received {
        private(set) var reader = AnswerHeadReader()
        private(set) var body: [UInt8] = []
        private let limit: Int

        init(limit: Int) { self.limit = limit }

        static func of(_ context: UnsafeMutableRawPointer?) -> Received? {
            context.map { Unmanaged<Received>.fromOpaque($0).takeUnretainedValue() }
        }

        func takeLine(_ line: UnsafeRawBufferPointer) -> Int32 {
            reader.read(line)
            return reader.head.isTooLarge ? 0 : 1
        }

        func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int32 {
            guard body.count + bytes.count <= limit else { return 0 }
            body += bytes
            return 1
        }
    }
}

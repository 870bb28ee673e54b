internal import CIAPCurl
internal import Foundation
internal import IAPGameServer
internal import IAPReferenceStore

/// One POST of JSON, by libcurl.
struct Delivery {
    struct Outcome {
        var result: SendResult
        var status: Int?
        var detail: String?
        var body: [UInt8] = []
    }

    let url: String
    /// Apple gives no time. A server that takes longer should answer first and work later.
    let timeoutMilliseconds: UInt32
    private static let answerLimit = 1 << 20

    init(url: String, timeoutMilliseconds: UInt32 = 10_000) {
        self.url = url
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    func post(_ body: [UInt8]) -> Outcome {
        guard http_transfer_is_possible() != 0 else {
            return Outcome(result: .other, detail: "libcurl.so.4 is not there; install it")
        }
        guard let transfer = http_transfer_open(url, timeoutMilliseconds) else {
            return Outcome(result: .other, detail: "libcurl has no memory for it")
        }
        defer { http_transfer_close(transfer) }
        if let host = URL(string: url)?.host, ServerAddress.isLoopback(host) { http_transfer_avoid_proxies(transfer) }
        for header in ["Content-Type: application/json", "User-Agent: iap-store", "Expect:"] {
            http_transfer_add_header(transfer, header)
        }
        http_transfer_set_body(transfer, body, body.count)
        let answer = Received()
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
        return outcome(Int(code), answer)
    }

    /// - Parameter code: a CURLcode, see curl/curl.h.
    private func outcome(_ code: Int, _ answer: Received) -> Outcome {
        guard code == 0 else {
            let result: SendResult =
                switch code {
                case 28: .timedOut
                case 35, 51, 58, 60, 77, 83, 91: .tlsIssue
                case 47: .circularRedirect
                case 52: .noResponse
                case 5, 6, 7, 45, 55: .socketIssue
                case 18, 56: .prematureClose
                case 8, 61: .invalidResponse
                default: .other
                }
            return Outcome(result: result, detail: "libcurl's error \(code)")
        }
        guard answer.reader.isComplete else {
            return Outcome(result: .prematureClose, detail: "the head of the answer breaks off")
        }
        let status = answer.reader.head.status
        let isGood = (200...206).contains(status)
        return Outcome(
            result: isGood ? .success : .unsuccessfulStatus, status: status, detail: nil, body: answer.body)
    }

    /// What comes back.
    private final class Received {
        private(set) var reader = AnswerHeadReader()
        private(set) var body: [UInt8] = []

        static func of(_ context: UnsafeMutableRawPointer?) -> Received? {
            context.map { Unmanaged<Received>.fromOpaque($0).takeUnretainedValue() }
        }

        func takeLine(_ line: UnsafeRawBufferPointer) -> Int32 {
            reader.read(line)
            return reader.head.isTooLarge ? 0 : 1
        }

        func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int32 {
            guard body.count + bytes.count <= Delivery.answerLimit else { return 0 }
            body += bytes
            return 1
        }
    }
}

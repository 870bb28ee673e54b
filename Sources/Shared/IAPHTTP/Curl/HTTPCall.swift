internal import CIAPCurl
internal import Foundation
internal import IAPPlatform

/// One request with libcurl. It does not follow redirects and stores no connections, cookies or credentials.
package struct HTTPCall: Sendable {
    package var url: String
    package var method: String
    package var headers: [(name: String, value: String)] = []
    /// If nil, the request has no body.
    package var body: [UInt8]?
    package var timeoutMilliseconds: UInt32 = 10_000
    package var responseLimit = 1 << 20

    /// Allows each encoding that libcurl knows. libcurl decodes them and refuses others.
    package var acceptsCompression = true

    package init(_ method: String, _ url: String) {
        self.method = method
        self.url = url
    }

    package enum Failure: Error, Sendable {
        /// libcurl's error number (curl/curl.h).
        case transfer(Int)
        case headIsTooLarge(status: Int)
        case bodyIsTooLarge(status: Int)

        package var detail: String {
            switch self {
            case .transfer(let code):
                "\(String(cString: curl_easy_strerror(CURLcode(UInt32(code))))) (libcurl error \(code))"
            case .headIsTooLarge: "the response has more than \(ServerResponse.headLimit) bytes of headers"
            case .bodyIsTooLarge: "the body of the response is too large"
            }
        }
    }

    /// Sends the request and waits for the response on the calling thread.
    package func perform() throws(Failure) -> ServerResponse {
        try perform(until: Guarded(false))
    }

    /// - Parameter isCancelled: If it becomes true, the request fails within a second.
    func perform(until isCancelled: Guarded<Bool>) throws(Failure) -> ServerResponse {
        let transfer = CurlTransfer(self, isCancelled)
        defer { withExtendedLifetime(transfer) {} }
        #if !canImport(Darwin)
            // TLS may write to a connection that the server has closed. The signal of that must not reach the game. On a Mac
            // libcurl asks its sockets for no signal.
            var (pipes, former) = (sigset_t(), sigset_t())
            sigemptyset(&pipes)
            sigaddset(&pipes, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &pipes, &former)
            defer {
                var none = timespec()
                if sigismember(&former, SIGPIPE) == 0 { _ = sigtimedwait(&pipes, nil, &none) }
                pthread_sigmask(SIG_SETMASK, &former, nil)
            }
        #endif
        return try transfer.perform()
    }
}

private final class CurlTransfer {
    private let easy = curl_easy_init()
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let responseLimit: Int
    private let isCancelled: Guarded<Bool>
    /// The first failure of an option. Without one of them the transfer would behave differently.
    private var failure = CURLE_OK
    private var headSize = 0
    /// True after the empty line that ends the head of the final response. libcurl accepts a head without it.
    private var isHeadComplete = false
    private var body: [UInt8] = []
    private var isBodyTooLarge = false

    init(_ call: HTTPCall, _ isCancelled: Guarded<Bool>) {
        self.responseLimit = call.responseLimit
        self.isCancelled = isCancelled
        setConnection(call)
        setRequest(call)
        setReceivers()
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headers)
    }

    private func check(_ code: CURLcode) { if failure == CURLE_OK { failure = code } }

    private func set(_ option: CURLoption, _ number: Int) { check(curl_set_number(easy, option, number)) }

    /// libcurl copies texts.
    private func set(_ option: CURLoption, _ text: String) { check(curl_set_pointer(easy, option, text)) }

    private func setConnection(_ call: HTTPCall) {
        set(CURLOPT_URL, call.url)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        // 0 would mean no limit.
        set(CURLOPT_TIMEOUT_MS, max(1, Int(call.timeoutMilliseconds)))
        set(CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(call.timeoutMilliseconds)))
        // The process and its signals belong to the game.
        set(CURLOPT_NOSIGNAL, 1)
        // A request that ends early leaves a thread in the system's name resolution behind, instead of waiting for it.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        set(CURLOPT_HTTP09_ALLOWED, 0)
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_FORBID_REUSE, 1)
        if call.acceptsCompression { set(CURLOPT_ACCEPT_ENCODING, "") }
        // Headers for the server do not go to a proxy. Headers of a proxy are not part of the server's response.
        set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        if let host = URL(string: call.url)?.host?.lowercased(), RequestAddress.isLoopback(host) {
            set(CURLOPT_PROXY, "")
        }
    }

    private func setRequest(_ call: HTTPCall) {
        for (name, value) in call.headers { add("\(name): \(value)") }
        // libcurl sends no User-Agent by default, and some servers refuse such requests.
        if !call.headers.contains(where: { $0.name.lowercased() == "user-agent" }) { add("User-Agent: IAPBridge") }
        // Without a value, libcurl does not send its own header of this name.
        add("Expect:")
        check(curl_set_pointer(easy, CURLOPT_HTTPHEADER, headers))
        if let body = call.body {
            set(CURLOPT_POSTFIELDSIZE, body.count)
            check(curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, body))
        }
        if call.method != (call.body == nil ? "GET" : "POST") { set(CURLOPT_CUSTOMREQUEST, call.method) }
    }

    private func add(_ line: String) {
        if let longer = curl_slist_append(headers, line) { headers = longer } else { check(CURLE_OUT_OF_MEMORY) }
    }

    private func setReceivers() {
        let transfer = Unmanaged.passUnretained(self).toOpaque()
        check(curl_set_pointer(easy, CURLOPT_HEADERDATA, transfer))
        check(curl_set_receiver(easy, CURLOPT_HEADERFUNCTION) { CurlTransfer.at($3).takeLine($0, $1 * $2) })
        check(curl_set_pointer(easy, CURLOPT_WRITEDATA, transfer))
        check(curl_set_receiver(easy, CURLOPT_WRITEFUNCTION) { CurlTransfer.at($3).takeBody($0, $1 * $2) })
        set(CURLOPT_NOPROGRESS, 0)
        check(curl_set_pointer(easy, CURLOPT_XFERINFODATA, transfer))
        check(curl_set_progress(easy) { data, _, _, _, _ in CurlTransfer.at(data).isCancelled.value ? 1 : 0 })
    }

    private static func at(_ data: UnsafeMutableRawPointer?) -> CurlTransfer {
        guard let data else { preconditionFailure("libcurl passes the pointer that it got") }
        return Unmanaged<CurlTransfer>.fromOpaque(data).takeUnretainedValue()
    }

    /// - Returns: The number of accepted bytes. If it is not the given number, libcurl ends the transfer.
    private func takeLine(_ line: UnsafePointer<CChar>?, _ count: Int) -> Int {
        headSize += count
        let isEmpty = count <= 2 && line?[count - 1] == CChar(bitPattern: UInt8(ascii: "\n"))
        // Interim responses (1xx) come before the final one. The library requests no other protocol, so 101 is final.
        if isEmpty, status >= 200 || status == 101 { isHeadComplete = true }
        return headSize <= ServerResponse.headLimit ? count : -1
    }

    private func takeBody(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Int {
        isBodyTooLarge = count > responseLimit - body.count
        guard !isBodyTooLarge else { return -1 }
        body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
        return count
    }

    private var status: Int { curl_status(easy) }

    /// A header that occurs twice counts as one header with both values (RFC 9110, section 5.3).
    private func field(_ name: String) -> String? {
        var values: [String] = []
        var header: UnsafeMutablePointer<curl_header>?
        while curl_easy_header(easy, name, values.count, UInt32(CURLH_HEADER), -1, &header) == CURLHE_OK,
            let value = header?.pointee.value
        { values.append(String(cString: value)) }
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    func perform() throws(HTTPCall.Failure) -> ServerResponse {
        if easy == nil { failure = CURLE_OUT_OF_MEMORY }
        check(failure == CURLE_OK ? curl_easy_perform(easy) : failure)
        if headSize > ServerResponse.headLimit { throw .headIsTooLarge(status: status) }
        if isBodyTooLarge { throw .bodyIsTooLarge(status: status) }
        if failure == CURLE_OK, !isHeadComplete { failure = CURLE_PARTIAL_FILE }
        guard failure == CURLE_OK else { throw .transfer(Int(failure.rawValue)) }
        return ServerResponse(status: status, body: body, retryAfter: field("Retry-After"))
    }
}

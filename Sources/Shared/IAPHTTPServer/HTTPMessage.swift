package struct HTTPRequest: Sendable {
    package var method: String
    /// Percent-decoded, without the query.
    package var path: String
    /// The arguments of the query in their order. The value is nil without "=".
    package var query: [(name: String, value: String?)] = []
    package var body: [UInt8] = []
    /// The numeric IP address of the client; empty if it is not known.
    package var address = ""
    /// Returns the first header with this name. Upper and lower case are equal.
    package var header: @Sendable (String) -> String?

    package init(
        method: String, path: String, query: [(name: String, value: String?)] = [], body: [UInt8] = [],
        header: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        self.header = header
    }

    /// The parts of the path between its slashes. A slash at the end adds no part.
    package var segments: [String] { path.split(separator: "/").map(String.init) }

    /// Returns every value of an argument that can repeat in the query.
    package func values(_ name: String) -> [String] { query.filter { $0.name == name }.map { $0.value ?? "" } }

    package func value(_ name: String) -> String? { values(name).first }

    /// The token after `Bearer` in the header `Authorization`.
    package var bearer: String? {
        guard let value = header("Authorization"), value.prefix(7).lowercased() == "bearer " else { return nil }
        return String(value.dropFirst(7))
    }
}

package struct HTTPResponse: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// A simulated fault of the transport.
    package var fault = HTTPFault()
    /// For a response that continues: the function receives the stream. The server then ignores the body.
    package var stream: (@Sendable (HTTPStream) -> Void)?

    package init(_ status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The type is exactly `application/json`. With any other type Apple's Python library reads no error code.
    package static func json(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status, headers: [("Content-Type", "application/json")], body: Array(text.utf8))
    }

    package static func text(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status, headers: [("Content-Type", "text/plain; charset=utf-8")], body: Array(text.utf8))
    }
}

/// A simulated fault while a response is sent.
package struct HTTPFault: Sendable, Hashable {
    package var delayMilliseconds: UInt32 = 0
    /// The server closes the connection without a response.
    package var isDropped = false
    /// The server sends this number of bytes of the body and then closes the connection.
    package var truncatedLength: Int?

    package init() {}
}

/// The files of a web page, with a policy that allows scripts, styles and images only from this server.
package struct HTTPPage: Sendable {
    private let files: [String: [UInt8]]

    /// Also, no other site can show the page in a frame.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    /// - Parameter files: Paths and texts in turn; nil ends the list. A request names the file without its folder, and
    ///   `index.html` is the page itself.
    package init(_ files: UnsafePointer<UnsafePointer<CChar>?>) {
        var read: [String: [UInt8]] = [:]
        var next = files
        while let path = next[0], let text = next[1] {
            let name = String(cString: path).split(separator: "/").last ?? ""
            read[name == "index.html" ? "/" : "/\(name)"] = Array(String(cString: text).utf8)
            next += 2
        }
        self.files = read
    }

    package var paths: [String] { files.keys.sorted() }

    package func respond(to request: HTTPRequest) -> HTTPResponse? {
        guard request.method == "GET" || request.method == "HEAD", let file = files[request.path] else { return nil }
        return HTTPResponse(
            200, headers: [("Content-Type", Self.type(request.path)), ("Content-Security-Policy", Self.policy)],
            body: file)
    }

    private static func type(_ path: String) -> String {
        if path.hasSuffix(".js") { return "text/javascript; charset=utf-8" }
        if path.hasSuffix(".css") { return "text/css; charset=utf-8" }
        return path.hasSuffix(".svg") ? "image/svg+xml" : "text/html; charset=utf-8"
    }
}

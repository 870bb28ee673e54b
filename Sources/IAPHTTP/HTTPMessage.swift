/// What a client asks, read whole. A server knows nothing of what is behind it.
package struct HTTPRequest: Sendable {
    package var method: String
    /// With its percent signs read, without the query.
    package var path: String
    /// The arguments of the query in their order. The value is nil without "=".
    package var query: [(name: String, value: String?)] = []
    package var body: [UInt8] = []
    /// Of the client, in numbers; empty if it is not known.
    package var address = ""
    /// The first header of this name, in any case.
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

    /// The parts of the path between its slashes. A slash at the end makes no part.
    package var segments: [String] { path.split(separator: "/").map(String.init) }

    /// Every value of an argument that the query may repeat.
    package func values(_ name: String) -> [String] { query.filter { $0.name == name }.map { $0.value ?? "" } }

    package func value(_ name: String) -> String? { values(name).first }

    /// What follows `Bearer` in the header `Authorization`.
    package var bearer: String? {
        guard let value = header("Authorization"), value.prefix(7).lowercased() == "bearer " else { return nil }
        return String(value.dropFirst(7))
    }
}

package struct HTTPResponse: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// How the transport misbehaves.
    package var fault = HTTPFault()
    /// For an answer that goes on: called with the stream. The body is then not used.
    package var stream: (@Sendable (HTTPStream) -> Void)?

    package init(_ status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The type is exactly `application/json`: Apple's Python library reads no error code behind another one.
    package static func json(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status, headers: [("Content-Type", "application/json")], body: Array(text.utf8))
    }

    package static func text(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status, headers: [("Content-Type", "text/plain; charset=utf-8")], body: Array(text.utf8))
    }
}

/// What goes wrong on the way of an answer.
package struct HTTPFault: Sendable, Hashable {
    package var delayMilliseconds: UInt32 = 0
    /// The connection is closed instead of an answer.
    package var isDropped = false
    /// So many bytes of the body are sent before the connection is closed.
    package var truncatedLength: Int?

    package init() {}
}

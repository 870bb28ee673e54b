/// The files of a web page, with a policy that allows scripts, styles and images only from this server.
package struct HTTPPage: Sendable {
    package struct File: Sendable {
        package var path: String
        package var type: String
        package var bytes: [UInt8]

        package init(path: String, type: String, bytes: [UInt8]) {
            self.path = path
            self.type = type
            self.bytes = bytes
        }
    }

    private let files: [String: File]

    /// Also, no other site can show the page in a frame.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    package init(_ files: [File]) {
        self.files = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    }

    package var paths: [String] { files.keys.sorted() }

    /// Returns nil for a path that is not a file of the page.
    package func answer(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.method == "GET" || request.method == "HEAD", let file = files[request.path] else { return nil }
        return HTTPResponse(
            200, headers: [("Content-Type", file.type), ("Content-Security-Policy", Self.policy)], body: file.bytes)
    }
}

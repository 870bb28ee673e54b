/// The files of a web page, with a policy that allows scripts, styles and images only from this server.
package struct HTTPPage: Sendable {
    private let files: [String: [UInt8]]

    /// Also, no other site can show the page in a frame.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    /// - Parameter files: Paths and texts in turn. The page itself has the path "/". Nil ends the list.
    package init(_ files: UnsafePointer<UnsafePointer<CChar>?>) {
        var read: [String: [UInt8]] = [:]
        var next = files
        while let path = next[0], let text = next[1] {
            read[String(cString: path)] = Array(String(cString: text).utf8)
            next += 2
        }
        self.files = read
    }

    package var paths: [String] { files.keys.sorted() }

    /// Returns nil for a path that is not a file of the page.
    package func answer(_ request: HTTPRequest) -> HTTPResponse? {
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

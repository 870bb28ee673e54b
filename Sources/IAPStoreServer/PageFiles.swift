internal import IAPHTTP

/// The files of the page, which are embedded when the module is built.
enum PageFiles {
    private static let files: [String: (type: String, bytes: [UInt8])] = [
        "/": ("text/html; charset=utf-8", PackageResources.index_html)
    ]

    /// Scripts, styles and images come from here and from nowhere else, and no other site can put the page into a frame.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    static func answer(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.method == "GET", let file = files[request.path] else { return nil }
        return HTTPResponse(
            200, headers: [("Content-Type", file.type), ("Content-Security-Policy", policy)], body: file.bytes)
    }
}

internal import CIAPStorePage
internal import IAPHTTP

/// The files of the page.
enum PageFiles {
    private struct File: Sendable {
        var type: String
        var bytes: [UInt8]
    }

    private static let files: [String: File] = {
        var files: [String: File] = [:]
        for place in 0..<store_page_file_count {
            guard let file = store_page_file_at(place)?.pointee else { continue }
            files[String(cString: file.path)] = File(
                type: String(cString: file.type),
                bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.length)))
        }
        return files
    }()

    /// The paths, for the test that compares them with the folder.
    static var paths: [String] { files.keys.sorted() }

    /// Scripts, styles and images come from here and from nowhere else, and no other site can put the page into a frame.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    static func answer(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.method == "GET" || request.method == "HEAD", let file = files[request.path] else { return nil }
        return HTTPResponse(
            200, headers: [("Content-Type", file.type), ("Content-Security-Policy", policy)], body: file.bytes)
    }
}

internal import Foundation
internal import Glibc
internal import IAPJSON

/// Writes one line of JSON for each request and each event. A line contains no player, no key and no signed data. It
/// contains the pattern of the path, not the path.
package struct RequestLog: Sendable {
    private let write: @Sendable (String) -> Void

    package init(_ write: @escaping @Sendable (String) -> Void = Self.standardError) { self.write = write }

    package static let standardError: @Sendable (String) -> Void = { line in
        let bytes = Array((line + "\n").utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }

    private struct Line: Encodable {
        var time: String
        var level: String
        var message: String
        var request: String?
        var method: String?
        var route: String?
        var status: Int?
        var milliseconds: Int?
        var detail: String?
    }

    private func write(_ line: Line) {
        if let text = JSONEncoder.sortedText(line) { write(text) }
    }

    private static let timeStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    private static var time: String { timeStyle.format(Date()) }

    package func note(_ level: String, _ message: String, detail: String? = nil) {
        write(Line(time: Self.time, level: level, message: message, detail: detail))
    }

    func request(_ id: String, method: String, route: String, status: Int, milliseconds: Int, detail: String?) {
        write(
            Line(
                time: Self.time, level: status >= 500 ? "error" : "info", message: "request", request: id,
                method: method, route: route, status: status, milliseconds: milliseconds, detail: detail))
    }
}

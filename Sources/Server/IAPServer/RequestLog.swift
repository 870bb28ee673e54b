internal import Foundation
internal import IAPJSON
internal import IAPPlatform

/// Writes one line of JSON for each request and each event. A line contains no player, no key and no signed data. It
/// contains the pattern of the path, not the path.
package struct RequestLog: Sendable {
    private let write: @Sendable (String) -> Void

    package init(_ write: @escaping @Sendable (String) -> Void = Self.standardError) { self.write = write }

    package static let standardError: @Sendable (String) -> Void = { line in
        let bytes = Array((line + "\n").utf8)
        _ = FileDescriptor.write(STDERR_FILENO, bytes, bytes.count)
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

    /// - Parameter detail: why the database failed. The status can still be 200: the game then asks again.
    func request(_ id: String, method: String, route: String, status: Int, milliseconds: Int, detail: String?) {
        let isFailure = status >= 500 || detail != nil
        write(
            Line(
                time: Self.time, level: isFailure ? "error" : "info", message: "request", request: id,
                method: method, route: route, status: status, milliseconds: milliseconds, detail: detail))
    }
}

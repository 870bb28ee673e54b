internal import Foundation
internal import IAPHTTP
internal import IAPModel
internal import IAPPlatform
internal import IAPReferenceStore

/// Sends each new line of the store's log as a server-sent event.
final class EventFeed: Sendable {
    private struct Reader {
        var stream: HTTPStream
        /// The number of the last line that the reader has received.
        var last: Int64
    }

    private static let mostLines = 500
    private static let mostUnread = 256 << 10
    private static let longestLine = 128 << 10

    private let store: ReferenceStore
    private let readers = Guarded<[Reader]>([])

    init(_ store: ReferenceStore) { self.store = store }

    /// - Parameter after: the number of the line to start after; nil for new lines only.
    func response(after text: String?) -> HTTPResponse {
        var response = HTTPResponse(200, headers: [("Content-Type", "text/event-stream")])
        response.stream = { stream in
            let last = text.flatMap { Int64($0) } ?? (try? self.store.lastLogNumber) ?? 0
            // Tells the reader that it is connected, and sends the number of the last line.
            guard stream.write(Array("id: \(last)\nevent: open\ndata: {}\n\n".utf8)) else { return }
            self.readers.withLock { $0.append(Reader(stream: stream, last: last)) }
        }
        return response
    }

    /// Sends new lines to each reader, but not more than its stream can hold. The next call sends the rest.
    func look() {
        readers.withLock { readers in
            readers = readers.compactMap { reader in
                var reader = reader
                guard reader.stream.unreadCount < Self.mostUnread,
                    // If the log cannot be read now, the next call reads it.
                    let lines = try? store.logLines(after: reader.last, limit: Self.mostLines)
                else { return reader }
                var count = 0
                for line in lines where count < Self.mostUnread {
                    // Only the command `log` returns a longer line.
                    let data = line.text.utf8.count < Self.longestLine ? line.text : "{}"
                    let event = Array("id: \(line.number)\nevent: command\ndata: \(data)\n\n".utf8)
                    guard reader.stream.write(event) else { return nil }
                    count += event.count
                    reader.last = line.number
                }
                return reader
            }
        }
    }

    /// Removes readers that have disconnected.
    func ping() {
        readers.withLock { readers in readers.removeAll { !$0.stream.write(Array(": still here\n\n".utf8)) } }
    }

    func end() { readers.withLock { $0 = [] } }
}

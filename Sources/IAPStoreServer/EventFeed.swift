internal import Foundation
internal import IAPHTTP
internal import IAPModel
internal import IAPPlatform
internal import IAPReferenceStore

/// The lines of the store's log as server-sent events, as they come.
final class EventFeed: Sendable {
    private struct Reader {
        var stream: HTTPStream
        /// The number of the last line that it has.
        var last: Int64
    }

    private static let mostLines = 500
    private static let mostUnread = 256 << 10
    private static let longestLine = 128 << 10

    private let store: ReferenceStore
    private let readers = Guarded<[Reader]>([])

    init(_ store: ReferenceStore) { self.store = store }

    /// - Parameter after: the number of the line after which to begin; nil for what comes from now on.
    func response(after text: String?) -> HTTPResponse {
        var response = HTTPResponse(200, headers: [("Content-Type", "text/event-stream")])
        response.stream = { stream in
            let last = text.flatMap { Int64($0) } ?? (try? self.store.lastLogNumber) ?? 0
            // Tells the reader that it is connected, and the number of the last line.
            guard stream.write(Array("id: \(last)\nevent: open\ndata: {}\n\n".utf8)) else { return }
            self.readers.withLock { $0.append(Reader(stream: stream, last: last)) }
        }
        return response
    }

    /// Sends new lines to each reader, no more than its stream can keep. The rest follows with the next call.
    func look() {
        readers.withLock { readers in
            readers = readers.compactMap { reader in
                var reader = reader
                guard reader.stream.unreadCount < Self.mostUnread,
                    // What cannot be read now is read at the next look.
                    let lines = try? store.logLines(after: reader.last, limit: Self.mostLines)
                else { return reader }
                var count = 0
                for line in lines where count < Self.mostUnread {
                    // A longer line is only in the answer of the command `log`.
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

    /// Removes readers that have gone.
    func ping() {
        readers.withLock { readers in readers.removeAll { !$0.stream.write(Array(": still here\n\n".utf8)) } }
    }

    func end() { readers.withLock { $0 = [] } }
}

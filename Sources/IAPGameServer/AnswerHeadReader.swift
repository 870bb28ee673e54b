/// Reads the lines before the body of a response, and the lines after it.
///
/// libcurl accepts an incomplete head. The reader therefore reports whether the head is complete.
package struct AnswerHeadReader: Sendable {
    package private(set) var head = ServerAnswerHead()
    /// True after the empty line that ends the head of the final response. Interim responses (1xx) come before it,
    /// trailers after it.
    package private(set) var isComplete = false
    private var expectsStatus = true

    package init() {}

    /// - Parameter line: A line with its line end. A line without one is incomplete.
    package mutating func read(_ line: some Collection<UInt8>) {
        head.size += line.count
        guard line.count > 0, let content = Self.content(line) else { return }
        guard !content.isEmpty else {
            // The library requests no other protocol, so 101 is a final response.
            let isInterim = (100..<200).contains(head.status) && head.status != 101
            if isInterim { expectsStatus = true } else { isComplete = true }
            return
        }
        if expectsStatus, !isComplete {
            expectsStatus = false
            (head.status, head.retryAfter, head.date) = (Self.status(content), nil, nil)
            return
        }
        head.headerCount += 1
        if !isComplete { readField(content) }
    }

    private mutating func readField(_ line: [UInt8]) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        let value = String(decoding: line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
        // A header that occurs twice counts as one header with both values (RFC 9110, section 5.3).
        switch String(decoding: line[..<colon], as: UTF8.self).lowercased() {
        case "retry-after": head.retryAfter = head.retryAfter.map { "\($0), \(value)" } ?? value
        case "date": head.date = head.date.map { "\($0), \(value)" } ?? value
        default: break
        }
    }

    /// Returns the line without its line end; nil if it has none.
    private static func content(_ line: some Collection<UInt8>) -> [UInt8]? {
        var content = Array(line)
        guard content.popLast() == UInt8(ascii: "\n") else { return nil }
        if content.last == UInt8(ascii: "\r") { content.removeLast() }
        return content
    }

    /// Returns the three digits after the version (RFC 9112, section 4); 0 if the line has none.
    private static func status(_ line: [UInt8]) -> Int {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[1].count == 3,
            parts[1].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return 0 }
        return parts[1].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}

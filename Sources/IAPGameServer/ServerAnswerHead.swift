/// The head of a response: its status and the relevant headers.
package struct ServerAnswerHead: Sendable, Hashable {
    /// The limits for the headers of one response. Headers of interim responses and trailers count as well.
    static let countLimit = 200
    static let sizeLimit = 64 << 10

    /// 0 until the status line has arrived.
    package var status = 0
    package var retryAfter: String?
    var date: String?
    var headerCount = 0
    /// The size of the headers in bytes, including names and line ends.
    var size = 0

    package var isTooLarge: Bool { headerCount > Self.countLimit || size > Self.sizeLimit }
}

/// The head of an answer: its status and what counts of its headers.
package struct ServerAnswerHead: Sendable, Hashable {
    /// The limits of the headers of one answer. Those of interim answers and those after the body count as well.
    static let countLimit = 200
    static let sizeLimit = 64 << 10

    /// 0 until there is one.
    package var status = 0
    package var retryAfter: String?
    var date: String?
    var headerCount = 0
    /// With the names and the ends of lines, in bytes.
    var size = 0

    package var isTooLarge: Bool { headerCount > Self.countLimit || size > Self.sizeLimit }
}

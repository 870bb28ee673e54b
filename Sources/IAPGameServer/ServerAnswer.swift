internal import Foundation

/// The answer of a server, with any status.
struct ServerAnswer: Sendable, Hashable {
    var status: Int
    var body: [UInt8]
    /// The header of that name, unchanged.
    var retryAfter: String?
    /// The header Date, unchanged.
    var date: String?
}

/// One question to a server.
struct ServerQuestion: Sendable {
    var address: ServerAddress
    var headers: ServerHeaders
    /// The headers of the library itself.
    var fields: [ServerHeaders.Field] = []
    /// A request with a body is a POST, one without a GET.
    var body: [UInt8]?
    /// The time limit for the whole answer.
    var timeoutMilliseconds: UInt32
    /// The largest body of an answer, in bytes.
    var answerLimit: Int
}

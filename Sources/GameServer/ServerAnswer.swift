internal import Foundation

/// What a server answered, whatever its status is.
struct ServerAnswer: Sendable, Hashable {
    var status: Int
    var body: [UInt8]
    /// The header of that name, as it came.
    var retryAfter: String?
    /// When the server says it answered, as it came.
    var date: String?
}

/// One question to a server.
struct ServerQuestion: Sendable {
    var address: ServerAddress
    var headers: ServerHeaders
    /// What the library itself sends along.
    var fields: [ServerHeaders.Field] = []
    /// With a body it is a POST, else a GET.
    var body: [UInt8]?
    /// For the answer as a whole.
    var timeoutMilliseconds: UInt32
    /// How many bytes the body of the answer may have.
    var answerLimit: Int
}

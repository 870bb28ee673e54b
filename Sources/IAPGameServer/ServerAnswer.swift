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
    var headers: ServerHeaders
    /// The headers of the library itself.
    var fields: [ServerHeaders.Field] = []
    /// A request with a body is a POST, one without a GET.
    var body: [UInt8]?
    /// The time limit for the whole answer.
    var timeoutMilliseconds: UInt32
    /// The largest body of an answer, in bytes.
    var answerLimit: Int

    /// The headers to send. The system adds those of the connection and the length of the body.
    var allFields: [ServerHeaders.Field] {
        var all = [ServerHeaders.Field(name: "Accept", value: "application/json")]
        if body != nil { all.append(ServerHeaders.Field(name: "Content-Type", value: "application/json")) }
        return all + headers.fields + fields
    }
}

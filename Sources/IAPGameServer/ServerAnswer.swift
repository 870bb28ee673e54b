/// The response of a server, with any status.
package struct ServerAnswer: Sendable, Hashable {
    /// The largest size of the headers in bytes, with names and line ends. Without a limit, a server could fill the memory.
    static let headLimit = 64 << 10

    package var status: Int
    package var body: [UInt8]
    /// The value of this header, unchanged.
    package var retryAfter: String?
    /// The value of the header Date, unchanged.
    var date: String?
}

/// One request to a server.
struct ServerQuestion: Sendable {
    var headers: ServerHeaders
    /// The headers that the library adds.
    var fields: [ServerHeaders.Field] = []
    /// A request with a body is a POST. A request without a body is a GET.
    var body: [UInt8]?
    /// The time limit for the whole response.
    var timeoutMilliseconds: UInt32
    /// The largest body of a response, in bytes.
    var answerLimit: Int

    /// All headers to send. The system adds those of the connection and the length of the body.
    var allFields: [ServerHeaders.Field] {
        var all = [ServerHeaders.Field(name: "Accept", value: "application/json")]
        if body != nil { all.append(ServerHeaders.Field(name: "Content-Type", value: "application/json")) }
        return all + headers.fields + fields
    }
}

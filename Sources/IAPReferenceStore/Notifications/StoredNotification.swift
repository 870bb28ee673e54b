/// A notification to the game's server, and what became of it.
package struct StoredNotification: Sendable, Hashable {
    /// They are numbered in the order in which they came up.
    package var number: Int64
    package var uuid: String
    package var type: String
    package var subtype: String?
    /// When it happened.
    package var date: Int64
    package var transactionID: UInt64?
    package var originalID: UInt64?
    /// A compact JWS.
    package var payload: String
    /// When it is sent next; nil when it is not sent any more.
    package var dueDate: Int64?
    package var attempts: [SendAttempt] = []
}

package struct SendAttempt: Sendable, Hashable, Codable {
    package var number: Int64
    package var date: Int64
    package var result: SendResult
    /// The status of the answer; nil if there was none.
    package var status: Int?
    /// For people: what went wrong.
    package var detail: String?
    /// When the notification was due, of an attempt that was due.
    package var dueDate: Int64?

    package init(
        number: Int64, date: Int64, result: SendResult, status: Int?, detail: String?, dueDate: Int64? = nil
    ) {
        self.dueDate = dueDate
        self.number = number
        self.date = date
        self.result = result
        self.status = status
        self.detail = detail
    }

    private enum CodingKeys: String, CodingKey { case number, date, result, status, detail, dueDate }
}

/// In the words of the App Store Server API.
package enum SendResult: String, Sendable, Hashable, Codable {
    case success = "SUCCESS"
    case timedOut = "TIMED_OUT"
    case tlsIssue = "TLS_ISSUE"
    case circularRedirect = "CIRCULAR_REDIRECT"
    case noResponse = "NO_RESPONSE"
    case socketIssue = "SOCKET_ISSUE"
    case unsupportedCharset = "UNSUPPORTED_CHARSET"
    case invalidResponse = "INVALID_RESPONSE"
    case prematureClose = "PREMATURE_CLOSE"
    case unsuccessfulStatus = "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
    case other = "OTHER"
}

/// Which notifications of the past are looked for.
package struct NotificationQuery: Sendable, Hashable {
    package var start: Int64
    /// Not included.
    package var end: Int64
    package var type: String?
    package var subtype: String?
    /// Only those about this customer.
    package var account: String?
    package var onlyFailures = false
    /// Those after this number.
    package var after: Int64 = 0
    package var limit: Int

    package init(start: Int64, end: Int64, limit: Int) {
        self.start = start
        self.end = end
        self.limit = limit
    }
}

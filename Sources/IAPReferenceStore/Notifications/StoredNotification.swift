/// A notification to the game server, with its result.
package struct StoredNotification: Sendable, Hashable {
    /// The notifications have numbers in the order of their events.
    package var number: Int64
    package var uuid: String
    package var type: String
    package var subtype: String?
    /// The time of the event.
    package var date: Int64
    package var transactionID: UInt64?
    package var originalID: UInt64?
    /// A compact JWS.
    package var payload: String
    /// The time of the next attempt; nil if there is none.
    package var dueDate: Int64?
    package var attempts: [SendAttempt] = []
}

package struct SendAttempt: Sendable, Hashable, Codable {
    package var number: Int64
    package var date: Int64
    package var result: SendResult
    /// The HTTP status of the response; nil without a response.
    package var status: Int?
    /// A description of the error for people.
    package var detail: String?
    /// The time at which the notification was due, if this attempt was due.
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
}

/// The results in the terms of the App Store Server API.
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

/// The conditions for the list of sent notifications.
package struct NotificationQuery: Sendable, Hashable {
    package var start: Int64
    /// The end is excluded.
    package var end: Int64
    package var type: String?
    package var subtype: String?
    /// Only notifications for this customer.
    package var account: String?
    package var onlyFailures = false
    /// Only notifications after this number.
    package var after: Int64 = 0
    package var limit: Int

    package init(start: Int64, end: Int64, limit: Int) {
        self.start = start
        self.end = end
        self.limit = limit
    }
}

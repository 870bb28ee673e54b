internal import IAPHTTP
internal import IAPJSON
internal import IAPModel
internal import IAPReferenceStore

/// Requests about notifications.
struct NotificationRoutes {
    let store: ReferenceStore
    let isForOtherEnvironment: Bool

    private static let day: Int64 = 86_400_000
    /// The age of the oldest notification in the history.
    private static let historyPeriod = 180 * day

    // MARK: The test notification

    /// The token is the notification's UUID followed by a time, like Apple's tokens.
    func requestTest() throws(ServerAPIFailure) -> HTTPResponse {
        guard !isForOtherEnvironment, try askStore({ () throws(StoreFailure) in try store.notificationURL }) != nil
        else {
            throw .refused(.noNotificationURL)
        }
        let request = NotificationRequest(type: "TEST", subtype: nil, uuid: nil, content: .test)
        guard let uuid = try askStore({ () throws(StoreFailure) in try store.send(request) }),
            let sent = try askStore({ () throws(StoreFailure) in try store.notification(uuid) })
        else { throw .refused(.internal) }
        return .object(["testNotificationToken": "\(uuid)_\(sent.date)"])
    }

    func testStatus(_ token: String) throws(ServerAPIFailure) -> HTTPResponse {
        let parts = token.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, let date = Int64(parts[1]) else { throw .refused(.invalidTestToken) }
        let found = try askStore { () throws(StoreFailure) in try store.notification(String(parts[0])) }
        guard !isForOtherEnvironment, let found, found.type == "TEST", found.date == date, !found.attempts.isEmpty
        else {
            throw .refused(.testNotFound)
        }
        return .object(Sent(found))
    }

    private struct Sent: Encodable {
        var signedPayload: String
        var sendAttempts: [Attempt]

        struct Attempt: Encodable {
            var attemptDate: Int64
            var sendAttemptResult: String
        }

        init(_ notification: StoredNotification) {
            signedPayload = notification.payload
            sendAttempts = notification.attempts.map {
                Attempt(attemptDate: $0.date, sendAttemptResult: $0.result.rawValue)
            }
        }
    }

    // MARK: History

    func history(_ request: HTTPRequest) throws(ServerAPIFailure) -> HTTPResponse {
        guard let body = request.object else { throw .refused(.badRequest) }
        guard let start = body.whole("startDate") else { throw .refused(.invalidStartDate) }
        guard let end = body.whole("endDate") else { throw .refused(.invalidEndDate) }
        guard start < end else { throw .refused(.startDateAfterEndDate) }
        let now = try askStore { () throws(StoreFailure) in try store.now }
        guard start >= now - Self.historyPeriod - Self.day else { throw .refused(.startDateTooFarInPast) }
        var query = NotificationQuery(start: start, end: end, limit: ReferenceStore.pageSize + 1)
        query.type = try text(body, "notificationType", .invalidNotificationType)
        query.subtype = try text(body, "notificationSubtype", .invalidNotificationType)
        if let type = query.type, !NotificationTypes.isKnown(type, query.subtype) {
            throw .refused(.invalidNotificationType)
        }
        if query.type == nil, query.subtype != nil { throw .refused(.invalidNotificationType) }
        query.onlyFailures = body["onlyFailures"] == .flag(true)
        if let token = request.value("paginationToken") {
            guard let number = Int64(token), number >= 0 else { throw .refused(.invalidPaginationToken) }
            query.after = number
        }
        if let text = try text(body, "transactionId", .invalidTransactionID) {
            guard query.type == nil else { throw .refused(.multipleFilters) }
            guard let id = transactionID(text) else { throw .refused(.invalidTransactionID) }
            let transaction = try askStore { () throws(StoreFailure) in try store.transaction(id) }
            guard let transaction, !isForOtherEnvironment else { throw .refused(.transactionNotFound) }
            query.account = transaction.account
        }
        let found =
            isForOtherEnvironment ? [] : try askStore { () throws(StoreFailure) in try store.notifications(query) }
        let page = found.prefix(ReferenceStore.pageSize)
        let hasMore = found.count > page.count
        return .object(
            History(
                notificationHistory: page.map(Sent.init), hasMore: hasMore,
                paginationToken: hasMore ? page.last.map { String($0.number) } : nil))
    }

    private struct History: Encodable {
        var notificationHistory: [Sent]
        var hasMore: Bool
        var paginationToken: String?
    }

    private func text(
        _ body: JSONObject, _ name: String, _ error: ServerAPIError
    ) throws(ServerAPIFailure) -> String? {
        switch body[name] {
        case nil, .null: return nil
        case .text(let text): return text
        default: throw .refused(error)
        }
    }
}

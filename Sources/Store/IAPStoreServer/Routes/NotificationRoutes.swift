internal import IAPHTTPServer
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
    func requestTest() throws -> HTTPResponse {
        guard !isForOtherEnvironment, try store.notifications.url != nil
        else { throw ServerAPIError.noNotificationURL }
        let request = NotificationRequest(type: "TEST", subtype: nil, uuid: nil, content: .test)
        guard let uuid = try store.notifications.send(request),
            let sent = try store.notifications.find(uuid)
        else { throw ServerAPIError.internal }
        return .object(["testNotificationToken": .text("\(uuid)_\(sent.date)")])
    }

    func testStatus(_ token: String) throws -> HTTPResponse {
        let parts = token.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, let date = Int64(parts[1]) else { throw ServerAPIError.invalidTestToken }
        let found = try store.notifications.find(String(parts[0]))
        guard !isForOtherEnvironment, let found, found.type == "TEST", found.date == date, !found.attempts.isEmpty
        else { throw ServerAPIError.testNotFound }
        return .object(Self.sent(found))
    }

    private static func sent(_ notification: StoredNotification) -> [String: JSONValue?] {
        let attempts = notification.attempts.map { attempt in
            JSONValue.object(of: [
                "attemptDate": .whole(attempt.date), "sendAttemptResult": .text(attempt.result.rawValue),
            ])
        }
        return ["signedPayload": .text(notification.payload), "sendAttempts": .list(attempts)]
    }

    // MARK: History

    func history(_ request: HTTPRequest) throws -> HTTPResponse {
        guard let body = request.object else { throw ServerAPIError.badRequest }
        guard let start = body.whole("startDate") else { throw ServerAPIError.invalidStartDate }
        guard let end = body.whole("endDate") else { throw ServerAPIError.invalidEndDate }
        guard start < end else { throw ServerAPIError.startDateAfterEndDate }
        let now = try store.clock.now
        guard start >= now - Self.historyPeriod - Self.day else { throw ServerAPIError.startDateTooFarInPast }
        var query = NotificationQuery(start: start, end: end, limit: ServerRequests.pageSize + 1)
        query.type = try text(body, "notificationType", .invalidNotificationType)
        query.subtype = try text(body, "notificationSubtype", .invalidNotificationType)
        if let type = query.type, !NotificationTypes.isKnown(type, query.subtype) {
            throw ServerAPIError.invalidNotificationType
        }
        if query.type == nil, query.subtype != nil { throw ServerAPIError.invalidNotificationType }
        query.onlyFailures = body["onlyFailures"] == .flag(true)
        if let token = request.value("paginationToken") {
            guard let number = Int64(token), number >= 0 else { throw ServerAPIError.invalidPaginationToken }
            query.after = number
        }
        if let text = try text(body, "transactionId", .invalidTransactionID) {
            guard query.type == nil else { throw ServerAPIError.multipleFilters }
            guard let id = transactionID(text) else { throw ServerAPIError.invalidTransactionID }
            let transaction = try store.transactions.find(id)
            guard let transaction, !isForOtherEnvironment else { throw ServerAPIError.transactionNotFound }
            query.account = transaction.account
        }
        let found = isForOtherEnvironment ? [] : try store.notifications.list(query)
        let page = found.prefix(ServerRequests.pageSize)
        let hasMore = found.count > page.count
        return .object([
            "notificationHistory": .list(page.map { .object(of: Self.sent($0)) }), "hasMore": .flag(hasMore),
            "paginationToken": hasMore ? page.last.map { .text(String($0.number)) } : nil,
        ])
    }

    private func text(_ body: JSONObject, _ name: String, _ error: ServerAPIError) throws -> String? {
        switch body[name] {
        case nil, .null: return nil
        case .text(let text): return text
        default: throw error
        }
    }
}

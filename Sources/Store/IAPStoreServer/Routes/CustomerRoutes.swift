internal import IAPHTTPServer
internal import IAPModel
internal import IAPReferenceStore

/// Requests that look up the purchases of a customer.
struct CustomerRoutes {
    let store: ReferenceStore
    let isForOtherEnvironment: Bool

    // MARK: History

    func history(_ id: String, _ request: HTTPRequest, isFirstVersion: Bool) throws -> HTTPResponse {
        var query = try historyQuery(request)
        query.leavesOutFinishedConsumables = isFirstVersion
        let account = try customer(id)
        let page = try store.server.history(of: account, query)
        return .object(
            History(
                revision: (page.end ?? query.after)?.text ?? "0", hasMore: page.hasMore,
                bundleId: store.identity.bundleID,
                appAppleId: store.identity.appleIDInProduction, environment: store.identity.environment.rawValue,
                signedTransactions: page.signed))
    }

    private struct History: Encodable {
        var revision: String
        var hasMore: Bool
        var bundleId: String
        var appAppleId: Int64?
        var environment: String
        var signedTransactions: [String]
    }

    private func historyQuery(_ request: HTTPRequest) throws -> HistoryQuery {
        var query = HistoryQuery()
        query.after = try revision(request)
        query.start = try date(request, "startDate", .invalidStartDate)
        query.end = try date(request, "endDate", .invalidEndDate)
        if let start = query.start, let end = query.end, start >= end { throw ServerAPIError.startDateAfterEndDate }
        query.isDescending = try word(request, "sort", ["ASCENDING": false, "DESCENDING": true], .invalidSort) ?? false
        query.isRevoked = try word(
            request, "revoked", ["true": true, "True": true, "false": false, "False": false], .invalidRevoked)
        query.ownership = try word(
            request, "inAppOwnershipType",
            ["PURCHASED": "PURCHASED", "FAMILY_SHARED": "FAMILY_SHARED", "ASSIGNED": "ASSIGNED"], .invalidOwnership)
        query.productIDs = try texts(request, "productId", .invalidProductID)
        query.groupIDs = try texts(request, "subscriptionGroupIdentifier", .invalidGroupID)
        let types = [
            "AUTO_RENEWABLE": "Auto-Renewable Subscription", "NON_RENEWABLE": "Non-Renewing Subscription",
            "CONSUMABLE": "Consumable", "NON_CONSUMABLE": "Non-Consumable",
        ]
        query.productTypes = try texts(request, "productType", .invalidProductType)?.map {
            text in
            guard let type = types[text] else { throw ServerAPIError.invalidProductType }
            return type
        }
        return query
    }

    private func revision(_ request: HTTPRequest) throws -> HistoryPlace? {
        guard let text = request.value("revision"), text != "0" else { return nil }
        guard let place = HistoryPlace(text) else { throw ServerAPIError.invalidRevision }
        return place
    }

    private func date(_ request: HTTPRequest, _ name: String, _ error: ServerAPIError) throws -> Int64? {
        guard let text = request.value(name) else { return nil }
        guard let date = Int64(text), date >= 0 else { throw error }
        return date
    }

    private func word<Value>(
        _ request: HTTPRequest, _ name: String, _ words: [String: Value], _ error: ServerAPIError
    ) throws -> Value? {
        guard let text = request.value(name) else { return nil }
        guard let value = words[text] else { throw error }
        return value
    }

    private func texts(_ request: HTTPRequest, _ name: String, _ error: ServerAPIError) throws -> [String]? {
        let values = request.values(name)
        if values.contains("") { throw error }
        return values.isEmpty ? nil : values
    }

    // MARK: Transactions

    func transaction(_ text: String) throws -> HTTPResponse {
        let id = try id(text)
        let signed = try store.server.signedTransaction(id)
        guard let signed, !isForOtherEnvironment else {
            if try store.server.isAppTransaction(text) { throw ServerAPIError.appTransactionNotSupported }
            throw ServerAPIError.transactionNotFound
        }
        return .object(["signedTransactionInfo": signed])
    }

    func appTransaction(_ id: String) throws -> HTTPResponse {
        let account = try customer(id)
        let signed = try store.server.signedAppTransaction(of: account)
        return .object(["signedAppTransactionInfo": signed])
    }

    func refunds(_ id: String, _ request: HTTPRequest) throws -> HTTPResponse {
        let place = try revision(request)
        let account = try customer(id)
        let page = try store.server.refunds(of: account, after: place)
        return .object(
            Refunds(revision: (page.end ?? place)?.text ?? "0", hasMore: page.hasMore, signedTransactions: page.signed))
    }

    private struct Refunds: Encodable {
        var revision: String
        var hasMore: Bool
        var signedTransactions: [String]
    }

    /// Apple supports this only in production. The store always supports it, which makes tests possible.
    func order(_ order: String) throws -> HTTPResponse {
        guard !order.isEmpty else { throw ServerAPIError.badRequest }
        guard let id = LedgerTransaction.id(ofOrder: order),
            let signed = try store.server.signedTransaction(id)
        else { return .object(Order(status: 1)) }
        return .object(Order(status: 0, signedTransactions: [signed]))
    }

    private struct Order: Encodable {
        var status: Int
        var signedTransactions: [String]?
    }

    // MARK: Subscriptions

    func statuses(_ id: String, _ request: HTTPRequest) throws -> HTTPResponse {
        var wanted: Set<Int> = []
        for text in request.values("status") {
            guard let status = Int(text), (1...5).contains(status) else { throw ServerAPIError.invalidStatus }
            wanted.insert(status)
        }
        let account = try customer(id)
        let found = try store.server.signedStatuses(of: account)
        var groups: [Statuses.Group] = []
        for status in found where wanted.isEmpty || wanted.contains(status.state) {
            let last = Statuses.Last(
                originalTransactionId: String(status.originalID), status: status.state,
                signedTransactionInfo: status.transaction, signedRenewalInfo: status.renewal)
            if groups.last.map({ ExactText($0.subscriptionGroupIdentifier) }) == ExactText(status.groupID) {
                groups[groups.count - 1].lastTransactions.append(last)
            } else {
                groups.append(Statuses.Group(subscriptionGroupIdentifier: status.groupID, lastTransactions: [last]))
            }
        }
        return .object(
            Statuses(
                environment: store.identity.environment.rawValue, bundleId: store.identity.bundleID,
                appAppleId: store.identity.appleIDInProduction, data: groups))
    }

    private struct Statuses: Encodable {
        var environment: String
        var bundleId: String
        var appAppleId: Int64?
        var data: [Group]

        struct Group: Encodable {
            var subscriptionGroupIdentifier: String
            var lastTransactions: [Last]
        }

        struct Last: Encodable {
            var originalTransactionId: String
            var status: Int
            var signedTransactionInfo: String
            var signedRenewalInfo: String
        }
    }

    // MARK: Ids

    private func id(_ text: String) throws -> UInt64 {
        guard let id = transactionID(text) else { throw ServerAPIError.invalidTransactionID }
        return id
    }

    private func customer(_ text: String) throws -> String {
        _ = try id(text)
        guard !isForOtherEnvironment,
            let account = try store.server.customer(of: text)
        else { throw ServerAPIError.transactionNotFound }
        return account
    }
}

/// Accepts only decimal digits.
func transactionID(_ text: String) -> UInt64? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return UInt64(text)
}

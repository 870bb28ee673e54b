internal import IAPHTTPServer
internal import IAPJSON
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
        return .object([
            "revision": .text((page.end ?? query.after)?.text ?? "0"), "hasMore": .flag(page.hasMore),
            "bundleId": .text(store.identity.bundleID), "appAppleId": .whole(store.identity.appleIDInProduction),
            "environment": .text(store.identity.environment.rawValue), "signedTransactions": .optional(page.signed),
        ])
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
        return .object(["signedTransactionInfo": .text(signed)])
    }

    func appTransaction(_ id: String) throws -> HTTPResponse {
        let account = try customer(id)
        let signed = try store.server.signedAppTransaction(of: account)
        return .object(["signedAppTransactionInfo": .text(signed)])
    }

    func refunds(_ id: String, _ request: HTTPRequest) throws -> HTTPResponse {
        let place = try revision(request)
        let account = try customer(id)
        let page = try store.server.refunds(of: account, after: place)
        return .object([
            "revision": .text((page.end ?? place)?.text ?? "0"), "hasMore": .flag(page.hasMore),
            "signedTransactions": .optional(page.signed),
        ])
    }

    /// Apple supports this only in production. The store always supports it, which makes tests possible.
    func order(_ order: String) throws -> HTTPResponse {
        guard !order.isEmpty else { throw ServerAPIError.badRequest }
        guard let id = LedgerTransaction.id(ofOrder: order),
            let signed = try store.server.signedTransaction(id)
        else { return .object(["status": .whole(1)]) }
        return .object(["status": .whole(0), "signedTransactions": .list([.text(signed)])])
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
        var groups: [(id: String, last: [JSONValue])] = []
        for status in found where wanted.isEmpty || wanted.contains(status.state) {
            let last = JSONValue.object(of: [
                "originalTransactionId": .id(status.originalID), "status": .whole(status.state),
                "signedTransactionInfo": .text(status.transaction), "signedRenewalInfo": .text(status.renewal),
            ])
            if groups.last.map({ ExactText($0.id) }) == ExactText(status.groupID) {
                groups[groups.count - 1].last.append(last)
            } else {
                groups.append((status.groupID, [last]))
            }
        }
        let data = groups.map { id, last in
            JSONValue.object(of: ["subscriptionGroupIdentifier": .text(id), "lastTransactions": .list(last)])
        }
        return .object([
            "environment": .text(store.identity.environment.rawValue), "bundleId": .text(store.identity.bundleID),
            "appAppleId": .whole(store.identity.appleIDInProduction), "data": .list(data),
        ])
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

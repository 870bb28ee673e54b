internal import IAPDatabase
internal import IAPModel

/// A change that the game server requests from the App Store.
package enum ServerAPIRequest: Sendable, Hashable {
    /// Sets the token for the purchase and all of its renewals.
    case setAppAccountToken(originalID: UInt64, token: String)
    case finish(id: UInt64)
    case extend(originalID: UInt64, days: Int)
    /// - Parameter storefronts: The storefronts; nil for all.
    case extendAll(productID: String, days: Int, requestID: String, storefronts: [String]?)
    /// The report is JSON.
    case reportConsumption(id: UInt64, report: String)
    case put(object: ServerObject)
    case remove(kind: ServerObject.Kind, id: String)
    case claimSeat(originalID: UInt64, requestID: String, appTransactionID: String?)
    case unclaimSeat(originalID: UInt64, claimID: String)
    case associateSeat(originalID: UInt64, claimID: String, appTransactionID: String)
}

package enum ServerAPIOutcome: Sendable, Hashable {
    case done
    case extended(orderLineID: UInt64?, end: Int64)
    case claimed(id: String)
    case refused(ServerAPIError)
}

/// The progress of an extension of all subscriptions of a product.
package struct MassExtension: Sendable, Hashable {
    package var date: Int64
    package var succeeded: Int
    package var failed: Int
}

/// The filters for a customer's transactions. A filter that is nil excludes nothing.
package struct HistoryQuery: Sendable, Hashable {
    package var productIDs: [String]?
    /// The types as in signed transactions.
    package var productTypes: [String]?
    package var groupIDs: [String]?
    package var ownership: String?
    package var isRevoked: Bool?
    package var start: Int64?
    /// The end is excluded.
    package var end: Int64?
    package var isDescending = false
    /// Whether the history omits finished consumables, as its first version does.
    package var leavesOutFinishedConsumables = false
    package var after: HistoryPlace?

    package init() {}
}

/// A place in a customer's history, which is in the order of changes.
package struct HistoryPlace: Sendable, Hashable {
    package var change: Int64
    package var id: UInt64

    package init(change: Int64, id: UInt64) {
        self.change = change
        self.id = id
    }

    /// Reads a text such as "5.2000000123000001". Servers send it back unchanged.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let change = Int64(parts[0]), let id = UInt64(parts[1]) else { return nil }
        self.init(change: change, id: id)
    }

    package var text: String { "\(change).\(id)" }
}

package struct HistoryPage: Sendable {
    /// Compact JWS texts.
    package var signed: [String]
    /// The place of the last transaction; nil if nothing was found.
    package var end: HistoryPlace?
    package var hasMore: Bool
}

/// The changes that the game server makes.
extension ServerRequests {
    package func carryOut(_ request: ServerAPIRequest) throws -> ServerAPIOutcome {
        try file.change { ledger in
            switch request {
            case .setAppAccountToken(let id, let token): try self.setAppAccountToken(id, token, ledger)
            case .finish(let id): try self.finishForServer(id, ledger)
            case .extend(let id, let days): try self.extend(id, days: days, ledger)
            case .extendAll(let productID, let days, let requestID, let storefronts):
                try self.extendAll(productID, days: days, requestID, storefronts, ledger)
            case .reportConsumption(let id, let report): try self.keepConsumption(id, report, ledger)
            case .put(let object):
                try objects.put(object, ledger)
            case .remove(let kind, let id):
                try objects.remove(kind, id, ledger)
            case .claimSeat(let id, let requestID, let app): try objects.claimSeat(id, requestID, app, ledger)
            case .unclaimSeat(let id, let claimID): try objects.unclaimSeat(id, claimID, ledger)
            case .associateSeat(let id, let claimID, let app): try objects.associateSeat(id, claimID, app, ledger)
            }
        }
    }

    private func setAppAccountToken(_ id: UInt64, _ token: String, _ ledger: Ledger) throws -> ServerAPIOutcome {
        guard let transaction = try ledger.transaction(id) else { return .refused(.transactionNotFound) }
        guard transaction.originalID == id else { return .refused(.notOriginalID) }
        guard transaction.sharedFrom == nil else { return .refused(.familyNotSupported) }
        try ledger.setAppAccountToken(ofOriginal: id, token)
        return .done
    }

    /// Finishes a transaction. The server may do this repeatedly.
    private func finishForServer(_ id: UInt64, _ ledger: Ledger) throws -> ServerAPIOutcome {
        guard let transaction = try ledger.transaction(id) else { return .refused(.transactionNotFound) }
        _ = try ledger.markFinished(id, account: transaction.account)
        return .done
    }

    private func keepConsumption(_ id: UInt64, _ report: String, _ ledger: Ledger) throws -> ServerAPIOutcome {
        guard try ledger.transaction(id) != nil else { return .refused(.transactionNotFound) }
        try ledger.keepConsumption(id, report, at: try ledger.now)
        return .done
    }

    /// The game server's report about the use of a purchase, in JSON; nil if there is none.
    package func consumptionReport(_ id: UInt64) throws -> String? {
        try file.readAsItIs { ledger in
            try ledger.database.query("SELECT report FROM consumption WHERE transaction_id = ?", [Value(bits: id)]) {
                $0.text(0)
            }.first
        }
    }

    // MARK: Extensions

    /// At most this many extensions in a year.
    private static let mostExtensions = 2
    private static let extensionPeriod = 365 * CalendarArithmetic.day

    private func extend(_ id: UInt64, days: Int, _ ledger: Ledger) throws -> ServerAPIOutcome {
        guard let transaction = try ledger.transaction(id), transaction.originalID == id,
            transaction.subscriptionGroupID != nil
        else { return .refused(.originalIDNotFound) }
        guard transaction.sharedFrom == nil else { return .refused(.familyExtension) }
        guard let row = try ledger.subscription(behind: transaction) else { return .refused(.originalIDNotFound) }
        if let error = try extend(row, days: days, ledger) { return .refused(error) }
        let latest = try ledger.subscription(behind: transaction).map { $0.subscription.period.transactionID }
        let extended = try latest.flatMap { id in try ledger.transaction(id) }
        return .extended(orderLineID: extended?.webOrderLineItemID, end: extended?.expirationDate ?? 0)
    }

    /// - Returns: The reason of a refusal.
    private func extend(_ row: SubscriptionRow, days: Int, _ ledger: Ledger) throws -> ServerAPIError? {
        let (id, now) = (row.subscription.originalTransactionID, try ledger.now)
        let recent = try ledger.extensionCount(of: id, since: now.clampedSubtracting(Self.extensionPeriod))
        guard recent < Self.mostExtensions else { return .maximumExtensions }
        let outcome = try keeper.perform(.extend(days: days), ofGroup: row.groupID, account: row.account, ledger)
        guard case .done = outcome else { return .ineligibleForExtension }
        try ledger.noteExtension(of: id, at: now)
        return nil
    }

    /// Extends all subscriptions immediately: the request is complete with its response. A request with a known id does
    /// nothing.
    private func extendAll(
        _ productID: String, days: Int, _ requestID: String, _ storefronts: [String]?, _ ledger: Ledger
    ) throws -> ServerAPIOutcome {
        guard writer.statuses.catalogue.product(id: productID)?.subscription != nil else {
            return .refused(.invalidProductID)
        }
        if try ledger.hasMassExtension(productID, requestID) { return .done }
        let date = try ledger.now
        var counts = (succeeded: 0, failed: 0)
        for row in try ledger.allSubscriptions() {
            let subscription = row.subscription
            guard subscription.isRunning, ExactText(subscription.period.productID) == ExactText(productID),
                let latest = try ledger.transaction(subscription.period.transactionID),
                storefronts?.contains(latest.storefront.countryCode) ?? true
            else { continue }
            if try extend(row, days: days, ledger) == nil {
                counts.succeeded += 1
            } else {
                counts.failed += 1
                ledger.note(.extensionFailure, of: latest.id, at: date)
            }
        }
        try ledger.noteMassExtension(productID, requestID, at: date, succeeded: counts.succeeded, failed: counts.failed)
        guard ledger.notices != nil else { return .done }
        try writer.write(ledger)
        let event = NotificationEvent.extensionSummary
        let summary = NotificationRequest(
            type: event.type, subtype: event.subtype, uuid: nil,
            content: .summary(
                productID: productID, requestID: requestID, succeeded: Int64(counts.succeeded),
                failed: Int64(counts.failed), storefronts: storefronts))
        _ = try writer.write(summary, at: date, ledger)
        return .done
    }
}

extension Ledger {
    fileprivate func setAppAccountToken(ofOriginal id: UInt64, _ token: String) throws {
        try database.run(
            """
            UPDATE ledger SET app_account_token = ?, change_number = \(Self.currentChange)
            WHERE original_id = ? AND account = (SELECT account FROM ledger WHERE transaction_id = ?)
            """, [Value(token), Value(bits: id), Value(bits: id)])
    }

    fileprivate func keepConsumption(_ id: UInt64, _ report: String, at date: Int64) throws {
        try database.run(
            "INSERT OR REPLACE INTO consumption (transaction_id, received_ms, report) VALUES (?, ?, ?)",
            [Value(bits: id), .integer(date), .text(report)])
    }

    fileprivate func allSubscriptions() throws -> [SubscriptionRow] {
        try subscriptions("TRUE ORDER BY account, group_id", [])
    }

    fileprivate func extensionCount(of id: UInt64, since date: Int64) throws -> Int {
        try database.query(
            "SELECT count(*) FROM extension WHERE original_id = ? AND extended_ms > ?",
            [Value(bits: id), .integer(date)]
        ) { Int($0.integer(0)) }.first ?? 0
    }

    fileprivate func noteExtension(of id: UInt64, at date: Int64) throws {
        try database.run(
            "INSERT INTO extension (original_id, extended_ms) VALUES (?, ?)", [Value(bits: id), .integer(date)])
    }

    fileprivate func hasMassExtension(_ productID: String, _ requestID: String) throws -> Bool {
        try exists("mass_extension WHERE product_id = ? AND request_id = ?", [Value(productID), Value(requestID)])
    }

    fileprivate func noteMassExtension(
        _ productID: String, _ requestID: String, at date: Int64, succeeded: Int, failed: Int
    ) throws {
        try database.run(
            """
            INSERT INTO mass_extension (product_id, request_id, completed_ms, succeeded, failed) VALUES (?, ?, ?, ?, ?)
            """, [Value(productID), Value(requestID), .integer(date), Value(succeeded), Value(failed)])
    }
}

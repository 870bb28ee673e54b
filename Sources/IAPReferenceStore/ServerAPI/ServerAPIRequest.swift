/// What the game's server asks the App Store to change.
package enum ServerAPIRequest: Sendable, Hashable, Codable {
    /// For the purchase and all of its renewals.
    case setAppAccountToken(originalID: UInt64, token: String)
    case finish(id: UInt64)
    case extend(originalID: UInt64, days: Int)
    /// - Parameter storefronts: nil for all.
    case extendAll(productID: String, days: Int, requestID: String, storefronts: [String]?)
    /// JSON.
    case reportConsumption(id: UInt64, report: String)
    case put(object: ServerObject)
    case remove(kind: ServerObject.Kind, id: String)
    case claimSeat(originalID: UInt64, requestID: String, appTransactionID: String?)
    case unclaimSeat(originalID: UInt64, claimID: String)
    case associateSeat(originalID: UInt64, claimID: String, appTransactionID: String)

    // The names in the log.

    private enum CodingKeys: String, CodingKey {
        case setAppAccountToken, finish, extend, extendAll, reportConsumption, put, remove, claimSeat, unclaimSeat
        case associateSeat
    }
    private enum SetAppAccountTokenCodingKeys: String, CodingKey { case originalID, token }
    private enum FinishCodingKeys: String, CodingKey { case id }
    private enum ExtendCodingKeys: String, CodingKey { case originalID, days }
    private enum ExtendAllCodingKeys: String, CodingKey { case productID, days, requestID, storefronts }
    private enum ReportConsumptionCodingKeys: String, CodingKey { case id, report }
    private enum PutCodingKeys: String, CodingKey { case object }
    private enum RemoveCodingKeys: String, CodingKey { case kind, id }
    private enum ClaimSeatCodingKeys: String, CodingKey { case originalID, requestID, appTransactionID }
    private enum UnclaimSeatCodingKeys: String, CodingKey { case originalID, claimID }
    private enum AssociateSeatCodingKeys: String, CodingKey { case originalID, claimID, appTransactionID }
}

package enum ServerAPIOutcome: Sendable, Hashable {
    case done
    case extended(orderLineID: UInt64?, end: Int64)
    case claimed(id: String)
    case refused(ServerAPIError)
}

/// How far the extension of all subscriptions of a product has come.
package struct MassExtension: Sendable, Hashable {
    package var date: Int64
    package var succeeded: Int
    package var failed: Int
}

/// Which transactions of a customer are looked for. Filters that are nil let everything pass.
package struct HistoryQuery: Sendable, Hashable {
    package var productIDs: [String]?
    /// In the words of signed transactions.
    package var productTypes: [String]?
    package var groupIDs: [String]?
    package var ownership: String?
    package var isRevoked: Bool?
    package var start: Int64?
    /// Not included.
    package var end: Int64?
    package var isDescending = false
    /// Finished consumables are left out, as in the first version of the history.
    package var leavesOutFinishedConsumables = false
    package var after: HistoryPlace?

    package init() {}
}

/// A place in a customer's history: it is in the order of changes.
package struct HistoryPlace: Sendable, Hashable {
    package var change: Int64
    package var id: UInt64

    package init(change: Int64, id: UInt64) {
        self.change = change
        self.id = id
    }

    /// "5.2000000123000001". Servers send it back as it is.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let change = Int64(parts[0]), let id = UInt64(parts[1]) else { return nil }
        self.init(change: change, id: id)
    }

    package var text: String { "\(change).\(id)" }
}

package struct HistoryPage: Sendable {
    /// Compact JWS.
    package var signed: [String]
    /// The place of the last transaction; nil if nothing was found.
    package var end: HistoryPlace?
    package var hasMore: Bool
}

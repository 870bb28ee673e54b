/// A change that the game server requests from the App Store.
package enum ServerAPIRequest: Sendable, Hashable, Codable {
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

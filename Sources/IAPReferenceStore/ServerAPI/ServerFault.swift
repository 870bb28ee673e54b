internal import Foundation
internal import IAPDatabase
internal import IAPJSON

/// What goes wrong for the game's server. The store keeps it; whoever serves lets it happen.
package struct ServerFault: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable {
        case rateLimit = "429"
        case serverError = "500"
        case delay = "delay"
        case drop = "drop"
        case truncate = "truncate"
        case duplicate = "duplicate"
        case reorder = "reorder"

        /// Nothing else can be a duplicate, or out of order.
        package var isOfNotifications: Bool { self == .duplicate || self == .reorder }

        package var canBefallNotifications: Bool { isOfNotifications || self == .delay || self == .drop }
    }

    /// The beginning of a path, or "notifications".
    package var route: String
    package var kind: Kind
    /// How many requests it is for; nil for all.
    package var count: Int?
    package var value: Int?

    package init(route: String, kind: Kind, count: Int?, value: Int?) {
        self.route = route
        self.kind = kind
        self.count = count
        self.value = value
    }

    private enum CodingKeys: String, CodingKey { case route, kind, count, value }
}

extension ReferenceStore {
    package var serverFaults: [ServerFault] {
        get throws(StoreFailure) {
            try readAsItIs { ledger throws(DatabaseError) in
                guard let text = try ledger.text(.serverFaults) else { return [] }
                do { return try KeptJSON.value([ServerFault].self, of: text) } catch {
                    throw DatabaseError(.failed, "the store's file is damaged: \(Setting.serverFaults.rawValue)")
                }
            }
        }
    }

    package func setServerFaults(_ faults: [ServerFault]) throws(StoreFailure) {
        try change(.setServerFaults(faults: faults)) { ledger throws(DatabaseError) in
            try ledger.set(.serverFaults, Value(JSONEncoder.sortedText(faults)))
        }
    }
}

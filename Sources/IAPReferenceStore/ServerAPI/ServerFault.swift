internal import Foundation
internal import IAPDatabase
internal import IAPJSON

/// A simulated fault for the game server. The store keeps it, and the server that answers requests carries it out.
package struct ServerFault: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable {
        case rateLimit = "429"
        case serverError = "500"
        case delay = "delay"
        case drop = "drop"
        case truncate = "truncate"
        case duplicate = "duplicate"
        case reorder = "reorder"

        /// Only notifications can be duplicates or out of order.
        package var isOfNotifications: Bool { self == .duplicate || self == .reorder }

        package var canBefallNotifications: Bool { isOfNotifications || self == .delay || self == .drop }
    }

    /// The beginning of a path, or "notifications".
    package var route: String
    package var kind: Kind
    /// The number of requests with this fault; nil for all.
    package var count: Int?
    package var value: Int?
    /// The number of the command that ordered the fault; 0 before that. The same order again is another fault.
    package var number: Int64 = 0

    package init(route: String, kind: Kind, count: Int?, value: Int?) {
        self.route = route
        self.kind = kind
        self.count = count
        self.value = value
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        route = try values.decode(String.self, forKey: .route)
        kind = try values.decode(Kind.self, forKey: .kind)
        count = try values.decodeIfPresent(Int.self, forKey: .count)
        value = try values.decodeIfPresent(Int.self, forKey: .value)
        number = try values.decodeIfPresent(Int64.self, forKey: .number) ?? 0
    }

    private enum CodingKeys: String, CodingKey { case route, kind, count, value, number }
}

extension ReferenceStore {
    package var serverFaults: [ServerFault] {
        get throws(StoreFailure) {
            try readAsItIs { ledger throws(DatabaseError) in
                guard let text = try ledger.text(.serverFaults) else { return [] }
                do { return try KeptJSON.value([ServerFault].self, of: text) } catch {
                    throw DatabaseError(
                        .failed, "the store's file is damaged: \(Setting.serverFaults.rawValue) cannot be read")
                }
            }
        }
    }

    package func setServerFaults(_ faults: [ServerFault]) throws(StoreFailure) {
        let limits = 0...86_400_000
        guard faults.allSatisfy({ limits.contains($0.value ?? 0) && ($0.count ?? 1) > 0 }) else {
            throw StoreFailure(.invalidRequest, "a fault needs a count above 0 and a value from 0 to 86400000")
        }
        try change(.setServerFaults(faults: faults)) { ledger throws(DatabaseError) in
            let number = try ledger.lastLogNumber()
            let faults = faults.map { fault in
                var fault = fault
                if fault.number == 0 { fault.number = number }
                return fault
            }
            try ledger.set(.serverFaults, Value(JSONEncoder.sortedText(faults)))
        }
    }
}

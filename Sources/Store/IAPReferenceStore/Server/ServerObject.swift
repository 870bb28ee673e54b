internal import Foundation
internal import IAPDatabase
internal import IAPJSON
internal import IAPModel

/// An object that the game server stored here.
package struct ServerObject: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        case image = "image"
        case message = "message"
        /// The id is the product id, a space and the locale. The content is the id of a message.
        case defaultMessage = "defaultMessage"
        /// There is only one; its content is the address.
        case realtimeURL = "realtimeURL"
        case seat = "seat"
    }

    package var kind: Kind
    package var id: String
    /// JSON, or a text.
    package var content: String

    package init(_ kind: Kind, _ id: String, _ content: String) {
        self.kind = kind
        self.id = id
        self.content = content
    }
}

/// A seat that the game server claimed for a member.
struct SeatClaim: Codable {
    var originalID: String
    var requestID: String
    var appTransactionID: String?
}

package struct SeatInfo: Sendable, Hashable {
    package var total: Int
    package var available: Int
    package var claimIDs: [String]
}

/// What the game server stored here: texts and images for retention messages, and seats.
package struct ServerObjects: Sendable {
    let file: LedgerFile
    let identity: StoreIdentity

    package func find(_ kind: ServerObject.Kind, _ id: String) throws -> ServerObject? {
        try file.read { ledger in try ledger.serverObject(kind, id) }
    }

    /// Returns the objects by their ids.
    package func list(_ kind: ServerObject.Kind) throws -> [ServerObject] {
        try file.read { ledger in try ledger.serverObjects(kind) }
    }

    func put(_ object: ServerObject, _ ledger: Ledger) throws -> ServerAPIOutcome {
        let isThere = try ledger.serverObject(object.kind, object.id) != nil
        switch object.kind {
        case .image where isThere: return .refused(.imageExists)
        case .message where isThere: return .refused(.messageExists)
        case .defaultMessage where try ledger.serverObject(.message, object.content) == nil:
            return .refused(.messageNotFound)
        default: break
        }
        try ledger.set(object)
        return .done
    }

    func remove(_ kind: ServerObject.Kind, _ id: String, _ ledger: Ledger) throws -> ServerAPIOutcome {
        guard try ledger.serverObject(kind, id) != nil else {
            switch kind {
            case .image: return .refused(.imageNotFound)
            case .message: return .refused(.messageNotFound)
            case .defaultMessage: return .refused(.defaultMessageNotFound)
            case .realtimeURL: return .refused(.realtimeURLNotFound)
            case .seat: return .refused(.seatClaimNotFound)
            }
        }
        if kind == .image, try ledger.serverObjects(.message).contains(where: { $0.content.lowercased().contains(id) })
        {
            return .refused(.imageInUse)
        }
        try ledger.removeServerObject(kind, id)
        return .done
    }

    // MARK: Seats

    /// - Parameter id: The first transaction of a subscription with seats that its developer manages.
    package func seats(of id: UInt64) throws -> Result<SeatInfo, ServerAPIError> {
        try file.read { ledger in try self.seats(of: id, ledger) }
    }

    private func seats(of id: UInt64, _ ledger: Ledger) throws -> Result<SeatInfo, ServerAPIError> {
        guard let transaction = try ledger.transaction(id), transaction.originalID == id else {
            return .failure(.originalIDNotFound)
        }
        guard let subscription = try ledger.subscription(behind: transaction)?.subscription, subscription.isRunning,
            let latest = try ledger.transaction(subscription.period.transactionID), latest.seats > 1
        else { return .failure(.notManagedByDeveloper) }
        let claims = try ledger.seatClaims().filter { $0.claim.originalID == String(id) }
        return .success(
            SeatInfo(total: latest.seats, available: max(0, latest.seats - claims.count), claimIDs: claims.map(\.id)))
    }

    /// Claims a seat. The same request gets the same claim.
    func claimSeat(_ id: UInt64, _ requestID: String, _ app: String?, _ ledger: Ledger) throws -> ServerAPIOutcome {
        let info: SeatInfo
        switch try seats(of: id, ledger) {
        case .failure(let error): return .refused(error)
        case .success(let found): info = found
        }
        if let app, try account(ofAppTransaction: app, ledger) == nil { return .refused(.appTransactionNotFound) }
        let claims = try ledger.seatClaims()
        if let earlier = claims.first(where: {
            $0.claim.requestID == requestID && $0.claim.originalID == String(id)
        }) {
            return .claimed(id: earlier.id)
        }
        guard info.available > 0 else { return .refused(.noAvailableSeats) }
        let claimID = identity.uuid("seat \(id) \(requestID)")
        try ledger.set(SeatClaim(originalID: String(id), requestID: requestID, appTransactionID: app), claimID)
        return .claimed(id: claimID)
    }

    func unclaimSeat(_ id: UInt64, _ claimID: String, _ ledger: Ledger) throws -> ServerAPIOutcome {
        switch try seats(of: id, ledger) {
        case .failure(let error): return .refused(error)
        case .success(let info) where !info.claimIDs.contains(claimID): return .refused(.seatClaimNotFound)
        case .success: break
        }
        try ledger.removeServerObject(.seat, claimID)
        return .done
    }

    func associateSeat(_ id: UInt64, _ claimID: String, _ app: String, _ ledger: Ledger) throws -> ServerAPIOutcome {
        if case .failure(let error) = try seats(of: id, ledger) { return .refused(error) }
        guard var claim = try ledger.seatClaims().first(where: { $0.id == claimID })?.claim,
            claim.originalID == String(id)
        else { return .refused(.seatClaimNotFound) }
        guard try account(ofAppTransaction: app, ledger) != nil else { return .refused(.appTransactionNotFound) }
        claim.appTransactionID = app
        try ledger.set(claim, claimID)
        return .done
    }

    func account(ofAppTransaction id: String, _ ledger: Ledger) throws -> String? {
        guard id.utf8.count == 18, id.hasPrefix("7") else { return nil }
        return try ledger.accounts().first { identity.appTransactionID(of: $0) == id }
    }
}

extension Ledger {
    fileprivate func serverObject(_ kind: ServerObject.Kind, _ id: String) throws -> ServerObject? {
        try database.query(
            "SELECT content FROM server_object WHERE kind = ? AND id = ?", [.text(kind.rawValue), Value(id)]
        ) { ServerObject(kind, id, $0.text(0)) }.first
    }

    fileprivate func serverObjects(_ kind: ServerObject.Kind) throws -> [ServerObject] {
        try database.query(
            "SELECT id, content FROM server_object WHERE kind = ? ORDER BY id", [.text(kind.rawValue)]
        ) { ServerObject(kind, $0.text(0), $0.text(1)) }
    }

    fileprivate func set(_ object: ServerObject) throws {
        try database.run(
            "INSERT OR REPLACE INTO server_object (kind, id, content) VALUES (?, ?, ?)",
            [.text(object.kind.rawValue), Value(object.id), Value(object.content)])
    }

    fileprivate func removeServerObject(_ kind: ServerObject.Kind, _ id: String) throws {
        try database.run("DELETE FROM server_object WHERE kind = ? AND id = ?", [.text(kind.rawValue), Value(id)])
    }

    fileprivate func seatClaims() throws -> [(id: String, claim: SeatClaim)] {
        var claims: [(id: String, claim: SeatClaim)] = []
        for object in try serverObjects(.seat) {
            guard let claim = try? KeptJSON.value(SeatClaim.self, of: object.content) else {
                throw DatabaseError(.failed, "the store's file is damaged: seat \(object.id) cannot be read")
            }
            claims.append((object.id, claim))
        }
        return claims
    }

    fileprivate func set(_ claim: SeatClaim, _ id: String) throws {
        try set(ServerObject(.seat, id, JSONEncoder.sortedText(claim) ?? ""))
    }
}

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
}

/// The simulated faults for the game server.
package struct ServerFaults: Sendable {
    let file: LedgerFile

    package var all: [ServerFault] {
        get throws {
            try file.readAsItIs { ledger in
                guard let text = try ledger.text(.serverFaults) else { return [] }
                do { return try KeptJSON.value([ServerFault].self, of: text) } catch {
                    throw DatabaseError(
                        .failed, "the store's file is damaged: \(Setting.serverFaults.rawValue) cannot be read")
                }
            }
        }
    }

    package func set(_ faults: [ServerFault]) throws {
        let limits = 0...86_400_000
        guard faults.allSatisfy({ limits.contains($0.value ?? 0) && ($0.count ?? 1) > 0 }) else {
            throw StoreFailure(.invalidRequest, "a fault needs a count above 0 and a value from 0 to 86400000")
        }
        try file.change { ledger in
            let number = try ledger.lastCommand()
            let faults = faults.map { fault in
                var fault = fault
                if fault.number == 0 { fault.number = number }
                return fault
            }
            try ledger.set(.serverFaults, Value(JSONEncoder.sortedText(faults)))
        }
    }
}

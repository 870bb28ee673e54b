internal import Foundation
internal import IAPDatabase
internal import IAPJSON
internal import IAPModel

/// An object that the game server stored here.
package struct ServerObject: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable {
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

extension ReferenceStore {
    package func serverObject(_ kind: ServerObject.Kind, _ id: String) throws(StoreFailure) -> ServerObject? {
        try read { ledger throws(DatabaseError) in try ledger.serverObject(kind, id) }
    }

    /// Returns the objects by their ids.
    package func serverObjects(_ kind: ServerObject.Kind) throws(StoreFailure) -> [ServerObject] {
        try read { ledger throws(DatabaseError) in try ledger.serverObjects(kind) }
    }

    func put(_ object: ServerObject, _ ledger: Ledger) throws(DatabaseError) -> ServerAPIOutcome {
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

    func remove(
        _ kind: ServerObject.Kind, _ id: String, _ ledger: Ledger
    ) throws(DatabaseError) -> ServerAPIOutcome {
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
    package func seats(of id: UInt64) throws(StoreFailure) -> Result<SeatInfo, ServerAPIError> {
        try read { ledger throws(DatabaseError) in try self.seats(of: id, ledger) }
    }

    private func seats(of id: UInt64, _ ledger: Ledger) throws(DatabaseError) -> Result<SeatInfo, ServerAPIError> {
        guard let transaction = try ledger.transaction(id), transaction.originalID == id else {
            return .failure(.originalIDNotFound)
        }
        guard let subscription = try ledger.subscription(behind: transaction)?.subscription, subscription.isRunning,
            let latest = try ledger.transaction(subscription.period.transactionID), latest.seats > 1
        else { return .failure(.notManagedByDeveloper) }
        let claims = try ledger.seatClaims().filter { $0.claim.originalID == String(id) }
        return .success(
            SeatInfo(
                total: latest.seats, available: max(0, latest.seats - claims.count), claimIDs: claims.map(\.id)))
    }

    /// Claims a seat. The same request gets the same claim.
    func claimSeat(
        _ id: UInt64, _ requestID: String, _ app: String?, _ ledger: Ledger
    ) throws(DatabaseError) -> ServerAPIOutcome {
        let info: SeatInfo
        switch try seats(of: id, ledger) {
        case .failure(let error): return .refused(error)
        case .success(let found): info = found
        }
        if let app, try !isKnown(app, ledger) { return .refused(.appTransactionNotFound) }
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

    func unclaimSeat(_ id: UInt64, _ claimID: String, _ ledger: Ledger) throws(DatabaseError) -> ServerAPIOutcome {
        switch try seats(of: id, ledger) {
        case .failure(let error): return .refused(error)
        case .success(let info) where !info.claimIDs.contains(claimID): return .refused(.seatClaimNotFound)
        case .success: break
        }
        try ledger.removeServerObject(.seat, claimID)
        return .done
    }

    func associateSeat(
        _ id: UInt64, _ claimID: String, _ app: String, _ ledger: Ledger
    ) throws(DatabaseError) -> ServerAPIOutcome {
        if case .failure(let error) = try seats(of: id, ledger) { return .refused(error) }
        guard var claim = try ledger.seatClaims().first(where: { $0.id == claimID })?.claim,
            claim.originalID == String(id)
        else { return .refused(.seatClaimNotFound) }
        guard try isKnown(app, ledger) else { return .refused(.appTransactionNotFound) }
        claim.appTransactionID = app
        try ledger.set(claim, claimID)
        return .done
    }

    private func isKnown(_ app: String, _ ledger: Ledger) throws(DatabaseError) -> Bool {
        try ledger.accounts().contains { identity.appTransactionID(of: $0) == app }
    }
}

extension Ledger {
    fileprivate func serverObject(_ kind: ServerObject.Kind, _ id: String) throws(DatabaseError) -> ServerObject? {
        try database.query(
            "SELECT content FROM server_object WHERE kind = ? AND id = ?", [.text(kind.rawValue), Value(id)]
        ) { ServerObject(kind, id, $0.text(0)) }.first
    }

    fileprivate func serverObjects(_ kind: ServerObject.Kind) throws(DatabaseError) -> [ServerObject] {
        try database.query(
            "SELECT id, content FROM server_object WHERE kind = ? ORDER BY id", [.text(kind.rawValue)]
        ) { ServerObject(kind, $0.text(0), $0.text(1)) }
    }

    fileprivate func set(_ object: ServerObject) throws(DatabaseError) {
        try database.run(
            "INSERT OR REPLACE INTO server_object (kind, id, content) VALUES (?, ?, ?)",
            [.text(object.kind.rawValue), Value(object.id), Value(object.content)])
    }

    fileprivate func removeServerObject(_ kind: ServerObject.Kind, _ id: String) throws(DatabaseError) {
        try database.run(
            "DELETE FROM server_object WHERE kind = ? AND id = ?", [.text(kind.rawValue), Value(id)])
    }

    fileprivate func seatClaims() throws(DatabaseError) -> [(id: String, claim: SeatClaim)] {
        var claims: [(id: String, claim: SeatClaim)] = []
        for object in try serverObjects(.seat) {
            guard let claim = try? KeptJSON.value(SeatClaim.self, of: object.content) else {
                throw DatabaseError(.failed, "the store's file is damaged: seat \(object.id) cannot be read")
            }
            claims.append((object.id, claim))
        }
        return claims
    }

    fileprivate func set(_ claim: SeatClaim, _ id: String) throws(DatabaseError) {
        try set(ServerObject(.seat, id, JSONEncoder.sortedText(claim) ?? ""))
    }
}

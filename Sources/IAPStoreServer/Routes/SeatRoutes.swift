internal import IAPHTTP
internal import IAPJSON
internal import IAPModel
internal import IAPReferenceStore
internal import IAPSignedData

/// The seats of a group subscription whose developer manages the members (1.23). Apple publishes the names of the
/// errors without numbers.
struct SeatRoutes {
    let store: ReferenceStore

    /// - Parameter path: the path after `groups`: v1, transactions, the id, seats, and the rest.
    func answer(
        _ request: HTTPRequest, _ path: [String], isForOtherEnvironment: Bool
    ) throws(ServerAPIFailure) -> HTTPResponse? {
        guard path.count >= 4, path[0] == "v1", path[1] == "transactions", path[3] == "seats" else { return nil }
        guard let id = transactionID(path[2]) else { throw .refused(.invalidOriginalID) }
        if isForOtherEnvironment { throw .refused(.originalIDNotFound) }
        switch (request.method, path.count) {
        case ("GET", 4): return try info(id)
        case ("POST", 4): return try claim(id, request)
        case ("DELETE", 5):
            _ = try carryOut(.unclaimSeat(originalID: id, claimID: path[4].lowercased()))
            return .empty(200)
        case ("POST", 6) where path[5] == "associate":
            guard case .text(let app) = request.object?["appTransactionId"] else { throw .refused(.badRequest) }
            _ = try carryOut(.associateSeat(originalID: id, claimID: path[4].lowercased(), appTransactionID: app))
            return .empty(200)
        default: return nil
        }
    }

    private func info(_ id: UInt64) throws(ServerAPIFailure) -> HTTPResponse {
        switch try askStore({ () throws(StoreFailure) in try store.seats(of: id) }) {
        case .failure(let error): throw .refused(error)
        case .success(let info):
            return .object(
                Info(
                    totalSeatCount: info.total, availableSeatCount: info.available, assignedSeatClaimIds: info.claimIDs)
            )
        }
    }

    private struct Info: Encodable {
        var totalSeatCount: Int
        var availableSeatCount: Int
        var assignedSeatClaimIds: [String]
    }

    private func claim(_ id: UInt64, _ request: HTTPRequest) throws(ServerAPIFailure) -> HTTPResponse {
        guard let body = request.object, case .text(let requestID) = body["requestIdentifier"],
            UUIDText.isUUID(requestID)
        else { throw .refused(.invalidRequestIdentifier) }
        var app: String?
        if case .text(let text) = body["appTransactionId"] { app = text }
        let outcome = try carryOut(
            .claimSeat(originalID: id, requestID: requestID.lowercased(), appTransactionID: app))
        guard case .claimed(let claimID) = outcome else { throw .refused(.internal) }
        return .object(["seatClaimId": claimID])
    }

    private func carryOut(_ request: ServerAPIRequest) throws(ServerAPIFailure) -> ServerAPIOutcome {
        let outcome = try askStore { () throws(StoreFailure) in try store.carryOut(request) }
        if case .refused(let error) = outcome { throw .refused(error) }
        return outcome
    }
}

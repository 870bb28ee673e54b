internal import IAPDatabase

/// The network between the device and the store.
extension StoreDevice {
    /// Requests that wait for an answer get it, or fail, by the new conditions.
    package func setNetwork(_ network: NetworkConditions) throws(StoreFailure) {
        try change(.setNetwork(network: network)) { ledger throws(DatabaseError) in
            if network.deliversUpdates {
                try ledger.forgetHeard(by: self.address)
            } else if try self.deliversUpdates(ledger) {
                try ledger.keepHeard(by: self.address)
            }
            try ledger.set(network, of: self.name, account: self.firstAccount)
        }
    }

    /// Reads what the device knows: what the store has, or what it last heard if it has no network now.
    func read<Result>(_ body: (Ledger) throws(DatabaseError) -> Result) throws(StoreFailure) -> Result {
        try store.read { ledger throws(DatabaseError) in try body(try self.known(ledger)) }
    }

    /// The ledger as the device knows it.
    func known(_ ledger: Ledger) throws(DatabaseError) -> Ledger {
        if try deliversUpdates(ledger) { return ledger }
        var known = ledger
        known.heard = LastHeard(device: address, now: try store.now(ledger))
        return known
    }

    package func setUpdates(_ order: UpdateOrder) throws(StoreFailure) {
        try change(.setUpdates(order: order)) { ledger throws(DatabaseError) in
            try ledger.set(order, of: self.name, account: self.firstAccount)
        }
    }

    /// Whether the store's updates come through now.
    var deliversUpdates: Bool {
        // What cannot be read now is read after the next change.
        (try? store.readAsItIs { ledger throws(DatabaseError) in try self.deliversUpdates(ledger) }) ?? false
    }

    package var isOffline: Bool {
        get throws(StoreFailure) {
            try store.readAsItIs { ledger throws(DatabaseError) in try self.network(ledger).isDown }
        }
    }

    func deliversUpdates(_ ledger: Ledger) throws(DatabaseError) -> Bool {
        try network(ledger).deliversUpdates
    }

    func updateOrder(_ ledger: Ledger) throws(DatabaseError) -> UpdateOrder {
        try ledger.updateOrder(of: name, account: firstAccount)
    }

    private func network(_ ledger: Ledger) throws(DatabaseError) -> NetworkConditions {
        try ledger.network(of: name, account: firstAccount)
    }

    // MARK: Requests

    /// Called before each request to the store. Fails if the request does not reach the store.
    package func beginRequest() throws(StoreFailure) -> NetworkRequest {
        let (network, request) = try store.read { ledger throws(DatabaseError) in
            let network = try self.network(ledger)
            let request = NetworkRequest(
                date: try self.store.now(ledger), isAnsweredAtOnce: network.answersAtOnce,
                session: self.currentSession.number, restarts: try ledger.restarts())
            return (network, request)
        }
        if network.isDown { throw NetworkConditions.notConnected }
        if network.requestsPerMinute > 0 { try count(limit: network.requestsPerMinute) }
        return request
    }

    private func count(limit: UInt32) throws(StoreFailure) {
        let isAdmitted: Bool
        do throws(DatabaseError) {
            isAdmitted = try store.changeQuietly(command(.count(limit: limit))) { ledger throws(DatabaseError) in
                try self.admit(limit: limit, ledger)
            }
        } catch {
            throw StoreFailure(storage: error.description)
        }
        guard isAdmitted else { throw StoreFailure(.systemError, "more than \(limit) requests in a minute") }
    }

    /// False if the last minute had too many.
    @discardableResult
    func admit(limit: UInt32, _ ledger: Ledger) throws(DatabaseError) -> Bool {
        try ledger.admitRequest(by: name, account: firstAccount, limit: limit, at: store.now(ledger))
    }

    /// The state of the answer now.
    package func fate(of request: NetworkRequest) throws(StoreFailure) -> AnswerFate {
        if request.isAnsweredAtOnce, request.loss == nil { return .arrived }
        return try store.read { ledger throws(DatabaseError) in
            if !self.isOfThisSession(request) { return .lost(Self.signedInElsewhere) }
            if try request.restarts != ledger.restarts() {
                return .lost(StoreFailure(.systemError, "the store's service has been started again"))
            }
            switch request.loss {
            case .error: return .lost(NetworkConditions.timedOut)
            case .silence: return .underWay(for: nil)
            case nil: break
            }
            let elapsed = try self.store.now(ledger).clampedSubtracting(request.date)
            return try self.network(ledger).fate(after: elapsed)
        }
    }

    /// The state of an answer that has arrived and that the system gives to the game at this time. The network is no part of it.
    package func fate(of request: NetworkRequest, heldUntil time: Int64) -> AnswerFate {
        guard isOfThisSession(request) else { return .lost(Self.signedInElsewhere) }
        let now = store.time
        return now < time ? .underWay(for: time.clampedSubtracting(now)) : .arrived
    }

    private func isOfThisSession(_ request: NetworkRequest) -> Bool { request.session == currentSession.number }

    private static let signedInElsewhere = StoreFailure(.systemError, "another account has signed in")
}

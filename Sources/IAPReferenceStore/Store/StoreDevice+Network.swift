internal import IAPDatabase

/// The network between the device and the store.
extension StoreDevice {
    /// Sets the network. Waiting requests complete or fail by the new conditions.
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

    /// Reads what the device knows: the store's state, or what it last received if it has no network now.
    func read<Result>(_ body: (Ledger) throws(DatabaseError) -> Result) throws(StoreFailure) -> Result {
        try store.read { ledger throws(DatabaseError) in try body(try self.known(ledger)) }
    }

    /// Returns the ledger as the device knows it.
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

    /// Whether the device receives the store's updates now.
    var deliversUpdates: Bool {
        // If the read fails, the next change causes another one.
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

    /// Begins a request. Call this before each request to the store. It fails if the request does not reach the store.
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
        guard isAdmitted else {
            throw StoreFailure(.systemError, "the device made more than \(limit) requests in a minute")
        }
    }

    /// Returns false if the last minute had too many requests.
    @discardableResult
    func admit(limit: UInt32, _ ledger: Ledger) throws(DatabaseError) -> Bool {
        try ledger.admitRequest(by: name, account: firstAccount, limit: limit, at: store.now(ledger))
    }

    /// Returns the state of the response now.
    package func fate(of request: NetworkRequest) throws(StoreFailure) -> AnswerFate {
        if request.isAnsweredAtOnce, request.loss == nil { return .arrived }
        return try store.read { ledger throws(DatabaseError) in
            if !self.isOfThisSession(request) { return .lost(Self.signedInElsewhere) }
            if try request.restarts != ledger.restarts() {
                return .lost(StoreFailure(.systemError, "the store's service restarted"))
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

    /// Returns the state of a response that has arrived and that the system gives to the game at this time. The network has no
    /// effect on it.
    package func fate(of request: NetworkRequest, heldUntil time: Int64) -> AnswerFate {
        guard isOfThisSession(request) else { return .lost(Self.signedInElsewhere) }
        let now = store.time
        return now < time ? .underWay(for: time.clampedSubtracting(now)) : .arrived
    }

    private func isOfThisSession(_ request: NetworkRequest) -> Bool { request.session == currentSession.number }

    private static let signedInElsewhere = StoreFailure(.systemError, "another account signed in on the device")
}

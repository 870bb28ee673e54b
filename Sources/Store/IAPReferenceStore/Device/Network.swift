internal import IAPDatabase

/// The network between a device and the store.
package struct DeviceNetwork: Sendable {
    let file: LedgerFile
    let session: DeviceSession

    /// Sets the network. Waiting requests complete or fail by the new conditions.
    package func set(_ network: NetworkConditions) throws {
        try file.change { ledger in
            if network.deliversUpdates {
                try ledger.forgetHeard(by: session.address)
            } else if try deliversUpdates(ledger) {
                try ledger.keepHeard(by: session.address)
            }
            try ledger.changeNetwork(of: session.name, account: session.owner) { $0.conditions = network }
        }
    }

    /// Reads what the device knows: the store's state, or what it last received if it has no network now.
    func read<Result>(_ body: (Ledger) throws -> Result) throws -> Result {
        try file.read { ledger in try body(try known(ledger)) }
    }

    /// Returns the ledger as the device knows it.
    func known(_ ledger: Ledger) throws -> Ledger {
        if try deliversUpdates(ledger) { return ledger }
        var known = ledger
        known.heard = LastHeard(device: session.address, now: try ledger.now)
        return known
    }

    package func set(_ order: UpdateOrder) throws {
        try file.change { ledger in
            try ledger.changeNetwork(of: session.name, account: session.owner) { $0.order = order }
        }
    }

    /// Whether the device receives the store's updates now.
    var deliversUpdates: Bool {
        // If the read fails, the next change causes another one.
        (try? file.readAsItIs { ledger in try deliversUpdates(ledger) }) ?? false
    }

    package var isOffline: Bool { get throws { try file.readAsItIs { ledger in try conditions(ledger).isDown } } }

    func deliversUpdates(_ ledger: Ledger) throws -> Bool { try conditions(ledger).deliversUpdates }

    func updateOrder(_ ledger: Ledger) throws -> UpdateOrder {
        try ledger.network(of: session.name, account: session.owner).order
    }

    private func conditions(_ ledger: Ledger) throws -> NetworkConditions {
        try ledger.network(of: session.name, account: session.owner).conditions
    }

    // MARK: Requests

    /// Begins a request. Call this before each request to the store. It fails if the request does not reach the store.
    package func beginRequest() throws -> NetworkRequest {
        let (network, request) = try file.read { ledger in
            let network = try conditions(ledger)
            let request = NetworkRequest(
                date: try ledger.now, isAnsweredAtOnce: network.answersAtOnce,
                session: session.current.number, restarts: try ledger.restarts())
            return (network, request)
        }
        if network.isDown { throw NetworkConditions.notConnected }
        if network.requestsPerMinute > 0 { try count(limit: network.requestsPerMinute) }
        return request
    }

    private func count(limit: UInt32) throws {
        let isAdmitted = try file.changeQuietly { ledger in try admit(limit: limit, ledger) }
        guard isAdmitted else {
            throw StoreFailure(.systemError, "the device made more than \(limit) requests in a minute")
        }
    }

    /// Returns false if the last minute had too many requests.
    @discardableResult
    func admit(limit: UInt32, _ ledger: Ledger) throws -> Bool {
        try ledger.admitRequest(by: session.name, account: session.owner, limit: limit, at: ledger.now)
    }

    /// Returns the state of the response now.
    package func fate(of request: NetworkRequest) throws -> ResponseFate {
        if request.isAnsweredAtOnce, request.loss == nil { return .arrived }
        return try file.read { ledger in
            if !self.isOfThisSession(request) { return .lost(Self.signedInElsewhere) }
            if try request.restarts != ledger.restarts() {
                return .lost(StoreFailure(.systemError, "the store's service restarted"))
            }
            switch request.loss {
            case .error: return .lost(NetworkConditions.timedOut)
            case .silence: return .underWay(for: nil)
            case nil: break
            }
            let elapsed = try ledger.now.clampedSubtracting(request.date)
            return try conditions(ledger).fate(after: elapsed)
        }
    }

    /// Returns the state of a response that has arrived and that the system gives to the game at this time. The network has no
    /// effect on it.
    package func fate(of request: NetworkRequest, heldUntil time: Int64) -> ResponseFate {
        guard isOfThisSession(request) else { return .lost(Self.signedInElsewhere) }
        let now = file.lastKnownTime
        return now < time ? .underWay(for: time.clampedSubtracting(now)) : .arrived
    }

    private func isOfThisSession(_ request: NetworkRequest) -> Bool { request.session == session.current.number }

    private static let signedInElsewhere = StoreFailure(.systemError, "another account signed in on the device")
}

/// The network between a device and the store. Times are milliseconds of the store's time.
package struct NetworkConditions: Sendable, Hashable, Codable {
    package var isDown = false
    package var neverAnswers = false
    /// Zero for no limit.
    package var requestsPerMinute: UInt32 = 0
    package var latency: Int64 = 0
    /// Zero for no limit.
    package var timeout: Int64 = 0

    package init() {}

    /// Whether the device receives the store's updates.
    var deliversUpdates: Bool { !isDown && !neverAnswers }

    /// Whether responses come without delay.
    var answersAtOnce: Bool { deliversUpdates && latency <= 0 }

    /// Returns the state of a response at this time after its request.
    func fate(after elapsed: Int64) -> ResponseFate {
        if isDown { return .lost(Self.notConnected) }
        let isTooSlow = timeout > 0 && (neverAnswers || latency > timeout)
        if isTooSlow {
            guard elapsed < timeout else { return .lost(Self.timedOut) }
            return .underWay(for: timeout.clampedSubtracting(elapsed))
        }
        if neverAnswers { return .underWay(for: nil) }
        return elapsed < latency ? .underWay(for: latency.clampedSubtracting(elapsed)) : .arrived
    }

    static let notConnected = StoreFailure(.networkError, "the device's network is down")
    static let timedOut = StoreFailure(.networkTimeout, "the response took longer than the device's timeout")
}

/// The state of a response.
package enum ResponseFate: Sendable, Hashable {
    case arrived
    case lost(StoreFailure)
    /// The update feed looks again after this number of milliseconds; nil if only a change of the store can bring an update.
    case underWay(for: Int64?)
}

/// How a test loses a response.
package enum ResponseLoss: String, Sendable, Hashable, CaseIterable {
    /// The device fails with an error.
    case error = "error"
    /// The device continues to wait.
    case silence = "silence"
}

/// The order in which a device receives updates. The numbers are those of the C header's `IAP_STORE_UPDATES_…`.
package enum UpdateOrder: Int32, Sendable, Hashable, CaseIterable, Codable {
    case inOrder = 0
    case newestFirst = 1
    case shuffled = 2
    /// The device receives nothing.
    case held = 3
}

/// A request of a device.
package struct NetworkRequest: Sendable, Hashable {
    var date: Int64
    var isAnsweredAtOnce: Bool
    /// The sign-in, and the number of restarts of the store's service at that time.
    var session: Int
    var restarts: Int64
    package var loss: ResponseLoss?
}

/// A device's network in the store's file, as JSON.
struct KeptNetwork: Codable {
    var conditions = NetworkConditions()
    var order = UpdateOrder.inOrder
    /// The times of the last minute's requests, for a device with a limit for them.
    var requests: [Int64] = []
}

extension KeptNetwork {
    init(_ text: String) throws {
        do { self = try KeptJSON.value(Self.self, of: text) } catch {
            throw DatabaseError(.failed, "the store's file is damaged: the network of a device cannot be read")
        }
    }
}

/// The networks of devices.
extension Ledger {
    /// - Parameter account: The account with which the device was opened.
    func network(of device: String, account: String) throws -> KeptNetwork {
        let text = try database.query(
            "SELECT content FROM network WHERE account = ? AND device = ?", [Value(account), Value(device)]
        ) { $0.text(0) }.first
        return try text.map(KeptNetwork.init) ?? KeptNetwork()
    }

    func changeNetwork(of device: String, account: String, _ change: (inout KeptNetwork) -> Void) throws {
        var network = try network(of: device, account: account)
        change(&network)
        try database.run(
            """
            INSERT INTO network (account, device, content) VALUES (?, ?, ?)
            ON CONFLICT (account, device) DO UPDATE SET content = excluded.content
            """, [Value(account), Value(device), .text(try KeptJSON.text(network))])
    }

    /// Counts another request, unless the last minute already had the permitted number.
    func admitRequest(by device: String, account: String, limit: UInt32, at now: Int64) throws -> Bool {
        var isAdmitted = false
        try changeNetwork(of: device, account: account) { network in
            // If the clock was set back, later requests do not count.
            network.requests.removeAll { $0 <= now.clampedSubtracting(60_000) || $0 > now }
            isAdmitted = network.requests.count < Int(limit)
            if isAdmitted { network.requests.append(now) }
        }
        return isAdmitted
    }

    /// How often the store's service was restarted.
    func restarts() throws -> Int64 { try integer(.restarts) ?? 0 }

    /// Enters another transaction for a purchase that the ledger already has.
    func insertCopy(_ transaction: LedgerTransaction) throws {
        try insert(transaction)
        try database.run("INSERT INTO transaction_copy (transaction_id) VALUES (?)", [Value(bits: transaction.id)])
    }

    /// Whether the transaction only repeats another one.
    func isCopy(_ id: UInt64) throws -> Bool {
        try exists("transaction_copy WHERE transaction_id = ?", [Value(bits: id)])
    }
}

/// The knowledge from which a read is served. A device without a network knows only what it received before the network went away.
struct LastHeard: Sendable {
    /// The device, with the signed-in account.
    let device: DeviceAddress
    /// The time of the device's clock. A subscription ends on the device even without a network.
    let now: Int64

    fileprivate var values: [Value] { device.values }

    private static let isOfDevice = "owner = ? AND device = ? AND listener = ?"

    // Before a query, these replace its tables with those of the device.
    fileprivate static let transactions = "WITH ledger AS (SELECT * FROM heard_transaction WHERE \(isOfDevice)) "
    fileprivate static let subscriptions =
        "WITH subscription AS (SELECT * FROM heard_subscription WHERE \(isOfDevice)) "

    /// Whether the subscription still runs as far as the device knows.
    func isRunning(_ subscription: GroupSubscription) -> Bool {
        subscription.isRunning && now < subscription.gracePeriodExpirationDate ?? subscription.period.end
    }
}

extension DeviceAddress {
    fileprivate var values: [Value] { [Value(owner), Value(name), Value(account)] }
}

extension Ledger {
    /// Returns the query, or its version over the tables of what the device last received, if it has no network.
    func asHeard(transactions query: String, _ values: [Value]) -> (text: String, values: [Value]) {
        heard.map { (LastHeard.transactions + query, $0.values + values) } ?? (query, values)
    }

    func asHeard(subscriptions query: String, _ values: [Value]) -> (text: String, values: [Value]) {
        heard.map { (LastHeard.subscriptions + query, $0.values + values) } ?? (query, values)
    }

    /// Saves what the device knows now: the account's transactions and subscriptions, and those that family members share with
    /// it.
    func keepHeard(by device: DeviceAddress) throws {
        let columns = LedgerTransaction.columns
        let account = Value(device.account)
        try database.run(
            """
            INSERT INTO heard_transaction (owner, device, listener, \(columns)) SELECT ?, ?, ?, \(columns) FROM ledger
            WHERE account = ? OR transaction_id IN (SELECT shared_from FROM ledger WHERE account = ?)
            """, device.values + [account, account])
        try database.run(
            """
            INSERT INTO heard_subscription (owner, device, listener, account, group_id, state)
            SELECT ?, ?, ?, account, group_id, state FROM subscription
            WHERE account = ? OR account IN (
                SELECT account FROM ledger WHERE transaction_id IN (SELECT shared_from FROM ledger WHERE account = ?))
            """, device.values + [account, account])
    }

    /// Deletes the saved knowledge: the device has a network again.
    func forgetHeard(by device: DeviceAddress) throws {
        for table in ["heard_transaction", "heard_subscription"] {
            try database.run(
                "DELETE FROM \(table) WHERE owner = ? AND device = ?", [Value(device.owner), Value(device.name)])
        }
    }

    /// Deletes a transaction from the saved knowledge: the response with it did not arrive.
    func forgetHeard(_ id: UInt64, by device: DeviceAddress) throws {
        try database.run(
            "DELETE FROM heard_transaction WHERE transaction_id = ? AND owner = ? AND device = ?",
            [Value(bits: id), Value(device.owner), Value(device.name)])
    }

    /// Marks a transaction as finished in the saved knowledge: the device itself finished it.
    func noteFinished(_ id: UInt64, by device: DeviceAddress) throws {
        try database.run(
            """
            UPDATE heard_transaction SET is_finished = 1
            WHERE transaction_id = ? AND account = ? AND owner = ? AND device = ?
            """, [Value(bits: id), Value(device.account), Value(device.owner), Value(device.name)])
    }
}

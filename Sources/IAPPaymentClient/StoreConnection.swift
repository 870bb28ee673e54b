package import IAPModel
package import IAPPaymentQueue

/// The store as the payment queue needs it. StoreKitBridge implements it with StoreKit.
package protocol StoreConnection: Sendable {
    var canMakePayments: Bool { get }
    func supports(_ feature: Feature) -> Bool
    /// The best current knowledge.
    var environment: StoreEnvironment { get }

    /// Whether the device has no network now, according to the system.
    var isOffline: Bool { get async }

    /// The result of a read. Nil if the read takes longer than this many milliseconds by the store's clock.
    func promptly<Value: Sendable>(
        within patience: Int64, _ read: @escaping @Sendable () async -> Value?
    ) async -> Value?

    func products(for ids: [String]) async throws(IAPError) -> [Product]
    func buy(_ payment: Payment) async -> PurchaseOutcome
    /// Includes unverified transactions, marked as such.
    func transactions(_ query: TransactionQuery) async throws(IAPError) -> TransactionPage
    func answer(_ request: StoreRequest) async throws(IAPError) -> Answer
    /// Synchronizes the device with the account. Returns what the account may use.
    func restore() async throws(IAPError) -> [Transaction]
    func finish(_ transactionID: UInt64) async

    /// Reports first the unfinished transactions, then each change. Ends when its task is cancelled, or when facts no
    /// longer count as received.
    ///
    /// - Parameters:
    ///   - handlesMessages: Whether the game shows the App Store's messages. Otherwise the system shows them.
    ///   - report: Returns when it is decided whether the fact counts as received and the store need not report it
    ///     again. After false, the connection reads no more from the source of the fact.
    func listen(handlesMessages: Bool, _ report: @escaping @Sendable (Fact) async -> Bool) async
}

/// Runs the library's asynchronous work.
package protocol TaskRunner: Sendable {
    /// Starts work that is cancelled when the client closes.
    func start(_ work: @escaping @Sendable () async -> Void)
    /// Runs a short synchronous call of the store's interface.
    func call<Value>(_ body: () -> Value) -> Value
    /// In manual mode, advances the work on this thread. Otherwise does nothing.
    func turn()
    /// Waits a while before a retry. Returns false if the client closes meanwhile.
    func pause() async -> Bool
    /// Waits this long, by the machine's clock or by a store's virtual clock. Returns false if the client closes
    /// meanwhile.
    func pause(milliseconds: UInt32) async -> Bool
    /// Milliseconds since 1970, by the store's clock.
    var now: Int64 { get }
    /// Waits until this time, or until the clock is set back. Returns false if the client closes meanwhile.
    func pause(until time: Int64) async -> Bool
    /// Cancels all work. After the return no work touches the journal, if the runner can wait for the end of the work.
    func stop()
}

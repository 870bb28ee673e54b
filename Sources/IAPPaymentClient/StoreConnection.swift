package import IAPModel
package import IAPPaymentQueue

/// The store as the payment queue needs it. StoreKitBridge makes one of StoreKit.
package protocol StoreConnection: Sendable {
    var canMakePayments: Bool { get }
    func supports(_ feature: Feature) -> Bool
    /// The best that is known now.
    var environment: StoreEnvironment { get }

    /// Whether the device has no network now, as far as the system says.
    var isOffline: Bool { get async }

    /// The result of a read; nil also if it takes longer than so many milliseconds by the store's clock.
    func promptly<Value: Sendable>(
        within patience: Int64, _ read: @escaping @Sendable () async -> Value?
    ) async -> Value?

    func products(for ids: [String]) async throws(IAPError) -> [Product]
    func buy(_ payment: Payment) async -> PurchaseOutcome
    /// Includes unverified ones, marked as such.
    func transactions(_ query: TransactionQuery) async throws(IAPError) -> TransactionPage
    func answer(_ request: StoreRequest) async throws(IAPError) -> Answer
    /// Brings the device in line with the account. Returns what the account may use.
    func restore() async throws(IAPError) -> [Transaction]
    func finish(_ transactionID: UInt64) async

    /// Reports what is unfinished and then what happens. Ends when its task is cancelled, or when no fact counts as heard any
    /// more.
    ///
    /// - Parameters:
    ///   - handlesMessages: whether the game shows the App Store's messages; else the system does.
    ///   - report: returns when it is decided whether the fact counts as heard, so that the store need not tell it again. After
    ///     false, the source of the fact is not read any more.
    func listen(handlesMessages: Bool, _ report: @escaping @Sendable (Fact) async -> Bool) async
}

/// Runs the library's asynchronous work.
package protocol TaskRunner: Sendable {
    /// Starts work that is cancelled when the client closes.
    func start(_ work: @escaping @Sendable () async -> Void)
    /// Runs a short synchronous call of the store's interface.
    func call<Value>(_ body: () -> Value) -> Value
    /// In manual mode, advances the work on this thread; otherwise does nothing.
    func turn()
    /// Waits a while before something that failed is tried again; false if the client closes meanwhile.
    func pause() async -> Bool
    /// Waits that long, by the machine's clock or by a store's virtual one; false if the client closes meanwhile.
    func pause(milliseconds: UInt32) async -> Bool
    /// Milliseconds since 1970, by the store's clock.
    var now: Int64 { get }
    /// Waits until that time, or until the clock is set back; false if the client closes meanwhile.
    func pause(until time: Int64) async -> Bool
    /// Cancels all work. After it has returned, none of it touches the journal where the runner can wait for its end.
    func stop()
}

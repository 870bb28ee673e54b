package import IAPModel

/// The store as the payment queue needs it. StoreKitBridge makes one of StoreKit.
package protocol StoreConnection: Sendable {
    var canMakePayments: Bool { get }
    func supports(_ feature: Feature) -> Bool

    func products(for ids: [String]) async throws(IAPError) -> [Product]
    func buy(_ payment: Payment) async -> PurchaseOutcome
    /// Unverified ones too; they say so.
    func transactions(_ query: TransactionQuery) async throws(IAPError) -> TransactionPage
    func answer(_ request: StoreRequest) async throws(IAPError) -> Answer
    /// Brings the device in line with the account; what the account may use then.
    func restore() async throws(IAPError) -> [Transaction]
    func finish(_ transactionID: UInt64) async
    func storefront() async throws(IAPError) -> Storefront

    /// Reports what is unfinished and then what happens. Ends only when its task is cancelled.
    ///
    /// - Parameters:
    ///   - handlesMessages: whether the game shows the App Store's messages; else the system does.
    ///   - report: returns when the fact may count as heard, so that the store need not tell it again.
    func listen(handlesMessages: Bool, _ report: @escaping @Sendable (Fact) async -> Void) async
}

/// Runs the library's asynchronous work.
package protocol TaskRunner: Sendable {
    /// Starts work that is cancelled when the client closes.
    func start(_ work: @escaping @Sendable () async -> Void)
    /// Runs a short synchronous call of the store's interface.
    func call<Value>(_ body: () -> Value) -> Value
    /// Moves the work on, on this thread, where nothing else does. Elsewhere there is nothing to do.
    func turn()
    /// Waits as long as is decent before something that failed is tried again; false if the client closes meanwhile.
    func pause() async -> Bool
    /// Milliseconds since 1970, by the clock that the store goes by.
    var now: Int64 { get }
    /// Waits until that time, or until the clock turns out to have been set back; false if the client closes meanwhile.
    func pause(until time: Int64) async -> Bool
    /// Cancels all work. After it has returned, none of it touches the journal where the runner can wait for its end.
    func stop()
}

package import IAPModel
package import IAPPaymentQueue

/// The store as the payment queue needs it. StoreKitBridge is its one implementation in a game. The unit tests of the client
/// implement it too, because they play responses that no store gives on request.
package protocol StoreConnection: Sendable {
    var canMakePayments: Bool { get }
    func supports(_ feature: Feature) -> Bool
    /// The best current knowledge.
    var environment: StoreEnvironment { get }

    /// The result of a read. Nil if the read takes longer than this many milliseconds. The connection bounds the read,
    /// because it knows what a read is: StoreKit's go on after they are cancelled, and the reference store's take time
    /// by its clock.
    func promptly<Value: Sendable>(
        within timeout: Int64, _ read: @escaping @Sendable () async -> Value?
    ) async -> Value?

    func products(for ids: [String]) async throws(IAPError) -> [Product]
    func buy(_ payment: Payment) async -> PurchaseOutcome
    /// Includes unverified transactions, marked as such.
    func transactions(_ query: TransactionQuery) async throws(IAPError) -> TransactionPage
    func response(to request: StoreRequest) async throws(IAPError) -> Response
    /// Synchronizes the device with the account. Returns what the account may use.
    func restore() async throws(IAPError) -> [Transaction]
    func finish(_ transactionID: UInt64) async

    /// Reports the unfinished transactions and each change, in any order. Ends when its task is cancelled, or when facts no
    /// longer count as received.
    ///
    /// - Parameters:
    ///   - handlesMessages: Whether the game shows the App Store's messages. Otherwise the system shows them.
    ///   - report: Returns when it is decided whether the fact counts as received and the store need not report it
    ///     again. After false, the connection reads no more from the source of the fact.
    func listen(handlesMessages: Bool, _ report: @escaping @Sendable (Fact) async -> Bool) async
}

extension StoreConnection {
    /// The transactions of a list. Nil if the store cannot give it, or needs longer than ten minutes, which is a choice: a read
    /// that hangs must not stop all later reads.
    func list(_ kind: TransactionQuery.Kind) async -> [Transaction]? {
        await promptly(within: 600_000) {
            try? await self.transactions(TransactionQuery(kind, productID: nil)).transactions
        }
    }

    /// The statuses of a subscription group. Nil if the store does not report them in time.
    func statuses(of group: String, within timeout: Int64) async -> [SubscriptionStatus]? {
        await promptly(within: timeout) {
            guard case .statuses(let statuses)? = try? await response(to: .subscriptionStatuses(groupID: group)) else {
                return nil
            }
            return statuses
        }
    }
}

package protocol PurchaseVerifier: Sendable {
    func verify(_ transaction: Transaction) async -> Verdict
    /// Whether each launch verifies again. True if the verification needs no network.
    var looksAgain: Bool { get }
}

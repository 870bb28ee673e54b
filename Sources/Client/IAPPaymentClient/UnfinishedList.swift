internal import IAPModel
internal import IAPPaymentQueue
internal import IAPPlatform

/// Reads the account's unfinished transactions again. The list at the launch may have missed some of them, and the updates of a
/// launch may lack them, too.
final class UnfinishedList: Sendable {
    private let store: any StoreConnection
    private let runner: any TaskRunner
    /// The path of the client's journal. Nil if it is in memory: then the next client cannot be recognized.
    private let path: String?
    private let startUptime: Int64
    private let startTime = Guarded<Int64>(.min)
    private let signals = Signals()
    private let left: Guarded<Left>
    /// The products of the payments that the store has not completed.
    private let payments = Guarded<[UInt64: ExactText]>([:])

    /// What the client before this one left at the store.
    private struct Left {
        /// The products of its payments, and how many of each have no transaction yet.
        var counts: [ExactText: Int]
        /// The transactions that stand for one of the payments.
        var transactions: Set<UInt64> = []

        /// Whether the transaction may be the purchase of one of the payments. Each has one.
        mutating func takes(_ transaction: Transaction) -> Bool {
            if transactions.contains(transaction.id) { return true }
            guard let count = counts[ExactText(transaction.productID)], count > 0 else { return false }
            counts[ExactText(transaction.productID)] = count - 1
            transactions.insert(transaction.id)
            return true
        }
    }

    /// The products of payments that were at the store when a client of this process closed, by the path of its journal. The
    /// game did not receive their outcome, and no update reports it. The next client takes them.
    private static let leftPayments = Guarded<[String: [ExactText: Int]]>([:])
    /// The waits before the reads 3 and 30 seconds after the launch, in milliseconds. The numbers are a choice: no source says how
    /// long a list may lack a purchase.
    private static let readsAfterLaunch: [UInt32] = [3000, 27_000]
    /// How long a completed purchase waits for the list, in milliseconds. A choice.
    private static let purchaseTimeout: Int64 = 2000

    init(_ store: any StoreConnection, _ runner: any TaskRunner, path: String?) {
        (self.store, self.runner, self.path) = (store, runner, path)
        startUptime = runner.uptime
        let counts = path.flatMap { path in Self.leftPayments.withLock { $0.removeValue(forKey: path) } }
        left = Guarded(Left(counts: counts ?? [:]))
    }

    func start(for owner: any QueueOwner) {
        runner.start { [self] in
            for wait in Self.readsAfterLaunch {
                guard await runner.pause(milliseconds: wait) else { return }
                await read(for: owner)
            }
        }
        runner.start { [self] in
            for await _ in signals.arrivals { await read(for: owner) }
        }
    }

    /// Reads the list soon: the network is back, or the game is in the foreground.
    func refresh() { signals.send() }

    /// Skips purchases that were made after the launch: the store reports them as updates or as the result of a payment, or
    /// another device of the account has made them and is about to grant them. Does not skip what the payments have bought
    /// that the client before this one left.
    private func read(for owner: any QueueOwner) async {
        let transactions = await store.list(.unfinished) ?? []
        let startTime = startTime(from: transactions)
        for transaction in transactions {
            // A purchase from before the launch does not use up what was left.
            if transaction.purchaseDate < startTime {
                owner.apply(.unfinishedListed(transaction, isFromBefore: true))
            } else if left.withLock({ $0.takes(transaction) }) {
                owner.apply(.unfinishedListed(transaction))
            }
        }
    }

    /// A time of the store, not after this client's start; `.min` if no list told it. The device's clock can be set, so
    /// the store tells the time: it signs a transaction when it lists it, or earlier. The newest signature is not younger than
    /// the list, and what has passed since the start leads back to it. If the store signs earlier, the result is earlier, too:
    /// then a purchase that the first list lacked waits for the next launch.
    private func startTime(from transactions: [Transaction]) -> Int64 {
        let elapsed = runner.uptime - startUptime
        let signed = transactions.filter { $0.verification == .verified }.map { $0.signedDate - elapsed }
        return startTime.withLock { time in
            time = max(time, signed.max() ?? .min)
            return time
        }
    }

    /// Reads which of the account's transactions are unfinished. The library delivers these as purchased, not as restored.
    func read(among owned: [Transaction], for owner: any QueueOwner) async {
        let ids = Set(owned.map(\.id))
        if ids.isEmpty { return }
        let page = await store.promptly(within: Self.purchaseTimeout) { [store] in
            try? await store.transactions(TransactionQuery(.unfinished, productID: nil))
        }
        for transaction in page?.transactions ?? [] where ids.contains(transaction.id) {
            owner.apply(.unfinishedListed(transaction))
        }
    }

    /// The store gets a payment.
    func begin(_ payment: UInt64, for productID: String) {
        payments.withLock { $0[payment] = ExactText(productID) }
    }

    func end(_ payment: UInt64) { payments.withLock { $0[payment] = nil } }

    /// Remembers the products of the payments that are at the store while the client closes.
    func leavePayments() {
        let products = payments.value.values
        guard let path, !products.isEmpty else { return }
        Self.leftPayments.withLock { all in
            for product in products { all[path, default: [:]][product, default: 0] += 1 }
        }
    }
}

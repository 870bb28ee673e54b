import Dispatch
import IAPModel
import IAPPaymentQueue
import IAPPlatform

@testable import IAPPaymentClient

/// A store that gives the responses that a test has prepared. Otherwise it waits until its task is cancelled.
final class FakeStore: StoreConnection, @unchecked Sendable {  // The monitor guards the mutable state.
    private let monitor = Monitor()
    private let facts: AsyncStream<Fact>
    private let factsInput: AsyncStream<Fact>.Continuation
    private var told: [String] = []
    private var heard = 0

    let history: Gate
    let products: Result<[Product], IAPError>
    let outcome: PurchaseOutcome?
    let owned: Result<[Transaction], IAPError>
    let unfinished: [Transaction]
    let canMakePayments: Bool
    let environment = StoreEnvironment.referenceStore
    /// The latest transaction of a product. nil: the owned transactions.
    let latest: [Transaction]?
    let features: Set<Feature>
    let responses: [StoreRequest: Result<Response, IAPError>]

    /// - Parameter responses: the responses to other requests. A request without an entry gets no response.
    /// - Parameter unfinished: the list of unfinished transactions.
    /// - Parameter history: the gate that a response about all transactions waits for.
    /// - Parameter isListing: whether the store also reports the unfinished list as the first fact.
    init(
        products: Result<[Product], IAPError> = .success([]), outcome: PurchaseOutcome? = nil,
        owned: Result<[Transaction], IAPError> = .success([]), unfinished: [Transaction] = [],
        isListing: Bool = true, canMakePayments: Bool = true, features: Set<Feature> = [],
        responses: [StoreRequest: Result<Response, IAPError>] = [:], history: Gate = Gate(isOpen: true),
        latest: [Transaction]? = nil
    ) {
        self.latest = latest
        self.history = history
        self.products = products
        self.outcome = outcome
        self.owned = owned
        self.unfinished = unfinished
        self.canMakePayments = canMakePayments
        self.features = features
        self.responses = responses
        (facts, factsInput) = AsyncStream.makeStream()
        for transaction in unfinished where isListing { factsInput.yield(.unfinishedListed(transaction)) }
    }

    /// The calls that the store has received, in order.
    var calls: [String] { monitor.withLock { told } }

    /// The number of facts that the store does not need to send again.
    var heardCount: Int { monitor.withLock { heard } }

    func tell(_ fact: Fact) { factsInput.yield(fact) }

    private func note(_ call: String) { monitor.withLock { told.append(call) } }

    func supports(_ feature: Feature) -> Bool { features.contains(feature) }

    func promptly<Value: Sendable>(
        within timeout: Int64, _ read: @escaping @Sendable () async -> Value?
    ) async -> Value? { await read() }

    func products(for ids: [String]) async throws(IAPError) -> [Product] { try products.get() }

    func buy(_ payment: Payment) async -> PurchaseOutcome {
        note("buy \(payment.productID)")
        if let outcome { return outcome }
        await Self.untilCancelled()
        return .failed(IAPError(.cancelled, "the task was cancelled"))
    }

    /// The pages of the store's transactions.
    func transactions(_ query: TransactionQuery) async throws(IAPError) -> TransactionPage {
        if query.kind == .all { await history.pass() }
        let found: [Transaction]
        switch query.kind {
        case .unfinished: found = unfinished
        case .latest where latest != nil: found = latest ?? []
        default: found = try owned.get()
        }
        var left = found.sorted { ($0.purchaseDate, $0.id) < ($1.purchaseDate, $1.id) }
        if let page = query.page { left.removeAll { ($0.purchaseDate, $0.id) <= (page.purchaseDate, page.id) } }
        guard let limit = query.limit, limit < left.count else { return TransactionPage(left) }
        let page = Array(left.prefix(limit))
        return TransactionPage(page, next: page.last.map(TransactionPage.Mark.init))
    }

    func response(to request: StoreRequest) async throws(IAPError) -> Response {
        note("answer \(request)")
        if let response = responses[request] { return try response.get() }
        await Self.untilCancelled()
        throw IAPError(.cancelled, "the task was cancelled")
    }

    func restore() async throws(IAPError) -> [Transaction] { try owned.get() }
    func finish(_ transactionID: UInt64) async { note("finish \(transactionID)") }

    func listen(handlesMessages: Bool, _ report: @escaping @Sendable (Fact) async -> Bool) async {
        if handlesMessages { note("messages are the game's") }
        for await fact in facts {
            guard await report(fact) else { break }
            monitor.withLock { heard += 1 }
        }
        note("listening ended")
    }

    private static func untilCancelled() async {
        let (stream, input) = AsyncStream.makeStream(of: Void.self)
        await withTaskCancellationHandler {
            for await _ in stream {}
        } onCancel: {
            input.finish()
        }
    }
}

/// A gate that is closed until a test opens it.
final class Gate: Sendable {
    private let openings: AsyncStream<Void>
    private let input: AsyncStream<Void>.Continuation

    init(isOpen: Bool) {
        (openings, input) = AsyncStream.makeStream()
        if isOpen { input.finish() }
    }

    /// Returns when the gate is open.
    func pass() async { for await _ in openings {} }

    func open() { input.finish() }
}

/// Runs tasks directly. A test decides when a pause is over.
final class PlainRunner: TaskRunner, @unchecked Sendable {  // The monitor guards the mutable state.
    private let monitor = Monitor()
    private var tasks: [Task<Void, Never>] = []
    private var isStopped = false
    private var time: Int64 = 0
    private let pauses: AsyncStream<Bool>
    private let pausesInput: AsyncStream<Bool>.Continuation
    private let minutes: AsyncStream<Bool>
    private let minutesInput: AsyncStream<Bool>.Continuation
    /// One element for each pause that begins.
    let begunPauses: AsyncStream<Void>
    private let begunPausesInput: AsyncStream<Void>.Continuation

    init() {
        (pauses, pausesInput) = AsyncStream.makeStream()
        (minutes, minutesInput) = AsyncStream.makeStream()
        (begunPauses, begunPausesInput) = AsyncStream.makeStream()
    }

    func start(_ work: @escaping @Sendable () async -> Void) {
        monitor.withLock {
            guard !isStopped else { return }
            if #available(macOS 15, iOS 18, tvOS 18, visionOS 2, *) {
                tasks.append(Task(executorPreference: Lane.shared) { await work() })
            } else {
                tasks.append(Task { await work() })
            }
        }
    }

    func call<Value>(_ body: () -> Value) -> Value { body() }

    func turn() {}

    func pause() async -> Bool {
        begunPausesInput.yield()
        for await isOver in pauses { return isOver }
        return false
    }

    /// A wait with a length is for the response to a payment, or for a later list of unfinished transactions. No test here needs
    /// such a list.
    func pause(milliseconds: UInt32) async -> Bool {
        if milliseconds < 60_000 { return false }
        for await isOver in minutes { return isOver }
        return false
    }

    var now: Int64 { monitor.withLock { time } }
    var uptime: Int64 { now }

    /// Milliseconds since 1970.
    func set(_ time: Int64) { monitor.withLock { self.time = time } }

    func pause(until time: Int64) async -> Bool {
        if time <= now { return true }
        return await pause()
    }

    func endPause() { pausesInput.yield(true) }

    func endMinute() { minutesInput.yield(true) }

    func stop() {
        let running = monitor.withLock {
            isStopped = true
            return tasks
        }
        for task in running { task.cancel() }
    }

    /// Waits until all work has ended.
    func end() async {
        for task in monitor.withLock({ tasks }) { await task.value }
    }
}

/// All suites share a few threads. A test that waits for the client must not wait for the other suites.
@available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
private final class Lane: TaskExecutor {
    static let shared = Lane()

    private let queue = DispatchQueue(label: "payment clients")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}

import CIAP
import CPlatform
import IAPModel
import Journal
import PaymentQueue
import Platform

/// What an `iap_client` pointer leads to: the mailbox between the library and the game, and who of the game listens.
///
/// It is never freed: a handle that is used after it was closed finds it and learns that it is closed. What is big is let
/// go at the close.
final class GameClient: @unchecked Sendable {  // `monitor` guards everything that changes.
    /// The bits of the word that the pump looks at first. While it is 0 there is nothing to do.
    enum Bit {
        static let work: UInt32 = 1
        static let pumping: UInt32 = 2
        static let closed: UInt32 = 4
        /// Observers came or went, so the pump has to look who is there.
        static let observersChanged: UInt32 = 8
        /// In manual mode, something that failed is to be tried again at the next look. It is nothing to wait for.
        static let retry: UInt32 = 16
    }

    /// What the pointer itself points to.
    struct Cell {
        var word: UInt32
        var client: Unmanaged<GameClient>?
    }

    enum Completion {
        case products(iap_products_function?, UnsafeMutableRawPointer?)
        case transactions(iap_transactions_function?, UnsafeMutableRawPointer?)
        case storefront(iap_storefront_function?, UnsafeMutableRawPointer?)
        case done(iap_completion_function?, UnsafeMutableRawPointer?)
        case flag(iap_flag_function?, UnsafeMutableRawPointer?)
        case text(iap_text_function?, UnsafeMutableRawPointer?)
        case statuses(iap_subscription_statuses_function?, UnsafeMutableRawPointer?)
        case appTransaction(iap_app_transaction_function?, UnsafeMutableRawPointer?)
        case promotions(iap_promotions_function?, UnsafeMutableRawPointer?)
        /// Ends at the observers.
        case restore
    }

    final class Observer {
        let id: UInt64
        let functions: iap_observer
        var isRemoved = false

        init(id: UInt64, functions: iap_observer) {
            self.id = id
            self.functions = functions
        }
    }

    let monitor = Monitor()
    let cell: UnsafeMutablePointer<Cell>
    /// Nil once the client is closed.
    var payments: PaymentClient?
    /// In manual mode, what moves the library on; nil otherwise.
    var turn: (@Sendable () -> Void)?
    var hasTurns: (@Sendable () -> Bool)?
    var hasRetries: (@Sendable () -> Bool)?
    /// Frees delivered events somewhere else than on the game's thread, where there is another.
    var discard: (@Sendable ([QueuedEvent]) -> Void)?
    /// Lets the device go; called once at the close.
    var onClose: (@Sendable () -> Void)?

    private let wake: iap_wake_function?
    private let wakeUserData: UnsafeMutableRawPointer?
    private var runningWakes = 0
    /// Work has come that the game has not been told of.
    var shouldWake = false

    var queue = EventQueue()
    /// News for observers that came while there was none.
    var held: [QueuedEvent] = []
    /// Revocations that came while no observer had a function for them.
    var unheard: [QueuedEvent] = []
    /// What the pump has taken, and how much of it is delivered. Only the thread that pumps touches them.
    var batch: [QueuedEvent] = []
    var batchIndex = 0
    var observers: [Observer] = []
    /// Who waits for an answer. Once it has come, the queue knows.
    var completions: [UInt64: Completion] = [:]
    var isPolled = false
    var hasEndedRequests = false
    /// The id of the observer that came last.
    private(set) var lastObserver: UInt64 = 0
    var pumpingThread: UInt = 0

    init(wake: iap_wake_function?, wakeUserData: UnsafeMutableRawPointer?) {
        self.wake = wake
        self.wakeUserData = wakeUserData
        cell = .allocate(capacity: 1)
        cell.initialize(to: Cell(word: 0, client: nil))
        cell.pointee.client = Unmanaged.passRetained(self)
    }

    var pointer: OpaquePointer { OpaquePointer(cell) }
    /// Tells clients apart, also those that are closed.
    var number: UInt { UInt(bitPattern: cell) }

    static func word(at pointer: OpaquePointer) -> UnsafeMutablePointer<UInt32> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: UInt32.self)
    }

    /// The client behind a handle, closed or not.
    static func at(_ pointer: OpaquePointer?) throws(IAPError) -> GameClient {
        guard let pointer, let client = UnsafeMutablePointer<Cell>(pointer).pointee.client else {
            throw IAPError(.invalidArgument, "the client is NULL")
        }
        return client.takeUnretainedValue()
    }

    /// The payments behind a handle that is open.
    static func open(_ pointer: OpaquePointer?) throws(IAPError) -> (client: GameClient, payments: PaymentClient) {
        let client = try at(pointer)
        guard let payments = client.monitor.withLock({ client.isClosed ? nil : client.payments }) else {
            throw .clientClosed
        }
        return (client, payments)
    }

    var word: UnsafeMutablePointer<UInt32> { Self.word(at: pointer) }
    var isClosed: Bool { platform_load_acquire(word) & Bit.closed != 0 }

    // MARK: Posting

    /// Takes an event from the library. Called in the order of what happened.
    func post(_ event: Event) {
        let handle = EventHandle(event, of: number)
        monitor.withLock {
            queue.append(QueuedEvent(handle, completion: completions.removeValue(forKey: handle.request)))
            noteWork()
        }
    }

    /// There is something for the pump. Only inside `monitor`.
    func noteWork() {
        if platform_fetch_or(word, Bit.work) & Bit.work == 0 { shouldWake = true }
        monitor.broadcast()
    }

    /// Tells the game that there is work, unless it has been told since it last looked, or is just looking. Called with no
    /// lock held.
    func notify() {
        guard let wake else { return }
        let mayCall = monitor.withLock {
            guard shouldWake, platform_load_acquire(word) & (Bit.closed | Bit.pumping) == 0 else { return false }
            shouldWake = false
            runningWakes += 1
            return true
        }
        guard mayCall else { return }
        wake(wakeUserData)
        monitor.withLock {
            runningWakes -= 1
            monitor.broadcast()
        }
    }

    /// In manual mode, work for the next turn is work for the pump.
    func noteTurn() {
        monitor.withLock { noteWork() }
        notify()
    }

    /// Only inside `monitor`.
    func waitForWakes() {
        while runningWakes > 0 { monitor.wait() }
    }

    /// Says who hears of the end of a request; false if the client has ended its requests already.
    func register(_ completion: Completion, for request: UInt64) -> Bool {
        monitor.withLock {
            guard !hasEndedRequests else { return false }
            completions[request] = completion
            return true
        }
    }

    // MARK: Observers

    func add(_ functions: iap_observer) -> UInt64 {
        monitor.withLock {
            lastObserver += 1
            observers.append(Observer(id: lastObserver, functions: functions))
            _ = platform_fetch_or(word, Bit.observersChanged)
            if functions.entitlement_revoked != nil { holdUnheard() }
            releaseHeld()
            return lastObserver
        }
    }

    func removeObserver(_ id: UInt64) -> Bool {
        monitor.withLock {
            guard let index = observers.firstIndex(where: { $0.id == id }) else { return false }
            observers.remove(at: index).isRemoved = true
            _ = platform_fetch_or(word, Bit.observersChanged)
            return true
        }
    }

    /// Somebody comes who has a function for them. Only inside `monitor`.
    func holdUnheard() {
        held = unheard + held
        unheard = []
    }

    /// Somebody listens now: what was held comes first. Only inside `monitor`.
    func releaseHeld() {
        // While the pump is in the middle of a batch, it does this itself, when it has put the rest back.
        guard !held.isEmpty, platform_load_acquire(word) & Bit.pumping == 0 else { return }
        queue.prepend(held)
        held = []
        noteWork()
    }
}

extension IAPError {
    static var clientClosed: IAPError { IAPError(.closed, "the client has been closed") }
}

package import CIAP
import CIAPPlatform
import IAPInterop
package import IAPModel
package import IAPPaymentClient
import IAPPaymentQueue
import IAPPlatform

/// The object behind an `iap_client` pointer: the mailbox between the library and the game, and the game's observers.
///
/// After the close, its handle is invalid. The object lives until the last call on it returns.
package final class GameClient: @unchecked Sendable {  // `monitor` guards everything that changes.
    /// If it is empty, the pump has nothing to do.
    struct State: OptionSet {
        let rawValue: UInt8

        /// The first value of `state`. Its removal reports to the pump that the client is idle, because `didSet` does
        /// not run for a first value.
        static let opening = State(rawValue: 1)
        static let closed = State(rawValue: 2)
        static let work = State(rawValue: 4)
        /// A thread is in a call that calls functions of the game: `pumpingThread`.
        static let pumping = State(rawValue: 8)
        /// Observers were added or removed, and the pump must read them again.
        static let observersChanged = State(rawValue: 16)
        /// In manual mode, the next turn may have something to do although nothing has arrived
        /// (`ManualTurns.hasRetries`). The pump is not idle, but a wait for events does not end.
        static let retry = State(rawValue: 32)
    }

    /// The order of locks: `PaymentClient.monitor` comes before this one, because it is held when events arrive here. So
    /// never call `payments` with this lock held: copy the reference out first, as `monitor.withLock { payments }` does.
    let monitor = Monitor()
    let slot: HandleSlot
    var state: State = .opening {
        didSet { platform_set_idle(slot.number, state.isEmpty ? 1 : 0) }
    }
    var payments: PaymentClient?
    /// In manual mode, advances the library's work; nil otherwise.
    var turns: ManualTurns?
    /// Releases the device. Called once, at the close.
    var onClose: (@Sendable () -> Void)?

    private let wake: iap_wake_function?
    private let wakeUserData: UnsafeMutableRawPointer?
    private var runningWakes = 0
    /// There is work that the wake function has not signalled.
    var shouldWake = false

    /// The events that wait for the game, in the order of their delivery.
    var queue: [EventHandle] = []
    /// Events for observers that came while there was no observer.
    var held: [EventHandle] = []
    /// Revocations that came while no observer had a function for them.
    var unheard: [EventHandle] = []
    /// The events that the pump has taken, and the number of those delivered. Only the thread that pumps uses them.
    var batch: [EventHandle] = []
    var batchIndex = 0
    var observers: [Observer] = []
    /// The requests whose completion the game has not received.
    var completions: [UInt64: Completion] = [:]
    var isPolled = false
    /// The event that a polling host took last. The host may still be dealing with it.
    var polled: EventHandle?
    var hasEndedRequests = false
    private(set) var lastObserver: UInt64 = 0
    var pumpingThread: UInt = 0
    var watch = Watch()

    init(wake: iap_wake_function?, wakeUserData: UnsafeMutableRawPointer?) throws(IAPError) {
        self.wake = wake
        self.wakeUserData = wakeUserData
        slot = try HandleSlot()
    }

    package var pointer: OpaquePointer { slot.pointer }
    /// A number that is unique among all clients, also closed ones.
    package var number: UInt { slot.number }

    /// The client behind a handle, unless it is closed.
    package static func at(_ pointer: OpaquePointer?) throws(IAPError) -> GameClient {
        try OpenHandles.object(at: pointer, GameClient.self, "client")
    }

    /// The payments behind an open handle.
    package static func open(_ pointer: OpaquePointer?) throws(IAPError) -> (
        client: GameClient, payments: PaymentClient
    ) {
        let client = try at(pointer)
        guard let payments = client.monitor.withLock({ client.isClosed ? nil : client.payments }) else {
            throw .clientClosed
        }
        return (client, payments)
    }

    /// Call it only inside `monitor`.
    var isClosed: Bool { state.contains(.closed) }

    // MARK: From the library

    /// Adds an event of the library. Called in the order in which things happened.
    func append(_ event: Event) {
        let handle = EventHandle(event, of: number)
        monitor.withLock {
            queue.append(handle)
            setWork()
        }
    }

    /// There is work for the pump. Call it only inside `monitor`.
    func setWork() {
        if state.insert(.work).inserted { shouldWake = true }
        monitor.broadcast()
    }

    /// Calls the game's wake function if there is work that it has not signalled and the game is not processing events
    /// now. Called with no lock held.
    package func wakeGame() {
        watchPump()
        guard let wake else { return }
        let mayCall = monitor.withLock {
            guard shouldWake, state.isDisjoint(with: [.closed, .pumping]) else { return false }
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

    /// In manual mode, the next turn has something to do, and therefore the pump, too.
    func setTurnWork() {
        monitor.withLock { setWork() }
        wakeGame()
    }

    /// Call it only inside `monitor`.
    func waitForWakes() {
        while runningWakes > 0 { monitor.wait() }
    }

    /// Opens a request that ends with the completion. The completion is registered before the request can complete.
    ///
    /// - Parameter begin: Returns the id of the request. Before the request begins, it calls its argument with that id.
    package func open(
        _ completion: Completion, _ begin: (_ register: (UInt64) -> Void) throws(IAPError) -> UInt64
    ) throws(IAPError) -> UInt64 {
        var isRegistered = false
        let id = try begin { id in
            isRegistered = monitor.withLock {
                if !hasEndedRequests { completions[id] = completion }
                return !hasEndedRequests
            }
        }
        guard isRegistered else { throw .clientClosed }
        return id
    }

    // MARK: Observers

    package func add(_ functions: iap_observer) -> UInt64 {
        monitor.withLock {
            lastObserver += 1
            observers.append(Observer(id: lastObserver, functions: functions))
            state.insert(.observersChanged)
            if functions.entitlement_revoked != nil || functions.verification_requested != nil { holdUnheard() }
            // In the middle of a batch, the pump does this itself after it has put the rest back.
            if !state.contains(.pumping), queueHeld() { setWork() }
            return lastObserver
        }
    }

    package func removeObserver(_ id: UInt64) throws(IAPError) {
        try monitor.withLock { () throws(IAPError) in
            try checkThread()
            guard let index = observers.firstIndex(where: { $0.id == id }) else {
                throw IAPError(.notFound, "no observer has the id \(id)")
            }
            observers.remove(at: index).isRemoved = true
            state.insert(.observersChanged)
        }
    }

    /// An observer now has a function for them. Call it only inside `monitor`.
    func holdUnheard() {
        held = unheard + held
        unheard = []
    }

    /// Delivers held events first. Call it only inside `monitor`.
    ///
    /// - Returns: whether there were held events.
    @discardableResult
    func queueHeld() -> Bool {
        guard !held.isEmpty else { return false }
        queue.insert(contentsOf: held, at: 0)
        held = []
        return true
    }
}

extension IAPError {
    package static var clientClosed: IAPError { .handleClosed("client") }
}

/// How requests end: through the pump, a cancel or the close. Each of these takes the completion out of the list and
/// calls it.
extension GameClient {
    /// Cancels a request on this thread. When this returns without WRONG_THREAD, no thread calls its completion any more.
    package func cancel(request id: UInt64) throws(IAPError) {
        let (begins, completion, payments) = try monitor.withLock {
            () throws(IAPError) -> (Bool, Completion?, PaymentClient?) in
            let begins = try beginPumping()
            let payments = isClosed ? nil : self.payments
            // The close reports the end of a restore to the observers.
            guard completions[id]?.responseKind != .entitlements else { return (begins, nil, payments) }
            return (begins, completions.removeValue(forKey: id), payments)
        }
        defer { if begins { endPumping() } }
        if let completion {
            return end(id, completion, IAPError(.cancelled, "the game cancelled the request"), [])
        }
        guard let payments else { throw .clientClosed }
        guard payments.cancel(restore: id) else {
            throw IAPError(
                .notFound,
                "no request \(id) is open; either its completion was already called, or it is a payment, which cannot be cancelled"
            )
        }
    }

    package func cancel(payment id: UInt64) throws(IAPError) {
        let payments = try monitor.withLock { () throws(IAPError) in
            try checkThread()
            return self.payments
        }
        guard let payments else { throw .clientClosed }
        try payments.cancel(payment: id)
    }

    /// Ends a request on this thread.
    ///
    /// - Parameter observers: They receive the end of a restore.
    func end(_ id: UInt64, _ completion: Completion, _ error: IAPError, _ observers: [Observer]) {
        let kind = completion.responseKind
        let event: Event =
            kind == .entitlements
            ? .restoreFailed(request: id, error) : .requestEnded(request: id, kind, .failure(error))
        let handle = EventHandle(event, of: number)
        withError(of: handle) { error in
            completion.call(pointer, handle, error)
            if !handle.isResponse { for observer in observers { observer.tell(handle, pointer, error) } }
        }
    }
}

extension GameClient {
    /// Ends all work, and ends the open requests with CANCELLED on this thread.
    package func close() throws(IAPError) {
        let (begins, payments, onClose) = try monitor.withLock {
            () throws(IAPError) -> (Bool, PaymentClient?, (@Sendable () -> Void)?) in
            if isClosed { throw .clientClosed }
            let begins = try beginPumping()
            state.insert(.closed)
            monitor.broadcast()
            watch.runner = nil
            return (begins, self.payments, self.onClose)
        }
        defer { if begins { endPumping() } }
        markPolledDelivered()
        var unheard = Unheard(payments)
        payments?.close()
        let observers = monitor.withLock { () -> [Observer] in
            waitForWakes()
            unheard.add(eventsOf: self)
            defer {
                (self.payments, turns, self.onClose) = (nil, nil, nil)
                (self.observers, held, self.unheard) = ([], [], [])
            }
            queue = []
            batchIndex = batch.count
            hasEndedRequests = true
            return self.observers
        }
        onClose?()
        unheard.log()
        endRequests(observers)
        slot.close()
    }

    /// Ends the open requests, oldest first. Each one stays in the list until its turn, because a completion may cancel
    /// the next one.
    private func endRequests(_ observers: [Observer]) {
        let error = IAPError(.cancelled, "the client was closed before the request had its response")
        while true {
            let next = monitor.withLock { () -> (UInt64, Completion)? in
                guard let id = completions.keys.min(), let completion = completions.removeValue(forKey: id) else {
                    return nil
                }
                return (id, completion)
            }
            guard let (id, completion) = next else { return }
            end(id, completion, error, observers)
        }
    }
}

import CIAP

/// An event on its way to the game.
struct QueuedEvent {
    /// What a delivery reads, laid side by side and without references that would have to be counted: the pump then touches
    /// no other memory for an event, most of which the library's thread has written and this processor does not hold.
    struct Content {
        let type: iap_event_type
        let hasError: Bool
        let request: UInt64
        /// The products, transaction or transactions that the event is about.
        let subject: OpaquePointer?
        let countryCode: UnsafePointer<CChar>?
        let identifier: UnsafePointer<CChar>?
        /// Who asked, if somebody did.
        let completion: GameClient.Completion?

        /// Ends a request with a callback of its own; everything else is for the observers.
        var isCompletion: Bool { type <= IAP_EVENT_STOREFRONT_RECEIVED }
    }

    let content: Content
    /// Keeps alive what the content points to.
    let handle: EventHandle

    init(_ handle: EventHandle, completion: GameClient.Completion?) {
        content = Content(
            type: handle.type, hasError: handle.error != nil, request: handle.request,
            subject: handle.products?.borrowed ?? handle.transaction?.borrowed ?? handle.transactions?.borrowed,
            countryCode: handle.storefront?[0], identifier: handle.storefront?[1], completion: completion)
        self.handle = handle
    }
}

/// First in, first out.
struct EventQueue {
    private var events: [QueuedEvent] = []
    /// What stands before this index has been taken.
    private var first = 0

    var count: Int { events.count - first }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ event: QueuedEvent) { events.append(event) }

    /// Puts events before all others.
    mutating func prepend(_ earlier: some Collection<QueuedEvent>) {
        events.replaceSubrange(0..<first, with: earlier)
        first = 0
    }

    mutating func popFirst() -> QueuedEvent? {
        guard !isEmpty else { return nil }
        let event = events[first]
        first += 1
        trim()
        return event
    }

    /// The first events, at most `limit`. All of them are handed over without a copy.
    mutating func take(atMost limit: Int) -> [QueuedEvent] {
        if first == 0, limit >= events.count {
            defer { events = [] }
            return events
        }
        let taken = Array(events[first..<first + min(limit, count)])
        first += taken.count
        trim()
        return taken
    }

    mutating func removeAll() -> [QueuedEvent] {
        take(atMost: count)
    }

    /// Lets go of what was taken once it is the larger part, so that each event is moved once at most.
    private mutating func trim() {
        guard first * 2 >= events.count else { return }
        events.removeFirst(first)
        first = 0
    }
}

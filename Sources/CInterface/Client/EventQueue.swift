import CIAP

/// An event on its way to the game.
struct QueuedEvent {
    /// What a delivery reads, laid side by side and without references that would have to be counted: the pump then touches
    /// no other memory for an event, most of which the library's thread has written and this processor does not hold.
    struct Content {
        let type: iap_event_type
        let hasError: Bool
        /// Ends a request with a callback of its own; everything else is for the observers.
        let isCompletion: Bool
        let flag: Bool
        let request: UInt64
        /// What the event is about; the type tells what kind of handle it is.
        let subject: OpaquePointer?
        /// A storefront's country code, or the text that was asked for.
        let text: UnsafePointer<CChar>?
        /// A storefront's identifier.
        let identifier: UnsafePointer<CChar>?
        /// Who asked, if somebody did.
        let completion: GameClient.Completion?
    }

    let content: Content
    /// Keeps alive what the content points to.
    let handle: EventHandle

    init(_ handle: EventHandle, completion: GameClient.Completion?) {
        content = Content(
            type: handle.type, hasError: handle.error != nil, isCompletion: Self.isCompletion(handle.type),
            flag: handle.flag, request: handle.request, subject: handle.subject?.borrowed, text: handle.texts?[0],
            identifier: handle.texts?[1], completion: completion)
        self.handle = handle
    }

    private static func isCompletion(_ type: iap_event_type) -> Bool {
        switch type {
        case IAP_EVENT_PRODUCTS_RECEIVED, IAP_EVENT_TRANSACTIONS_RECEIVED, IAP_EVENT_STOREFRONT_RECEIVED,
            IAP_EVENT_REQUEST_COMPLETED, IAP_EVENT_FLAG_RECEIVED, IAP_EVENT_TEXT_RECEIVED,
            IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED, IAP_EVENT_APP_TRANSACTION_RECEIVED,
            IAP_EVENT_PROMOTIONS_RECEIVED:
            true
        default: false
        }
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

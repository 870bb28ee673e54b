/// The events that wait for the game, in the order of their delivery. Taking one is fast, even if many wait behind it.
struct EventQueue {
    /// The first events, in reverse order: the next one is last.
    private var front: [EventHandle] = []
    private var back: [EventHandle] = []

    var count: Int { front.count + back.count }
    var isEmpty: Bool { front.isEmpty && back.isEmpty }

    mutating func append(_ event: EventHandle) { back.append(event) }

    /// Puts events before all others.
    mutating func prepend(_ events: some BidirectionalCollection<EventHandle>) {
        front.append(contentsOf: events.reversed())
    }

    // Usually nothing was put back, and nothing is copied.
    var all: [EventHandle] { front.isEmpty ? back : front.reversed() + back }

    mutating func takeAll() -> [EventHandle] {
        defer { self = EventQueue() }
        return all
    }

    /// Takes the first events, at most this many, but at least one if there is any.
    mutating func take(atMost limit: Int) -> [EventHandle] {
        guard limit < count else { return takeAll() }
        if front.isEmpty {
            front = back.reversed()
            back = []
        }
        let taken = front.suffix(limit).reversed() as [EventHandle]
        front.removeLast(taken.count)
        return taken
    }
}

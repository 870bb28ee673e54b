/// Events on their way to the game, in the order of their delivery. Taking one is quick, however many wait behind it.
struct EventQueue {
    /// An event on its way to the game.
    struct Entry {
        let handle: EventHandle
        /// Nil unless the event ends a request.
        let completion: Completion?
    }

    /// The events that come first, the next one last.
    private var front: [Entry] = []
    private var back: [Entry] = []

    var count: Int { front.count + back.count }
    var isEmpty: Bool { front.isEmpty && back.isEmpty }

    mutating func append(_ event: Entry) { back.append(event) }

    /// Puts events before all others.
    mutating func prepend(_ events: some BidirectionalCollection<Entry>) { front.append(contentsOf: events.reversed()) }

    mutating func takeAll() -> [Entry] {
        defer { self = EventQueue() }
        // Mostly nothing was put back, and nothing is copied.
        return front.isEmpty ? back : front.reversed() + back
    }

    /// Takes the first events: as many as that, or fewer, but at least one if there is any.
    mutating func take(atMost limit: Int) -> [Entry] {
        guard limit < count else { return takeAll() }
        if front.isEmpty {
            front = back.reversed()
            back = []
        }
        let taken = front.suffix(limit).reversed() as [Entry]
        front.removeLast(taken.count)
        return taken
    }
}

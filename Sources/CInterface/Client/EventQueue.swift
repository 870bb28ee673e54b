/// First in, first out, without moving what is behind.
struct EventQueue {
    private var events: [EventHandle?] = []
    private var first = 0

    var count: Int { events.count - first }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ event: EventHandle) { events.append(event) }

    mutating func prepend(_ earlier: [EventHandle]) {
        events.replaceSubrange(0..<first, with: earlier.map { $0 })
        first = 0
    }

    mutating func popFirst() -> EventHandle? {
        guard !isEmpty else { return nil }
        let event = events[first]
        events[first] = nil
        first += 1
        if first == events.count {
            events.removeAll(keepingCapacity: first <= 1024)
            first = 0
        }
        return event
    }

    mutating func removeAll() {
        events = []
        first = 0
    }
}

import CIAPPlatform
import IAPPlatform

/// Finds a game's mistakes with handles: a handle that was released, a handle of another type, a handle that was
/// borrowed for a callback that has returned.
///
/// A checked pointer leads to a ticket, not to the object. Tickets are never freed. So an old pointer is never mistaken
/// for a new handle. Use this to find mistakes, not in a game for players.
package enum CheckedHandles {
    /// The target of a checked pointer. Its first bytes differ from those of an idle client.
    private final class Ticket {
        weak var object: (any Handle)?
        let type: String
        /// How often the game must release it.
        var owners = 0
        /// The callback that borrowed it has returned.
        var hasExpired = false

        init(_ object: any Handle) {
            self.object = object
            type = name(of: Swift.type(of: object))
        }
    }

    private struct State {
        var tickets: [OpaquePointer: Ticket] = [:]
        /// The pointers to live objects. A new object may have the same number as one that is gone.
        var pointers: [ObjectIdentifier: OpaquePointer] = [:]
    }

    private static let monitor = Monitor()
    nonisolated(unsafe) private static var state = State()  // `monitor` guards it.

    package static var isOn: Bool { platform_checks_handles() != 0 }

    /// Turns the checks on for the rest of the process. The library refuses earlier handles, because it has no tickets
    /// for them.
    package static func turnOn() { platform_check_handles() }

    static func pointer(to object: some Handle, isGiven: Bool) -> OpaquePointer {
        monitor.withLock {
            let (pointer, ticket) = ticket(of: object)
            if isGiven {
                ticket.owners += 1
                _ = Unmanaged.passRetained(object)
            } else if ticket.owners == 0 {
                ticket.hasExpired = false
            }
            return pointer
        }
    }

    static func object<Object: Handle>(at pointer: OpaquePointer, _ type: Object.Type, _ function: String) -> Object? {
        let (object, mistake) = monitor.withLock { find(pointer, type) }
        if let mistake { tell(mistake, function) }
        return object
    }

    static func retain<Object: Handle>(_ pointer: OpaquePointer, _ type: Object.Type, _ function: String) -> Bool {
        let mistake = monitor.withLock { () -> String? in
            let (object, mistake) = find(pointer, type)
            if let object {
                state.tickets[pointer]?.owners += 1
                _ = Unmanaged.passRetained(object)
            }
            return mistake
        }
        if let mistake { tell(mistake, function) }
        return mistake == nil
    }

    static func release<Object: Handle>(_ pointer: OpaquePointer, _ type: Object.Type, _ function: String) {
        let (object, mistake) = monitor.withLock { () -> (Object?, String?) in
            let (object, mistake) = find(pointer, type)
            guard let object, let ticket = state.tickets[pointer] else { return (nil, mistake) }
            guard ticket.owners > 0 else {
                return (
                    nil, "the \(ticket.type) is borrowed; release only handles that you received as owner or retained"
                )
            }
            ticket.owners -= 1
            return (object, nil)
        }
        if let mistake { tell(mistake, function) }
        // Releases outside the lock, because this may be the last reference.
        if let object { Unmanaged.passUnretained(object).release() }
    }

    static func endBorrowing(of object: any Handle) {
        monitor.withLock {
            guard let pointer = state.pointers[ObjectIdentifier(object)], let ticket = state.tickets[pointer],
                ticket.object === object, ticket.owners == 0
            else { return }
            ticket.hasExpired = true
        }
    }

    /// Call it only outside the lock.
    private static func tell(_ mistake: String, _ function: String) {
        Log.write(.error, "\(function.prefix { $0 != "(" }): \(mistake)")
    }

    // MARK: Inside the lock

    private static func ticket(of object: any Handle) -> (OpaquePointer, Ticket) {
        let number = ObjectIdentifier(object)
        if let pointer = state.pointers[number], let ticket = state.tickets[pointer], ticket.object === object {
            return (pointer, ticket)
        }
        let place = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
        place.initialize(to: .max)
        let (pointer, ticket) = (OpaquePointer(place), Ticket(object))
        state.tickets[pointer] = ticket
        state.pointers[number] = pointer
        return (pointer, ticket)
    }

    private static func find<Object: Handle>(_ pointer: OpaquePointer, _ type: Object.Type) -> (Object?, String?) {
        let wanted = name(of: type)
        guard let ticket = state.tickets[pointer] else {
            return (nil, "the pointer is no \(wanted) of this library")
        }
        guard let object = ticket.object, ticket.owners > 0 || !ticket.hasExpired else {
            let reason = ticket.hasExpired ? "was borrowed for a callback that has returned" : "was released"
            return (nil, "the \(ticket.type) \(reason); retain it to keep it")
        }
        guard let found = object as? Object else {
            return (nil, "the pointer has another type: \(ticket.type), not \(wanted)")
        }
        return (found, nil)
    }

    /// "transaction" for `TransactionHandle`.
    private static func name(of type: any Handle.Type) -> String {
        let name = String(describing: type)
        let words = name.hasSuffix("Handle") ? String(name.dropLast("Handle".count)) : name
        return words.reduce("") { text, letter in
            letter.isUppercase && !text.isEmpty ? text + " " + letter.lowercased() : text + letter.lowercased()
        }
    }
}

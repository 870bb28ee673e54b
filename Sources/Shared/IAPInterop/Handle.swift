import CIAPPlatform
import Foundation
package import IAPModel
import IAPPlatform

/// An immutable object behind an opaque pointer of the C interface. `_retain` and `_release` count its references.
package protocol Handle: AnyObject, Sendable {}

extension Handle {
    package var borrowed: OpaquePointer {
        if CheckedHandles.isOn { return CheckedHandles.pointer(to: self, isGiven: false) }
        return OpaquePointer(Unmanaged.passUnretained(self).toOpaque())
    }

    /// The pointer for a caller that releases the handle later.
    package var given: OpaquePointer {
        let pointer = OpaquePointer(Unmanaged.passRetained(self).toOpaque())
        return CheckedHandles.isOn ? CheckedHandles.pointer(to: self, isGiven: true) : pointer
    }

    package static func at(_ pointer: OpaquePointer?, function: String = #function) -> Self? {
        object(at: pointer, function)
    }

    package static func retain(_ pointer: OpaquePointer?, function: String = #function) -> OpaquePointer? {
        guard let object = object(at: pointer, function, owners: 1) else { return nil }
        _ = Unmanaged.passRetained(object)
        return pointer
    }

    package static func release(_ pointer: OpaquePointer?, function: String = #function) {
        if let object = object(at: pointer, function, owners: -1) { Unmanaged.passUnretained(object).release() }
    }

    private static func object(at pointer: OpaquePointer?, _ function: String, owners: Int = 0) -> Self? {
        guard let pointer else { return nil }
        if CheckedHandles.isOn { return CheckedHandles.object(at: pointer, Self.self, function, owners: owners) }
        return Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    /// The callback that borrowed the handle has returned. It has an effect only if handles are checked.
    package func endBorrowing() {
        if CheckedHandles.isOn { CheckedHandles.endBorrowing(of: self) }
    }

    // The functions `get` are the shared part of the getters: without a handle, or without a value, the result is 0 or
    // NULL. `function` is the getter, for the log.

    package static func get<Number: FixedWidthInteger>(
        _ pointer: OpaquePointer?, function: String = #function, _ number: (Self) -> Number?
    ) -> Number {
        at(pointer, function: function).flatMap(number) ?? 0
    }

    package static func get(
        _ pointer: OpaquePointer?, function: String = #function, _ flag: (Self) -> Bool?
    ) -> Int32 {
        at(pointer, function: function).flatMap(flag) == true ? 1 : 0
    }
}

/// A handle with texts. Each C string is made when it is first requested, and lives as long as the handle.
package protocol TextHandle: Handle {
    var texts: HandleTexts { get }
}

extension TextHandle {
    package func text(_ path: KeyPath<Self, String>) -> UnsafePointer<CChar>? {
        texts.find(path) { self[keyPath: path] }
    }
    package func text(_ path: KeyPath<Self, String?>) -> UnsafePointer<CChar>? {
        texts.find(path) { self[keyPath: path] }
    }

    package static func get(
        _ pointer: OpaquePointer?, _ path: KeyPath<Self, String>, function: String = #function
    ) -> UnsafePointer<CChar>? {
        at(pointer, function: function)?.text(path)
    }
    package static func get(
        _ pointer: OpaquePointer?, _ path: KeyPath<Self, String?>, function: String = #function
    ) -> UnsafePointer<CChar>? {
        at(pointer, function: function)?.text(path)
    }
}

package final class HandleTexts: @unchecked Sendable {  // `monitor` guards what changes.
    /// One lock for all handles: it is held for a moment, and one for each handle would take more memory than the texts.
    private static let monitor = Monitor()
    private var made: [AnyHashable: UnsafeMutablePointer<CChar>] = [:]

    package init() {}

    deinit { for text in made.values { text.deallocate() } }

    /// - Parameter key: The name of the text in this handle.
    package func find(_ key: AnyHashable, _ text: () -> String?) -> UnsafePointer<CChar>? {
        find(key, bytes: { text().map { Array($0.utf8) } })
    }

    /// A NUL follows the bytes.
    package func find(_ key: AnyHashable, bytes: () -> [UInt8]?) -> UnsafePointer<CChar>? {
        if let known = Self.monitor.withLock({ made[key] }) { return UnsafePointer(known) }
        // Not inside the lock, because a text may be long.
        guard let bytes = bytes() else { return nil }
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: CChar(bitPattern: byte)) }
        (copy + bytes.count).initialize(to: 0)
        return Self.monitor.withLock {
            guard let known = made[key] else {
                made[key] = copy
                return UnsafePointer(copy)
            }
            // Another thread was faster.
            copy.deallocate()
            return UnsafePointer(known)
        }
    }
}

extension Array {
    /// Nil past the end. A C caller may pass any index.
    package func element(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

/// Finds a game's mistakes with handles: a handle that was released, a handle of another type, a handle that was
/// borrowed for a callback that has returned.
///
/// A checked pointer leads to a ticket, not to the object. Tickets are never freed. So an old pointer is never mistaken
/// for a new handle. Use this to find mistakes, not in a game for players.
package enum CheckedHandles {
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

    fileprivate static func pointer(to object: some Handle, isGiven: Bool) -> OpaquePointer {
        monitor.withLock {
            if let (pointer, ticket) = known(object) {
                if isGiven { ticket.owners += 1 } else if ticket.owners == 0 { ticket.hasExpired = false }
                return pointer
            }
            let (pointer, ticket) = (OpaquePointer(UnsafeMutablePointer<UInt64>.allocate(capacity: 1)), Ticket(object))
            if isGiven { ticket.owners = 1 }
            state.tickets[pointer] = ticket
            state.pointers[ObjectIdentifier(object)] = pointer
            return pointer
        }
    }

    /// The object behind a pointer. Logs the mistake if there is none.
    ///
    /// - Parameter owners: How many references the game gets (1) or returns (-1).
    fileprivate static func object<Object: Handle>(
        at pointer: OpaquePointer, _ type: Object.Type, _ function: String, owners: Int = 0
    ) -> Object? {
        let (object, mistake) = monitor.withLock { () -> (Object?, String?) in
            guard let ticket = state.tickets[pointer] else {
                return (nil, "the pointer leads to no \(name(of: type)) of this library")
            }
            guard let found = ticket.object, ticket.owners > 0 || !ticket.hasExpired else {
                let reason = ticket.hasExpired ? "was borrowed for a callback that has returned" : "was released"
                return (nil, "the \(ticket.type) \(reason); retain it to keep it")
            }
            guard let object = found as? Object else {
                return (nil, "the pointer has another type: \(ticket.type), not \(name(of: type))")
            }
            guard ticket.owners + owners >= 0 else {
                return (
                    nil, "the \(ticket.type) is borrowed; release only handles that you received as owner or retained"
                )
            }
            ticket.owners += owners
            return (object, nil)
        }
        // Whoever switches the checks on asks for these lines.
        if let mistake { Log.write(.error, evenIfUnset: true, "\(function.prefix { $0 != "(" }): \(mistake)") }
        return object
    }

    fileprivate static func endBorrowing(of object: any Handle) {
        monitor.withLock { if let (_, ticket) = known(object), ticket.owners == 0 { ticket.hasExpired = true } }
    }

    /// Call it only inside the lock.
    private static func known(_ object: any Handle) -> (OpaquePointer, Ticket)? {
        guard let pointer = state.pointers[ObjectIdentifier(object)], let ticket = state.tickets[pointer],
            ticket.object === object
        else { return nil }
        return (pointer, ticket)
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

/// The open clients, devices and stores. With it their handles find them, and leak checkers see that they are in use.
///
/// A handle is a number that names a slot of a table and a generation of that slot (`CIAPPlatform.h`). When an object
/// is gone, its slot serves the next one, with the next generation. So a closed handle is safe to pass forever, and
/// needs no memory.
package enum OpenHandles {
    fileprivate struct Slot {
        var generation: UInt32 = 0
        var object: AnyObject?
    }

    private struct State {
        /// The slots that have been used, a prefix of the table.
        var slots: [Slot] = []
        var free: [Int] = []
    }

    private static let monitor = Monitor()
    nonisolated(unsafe) private static var state = State()  // `monitor` guards it.

    /// The object behind an open handle.
    ///
    /// - Parameter name: The name of the kind, in messages.
    package static func object<Object>(
        at pointer: OpaquePointer?, _ type: Object.Type, _ name: String
    ) throws(IAPError) -> Object {
        guard let pointer else { throw IAPError(.invalidArgument, "the \(name) is NULL") }
        let handle = UInt(bitPattern: pointer)
        let (slot, generation) = (Int(platform_slot_of_handle(handle)), platform_generation_of_handle(handle))
        let found = monitor.withLock { state.slots.indices.contains(slot) ? state.slots[slot] : nil }
        guard let found, handle & 1 == 1, generation > 0, generation <= found.generation else {
            throw .noHandle(name)
        }
        guard generation == found.generation, let object = found.object else { throw .handleClosed(name) }
        guard let object = object as? Object else { throw .noHandle(name) }
        return object
    }

    // MARK: For `HandleSlot`

    fileprivate static func take() throws(IAPError) -> UnsafeMutableRawPointer {
        try monitor.withLock { () throws(IAPError) in
            let slot = state.free.popLast() ?? state.slots.count
            guard slot < Int(PLATFORM_SLOT_COUNT) else {
                throw IAPError(
                    .busy,
                    "\(PLATFORM_SLOT_COUNT) clients, devices and stores are open, which is the limit; close one of them first"
                )
            }
            if slot == state.slots.count { state.slots.append(Slot()) }
            state.slots[slot].generation += 1
            return platform_handle(UInt32(slot), state.slots[slot].generation)
        }
    }

    fileprivate static func set(_ object: AnyObject?, at slot: Int) {
        // Released outside the lock, because its end gives the slot back.
        _ = monitor.withLock { () -> AnyObject? in
            defer { state.slots[slot].object = object }
            return state.slots[slot].object
        }
    }

    fileprivate static func giveBack(_ slot: Int) {
        monitor.withLock {
            // A slot that has used all generations has no new handle left.
            if state.slots[slot].generation < .max { state.free.append(slot) }
        }
    }
}

/// The slot of an object among the open handles. The object holds it. Another object gets the slot when nothing uses
/// this one any more.
package final class HandleSlot: @unchecked Sendable {  // It is constant; the slot is guarded.
    /// Safe to pass until the end of the process. It is invalid before `open(_:)`.
    package let pointer: OpaquePointer

    /// - Throws: `IAP_ERROR_BUSY` if too many are open.
    package init() throws(IAPError) {
        pointer = OpaquePointer(try OpenHandles.take())
    }

    deinit { OpenHandles.giveBack(index) }

    /// A number that is unique in the process, also among closed objects.
    package var number: UInt { UInt(bitPattern: pointer) }

    private var index: Int { Int(platform_slot_of_handle(number)) }

    /// From now on the handle leads to the object.
    package func open(_ object: AnyObject) { OpenHandles.set(object, at: index) }

    /// From now on the handle belongs to a closed object.
    package func close() { OpenHandles.set(nil, at: index) }
}

extension IAPError {
    package static func handleClosed(_ name: String) -> IAPError { IAPError(.closed, "the \(name) has been closed") }

    fileprivate static func noHandle(_ name: String) -> IAPError {
        var error = IAPError(.invalidArgument, "the pointer leads to no \(name) of this library")
        error.isAlwaysLogged = true
        return error
    }
}

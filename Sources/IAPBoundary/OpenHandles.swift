import CIAPPlatform
package import IAPModel
import IAPPlatform

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
    /// Safe to pass until the end of the process. It leads nowhere before `open(_:)`.
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
        var error = IAPError(.invalidArgument, "the pointer is no \(name) of this library")
        error.logging = .asError
        return error
    }
}

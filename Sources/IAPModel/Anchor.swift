#if canImport(ObjectiveC)
    internal import Darwin
    internal import Dispatch
#endif

/// The place where the system shows its user interface: a scene, a view controller or a window of the game. This value
/// keeps it alive.
public struct Anchor: Sendable, Hashable {
    private let address: UInt
    #if canImport(ObjectiveC)
        private let keeper: Keeper

        /// The object, for use on the main actor.
        @MainActor public var object: AnyObject { keeper.object.takeUnretainedValue() }
    #endif

    /// - Parameter pointer: On Apple's systems an Objective-C object. Not used on other systems.
    public init?(_ pointer: UnsafeMutableRawPointer?) {
        guard let pointer else { return nil }
        address = UInt(bitPattern: pointer)
        #if canImport(ObjectiveC)
            keeper = Keeper(pointer)
        #endif
    }

    public static func == (one: Anchor, other: Anchor) -> Bool { one.address == other.address }
    public func hash(into hasher: inout Hasher) { hasher.combine(address) }
}

#if canImport(ObjectiveC)
    /// The one reference that the copies of an anchor share. It may be the last reference to the object. UIKit and
    /// AppKit objects must end on the main thread, but a copy may end on any thread.
    private final class Keeper: @unchecked Sendable {  // The object is used on the main thread only.
        let object: Unmanaged<AnyObject>

        init(_ pointer: UnsafeMutableRawPointer) {
            object = .fromOpaque(pointer)
            _ = object.retain()
        }

        deinit {
            if pthread_main_np() != 0 {
                object.release()
            } else {
                let address = UInt(bitPattern: object.toOpaque())
                DispatchQueue.main.async {
                    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
                    Unmanaged<AnyObject>.fromOpaque(pointer).release()
                }
            }
        }
    }
#endif

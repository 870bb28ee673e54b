/// The place where the system shows something: a scene, view controller or window of the game. This value keeps it alive.
public struct Anchor: Sendable, Hashable {
    private let address: UInt
    #if canImport(ObjectiveC)
        private let keeper: Keeper

        private final class Keeper: @unchecked Sendable {  // Only carried around here; used on the main actor.
            let object: AnyObject
            init(_ object: AnyObject) { self.object = object }
        }

        /// The object, for use on the main actor.
        public var object: AnyObject { keeper.object }
    #endif

    /// - Parameter pointer: on Apple's systems an Objective-C object; elsewhere it is not used.
    public init?(_ pointer: UnsafeMutableRawPointer?) {
        guard let pointer else { return nil }
        address = UInt(bitPattern: pointer)
        #if canImport(ObjectiveC)
            keeper = Keeper(Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue())
        #endif
    }

    public static func == (one: Anchor, other: Anchor) -> Bool { one.address == other.address }
    public func hash(into hasher: inout Hasher) { hasher.combine(address) }
}

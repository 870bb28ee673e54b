package import IAPModel
import IAPPlatform

/// Everything that a handle of the C interface leads to and that is never freed, so that leak checkers see it in use.
package enum OpenHandles {
    private static let monitor = Monitor()
    nonisolated(unsafe) private static var all: [OpaquePointer: AnyObject] = [:]  // `monitor` guards it.

    /// - Returns: the pointer to the object itself.
    package static func keep(_ object: AnyObject) -> OpaquePointer {
        let pointer = OpaquePointer(Unmanaged.passUnretained(object).toOpaque())
        keep(object, at: pointer)
        return pointer
    }

    package static func keep(_ object: AnyObject, at pointer: OpaquePointer) {
        monitor.withLock { all[pointer] = object }
    }

    /// Refuses a pointer that leads to nothing of this kind. Only where handles are checked.
    ///
    /// - Parameter name: of the kind, in messages.
    package static func check<Object: AnyObject>(
        _ pointer: OpaquePointer, _ type: Object.Type, _ name: String
    ) throws(IAPError) {
        guard CheckedHandles.isOn else { return }
        guard monitor.withLock({ all[pointer] }) is Object else {
            var error = IAPError(.invalidArgument, "the pointer is no \(name) of this library")
            error.logging = .asError
            throw error
        }
    }

    /// The object behind a pointer; nil for any other pointer.
    package static func object(at pointer: OpaquePointer) -> AnyObject? { monitor.withLock { all[pointer] } }
}

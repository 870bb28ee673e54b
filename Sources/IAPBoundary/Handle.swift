/// An immutable object behind an opaque pointer of the C interface, counted by `_retain` and `_release`.
package protocol Handle: AnyObject, Sendable {}

extension Handle {
    /// The pointer for a caller that borrows the handle.
    package var borrowed: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// The pointer for a caller that releases the handle later.
    package var given: OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

    package static func at(_ pointer: OpaquePointer?) -> Self? {
        pointer.map { Unmanaged<Self>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }

    package static func retain(_ pointer: OpaquePointer?) -> OpaquePointer? {
        if let pointer { _ = Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).retain() }
        return pointer
    }

    package static func release(_ pointer: OpaquePointer?) {
        if let pointer { Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).release() }
    }
}

extension Array {
    /// Nil past the end; a C caller's index may be anything.
    package func element(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

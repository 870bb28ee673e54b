/// An immutable object behind an opaque pointer of the C interface, counted by `_retain` and `_release`.
protocol Handle: AnyObject, Sendable {}

extension Handle {
    /// The pointer, for somebody who borrows it.
    var borrowed: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// The pointer, for somebody who will release it.
    var given: OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

    static func at(_ pointer: OpaquePointer?) -> Self? {
        pointer.map { Unmanaged<Self>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }

    static func retain(_ pointer: OpaquePointer?) -> OpaquePointer? {
        if let pointer { _ = Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).retain() }
        return pointer
    }

    static func release(_ pointer: OpaquePointer?) {
        if let pointer { Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).release() }
    }
}

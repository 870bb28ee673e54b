import CIAPPlatform

/// An immutable object behind an opaque pointer of the C interface. `_retain` and `_release` count its references.
package protocol Handle: AnyObject, Sendable {}

extension Handle {
    /// The pointer for a caller that borrows the handle.
    package var borrowed: OpaquePointer {
        if CheckedHandles.isOn { return CheckedHandles.pointer(to: self, isGiven: false) }
        return OpaquePointer(Unmanaged.passUnretained(self).toOpaque())
    }

    /// The pointer for a caller that releases the handle later.
    package var given: OpaquePointer {
        if CheckedHandles.isOn { return CheckedHandles.pointer(to: self, isGiven: true) }
        return OpaquePointer(Unmanaged.passRetained(self).toOpaque())
    }

    package static func at(_ pointer: OpaquePointer?, function: String = #function) -> Self? {
        guard let pointer else { return nil }
        if CheckedHandles.isOn { return CheckedHandles.object(at: pointer, Self.self, function) }
        return Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    package static func retain(_ pointer: OpaquePointer?, function: String = #function) -> OpaquePointer? {
        guard let pointer else { return nil }
        if CheckedHandles.isOn { return CheckedHandles.retain(pointer, Self.self, function) ? pointer : nil }
        _ = Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).retain()
        return pointer
    }

    package static func release(_ pointer: OpaquePointer?, function: String = #function) {
        guard let pointer else { return }
        if CheckedHandles.isOn { return CheckedHandles.release(pointer, Self.self, function) }
        Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).release()
    }

    /// The callback that borrowed the handle has returned. It has an effect only if handles are checked.
    package func endBorrowing() {
        if CheckedHandles.isOn { CheckedHandles.endBorrowing(of: self) }
    }
}

extension Array {
    /// Nil past the end. A C caller may pass any index.
    package func element(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

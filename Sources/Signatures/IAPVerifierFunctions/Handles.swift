import IAPInterop

public typealias CHandle = OpaquePointer?
public typealias CText = UnsafePointer<CChar>?

/// An immutable value behind a pointer of the C interface.
class ValueHandle<Value: Sendable>: TextHandle, @unchecked Sendable {
    let value: Value
    let texts = HandleTexts()

    init(_ value: Value) { self.value = value }
}

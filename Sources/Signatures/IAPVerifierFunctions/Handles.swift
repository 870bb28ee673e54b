import CIAP
import IAPInterop

public typealias CHandle = OpaquePointer?
public typealias CText = UnsafePointer<CChar>?

/// An immutable value behind a pointer of the C interface. The functions `get` are the shared part of the getters:
/// without a handle, or without a value, the result is 0 or NULL. `function` is the getter, for the log.
class ValueHandle<Value: Sendable>: TextHandle, @unchecked Sendable {
    let value: Value
    let texts = HandleTexts()

    init(_ value: Value) { self.value = value }

    static func get(_ p: CHandle, _ path: KeyPath<Value, String>, function: String = #function) -> CText {
        at(p, function: function).flatMap { handle in handle.texts.find(path) { handle.value[keyPath: path] } }
    }

    static func get(_ p: CHandle, _ path: KeyPath<Value, String?>, function: String = #function) -> CText {
        at(p, function: function).flatMap { handle in handle.texts.find(path) { handle.value[keyPath: path] } }
    }

    static func get<Number: FixedWidthInteger>(
        _ p: CHandle, _ path: KeyPath<Value, Number>, function: String = #function
    ) -> Number { at(p, function: function)?.value[keyPath: path] ?? 0 }

    static func get<Number: FixedWidthInteger>(
        _ p: CHandle, _ path: KeyPath<Value, Number?>, function: String = #function
    ) -> Number { at(p, function: function)?.value[keyPath: path] ?? 0 }

    static func get(_ p: CHandle, _ path: KeyPath<Value, Bool?>, function: String = #function) -> Int32 {
        at(p, function: function)?.value[keyPath: path] == true ? 1 : 0
    }

    static func get(_ p: CHandle, _ path: KeyPath<Value, Bool>, function: String = #function) -> Int32 {
        at(p, function: function)?.value[keyPath: path] == true ? 1 : 0
    }
}

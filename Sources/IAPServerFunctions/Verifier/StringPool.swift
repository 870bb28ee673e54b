import IAPPlatform

/// C strings that live as long as the pool. Each one is created at its first use. Any thread may use the pool.
final class StringPool: Sendable {
    /// The key is the bytes, because strings with different bytes can be equal.
    private let strings = Guarded<[[UInt8]: UnsafeMutablePointer<CChar>]>([:])

    deinit {
        for string in strings.value.values { string.deallocate() }
    }

    func characters(_ text: String) -> UnsafePointer<CChar> {
        let bytes = Array(text.utf8)
        return strings.withLock { strings in
            if let known = strings[bytes] { return UnsafePointer(known) }
            let new = Self.copy(of: bytes)
            strings[bytes] = new
            return UnsafePointer(new)
        }
    }

    private static func copy(of bytes: [UInt8]) -> UnsafeMutablePointer<CChar> {
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: CChar(bitPattern: byte)) }
        (copy + bytes.count).initialize(to: 0)
        return copy
    }
}

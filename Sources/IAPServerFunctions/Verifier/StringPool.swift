import IAPPlatform

/// C strings that live as long as the pool, each made when it is first asked for. Any thread may use it.
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
            let new = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
            for (index, byte) in bytes.enumerated() { (new + index).initialize(to: CChar(bitPattern: byte)) }
            (new + bytes.count).initialize(to: 0)
            strings[bytes] = new
            return UnsafePointer(new)
        }
    }
}

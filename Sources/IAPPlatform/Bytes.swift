#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

extension [UInt8] {
    /// The first position of the byte after an offset; nil if there is none. Fast also in long texts.
    package func offset(of byte: UInt8, after previous: Int = -1) -> Int? {
        let start = previous + 1
        return withUnsafeBytes { bytes in
            guard start < bytes.count, let base = bytes.baseAddress else { return nil }
            let found = memchr(base + start, CInt(byte), bytes.count - start)
            return found.map { UnsafeRawPointer($0) - base }
        }
    }
}

extension String {
    /// A C reader takes the part before a NUL for the whole text.
    package var hasNUL: Bool {
        var text = self
        return text.withUTF8 { bytes in bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false }
    }
}

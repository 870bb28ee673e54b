#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

extension [UInt8] {
    /// The first place of the byte behind an offset; nil if it is not there. Quick also in long texts.
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
    /// A reader in C takes the part before a NUL for the whole.
    package var hasNUL: Bool {
        var text = self
        return text.withUTF8 { bytes in bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false }
    }
}

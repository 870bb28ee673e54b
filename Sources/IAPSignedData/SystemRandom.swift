internal import Glibc

/// Unpredictable random bytes from the system.
package enum SystemRandom {
    package static func bytes(_ count: Int) throws(SignedDataError) -> [UInt8] {
        guard count >= 0, count <= Int(Int32.max) else {
            throw .systemFailure("\(count) is not a valid number of random bytes; request 0 to \(Int32.max).")
        }
        var bytes = [UInt8](repeating: 0, count: count)
        let isFilled = bytes.withUnsafeMutableBytes { bytes in
            // The maximum number of bytes that the system gives at a time.
            stride(from: 0, to: count, by: 256).allSatisfy { offset in
                bytes.baseAddress.map { getentropy($0 + offset, min(256, count - offset)) } == 0
            }
        }
        guard isFilled else {
            throw .systemFailure("The system cannot give \(count) random bytes; check its entropy source.")
        }
        return bytes
    }
}

import COpenSSL

/// Random bytes that nobody can foretell, from OpenSSL's generator.
package enum SystemRandom {
    package static func bytes(_ count: Int) throws(SignedDataError) -> [UInt8] {
        guard let length = Int32(exactly: count), length >= 0 else {
            throw .systemFailure("\(count) is no number of random bytes; ask for 0 to \(Int32.max).")
        }
        var bytes = [UInt8](repeating: 0, count: count)
        guard RAND_bytes(&bytes, length) == 1 else {
            ERR_clear_error()
            throw .systemFailure("OpenSSL cannot give \(count) random bytes; check the system's entropy source.")
        }
        return bytes
    }
}

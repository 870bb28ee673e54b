import CIAPOpenSSL

package enum Digest {
    /// 20 bytes. Only for formats that require it: attackers can create collisions.
    package static func sha1(_ bytes: [UInt8]) -> [UInt8] { hash(bytes, EVP_sha1(), count: 20) }

    package static func sha256(_ bytes: [UInt8]) -> [UInt8] { hash(bytes, EVP_sha256(), count: 32) }

    package static func sha384(_ bytes: [UInt8]) -> [UInt8] { hash(bytes, EVP_sha384(), count: 48) }

    /// 32 bytes.
    package static func hmacSHA256(key: [UInt8], message: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { code, count in
            let isMade =
                HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, code.baseAddress, nil) != nil
            count = required(isMade, 32)
        }
    }

    private static func hash(_ bytes: [UInt8], _ digest: OpaquePointer?, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { hash, written in
            written = required(
                EVP_Digest(bytes, bytes.count, hash.baseAddress, nil, digest, nil) == 1, count)
        }
    }

    /// A digest of existing bytes fails only if there is no memory. In this case Swift ends the process as well.
    private static func required(_ isMade: Bool, _ count: Int) -> Int {
        precondition(isMade, "OpenSSL has no memory for a digest")
        return count
    }
}

import COpenSSL

package enum Digest {
    /// 20 bytes. Only for formats that ask for it: collisions can be made.
    package static func sha1(_ bytes: [UInt8]) -> [UInt8] {
        var context = SHA_CTX()
        var digest = [UInt8](repeating: 0, count: Int(SHA_DIGEST_LENGTH))
        SHA1_Init(&context)
        SHA1_Update(&context, bytes, bytes.count)
        SHA1_Final(&digest, &context)
        return digest
    }

    /// 32 bytes.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var state = SHA256State()
        state.update(bytes)
        return state.digest
    }

    /// 48 bytes.
    package static func sha384(_ bytes: [UInt8]) -> [UInt8] {
        var context = SHA512_CTX()
        var digest = [UInt8](repeating: 0, count: Int(SHA384_DIGEST_LENGTH))
        SHA384_Init(&context)
        SHA384_Update(&context, bytes, bytes.count)
        SHA384_Final(&digest, &context)
        return digest
    }

    /// 32 bytes.
    package static func hmacSHA256(key: [UInt8], message: [UInt8]) -> [UInt8] {
        HMACSHA256(key: key).code(for: message)
    }
}

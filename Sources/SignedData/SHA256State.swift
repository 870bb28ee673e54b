import COpenSSL

/// A half-done SHA-256. It is a value: a copy hashes many texts with one beginning without hashing that again.
struct SHA256State: Sendable {
    private var context = SHA256_CTX()

    init() {
        SHA256_Init(&context)
    }

    mutating func update(_ bytes: [UInt8]) {
        SHA256_Update(&context, bytes, bytes.count)
    }

    mutating func update(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { buffer in
            _ = SHA256_Update(&context, buffer.baseAddress, buffer.count)
        }
    }

    mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        SHA256_Update(&context, bytes.baseAddress, bytes.count)
    }

    /// For functions of OpenSSL that go on from here with a copy.
    func withContext<Result>(_ body: (UnsafePointer<SHA256_CTX>) -> Result) -> Result {
        withUnsafePointer(to: context, body)
    }

    var digest: [UInt8] {
        var context = context
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256_Final(&digest, &context)
        return digest
    }
}

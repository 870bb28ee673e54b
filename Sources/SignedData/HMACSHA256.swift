/// HMAC with SHA-256 (RFC 2104) under one key, whose two key blocks are hashed once.
struct HMACSHA256: Sendable {
    private static let blockSize = 64

    private var inner = SHA256State()
    private var outer = SHA256State()

    init(key: [UInt8]) {
        var block = key.count > Self.blockSize ? Digest.sha256(key) : key
        block.append(contentsOf: repeatElement(0, count: Self.blockSize - block.count))
        inner.update(block.map { $0 ^ 0x36 })
        outer.update(block.map { $0 ^ 0x5C })
    }

    func code(for message: [UInt8]) -> [UInt8] {
        var inner = inner
        var outer = outer
        inner.update(message)
        outer.update(inner.digest)
        return outer.digest
    }
}

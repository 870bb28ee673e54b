/// The nonces of RFC 6979, section 3.2, for P-256 and SHA-256: the same key and digest give the same sequence, so that
/// a signature is a function of key and message.
struct DeterministicNonce: Sendable {
    private static let zeroKey = HMACSHA256(key: [UInt8](repeating: 0, count: 32))

    private var authenticator: HMACSHA256
    private var value: [UInt8]
    private var isFirst = true

    init(scalar: [UInt8], digest: [UInt8]) {
        let secret = scalar + Self.reduced(digest)
        value = [UInt8](repeating: 1, count: 32)
        authenticator = HMACSHA256(key: Self.zeroKey.code(for: value + [0] + secret))
        value = authenticator.code(for: value)
        authenticator = HMACSHA256(key: authenticator.code(for: value + [1] + secret))
        value = authenticator.code(for: value)
    }

    /// The next candidate. The caller asks again if it is not in 1...n-1 or gives no signature.
    mutating func next() -> [UInt8] {
        if !isFirst {
            authenticator = HMACSHA256(key: authenticator.code(for: value + [0]))
            value = authenticator.code(for: value)
        }
        isFirst = false
        value = authenticator.code(for: value)
        return value
    }

    /// Secret bytes that go with the last candidate and tell nothing about it.
    var blinding: [UInt8] { authenticator.code(for: value) }

    /// The RFC's bits2octets: the digest modulo n. A digest is below 2n, one subtraction is enough.
    private static func reduced(_ digest: [UInt8]) -> [UInt8] {
        guard !digest.lexicographicallyPrecedes(P256Key.order) else { return digest }
        var result = digest
        var borrow = 0
        for index in result.indices.reversed() {
            let difference = Int(digest[index]) - Int(P256Key.order[index]) - borrow
            borrow = difference < 0 ? 1 : 0
            result[index] = UInt8(truncatingIfNeeded: difference)
        }
        return result
    }
}

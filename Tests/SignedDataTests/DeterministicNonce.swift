import COpenSSL

@testable import SignedData

/// The nonces with which a key signs a digest, one after the other.
struct DeterministicNonce {
    private var nonces = copenssl_nonces()

    init(scalar: [UInt8], digest: [UInt8]) {
        copenssl_nonces_start(&nonces, scalar, P256Key.reduced(digest))
    }

    mutating func next() -> [UInt8] {
        var nonce = [UInt8](repeating: 0, count: 32)
        copenssl_nonces_next(&nonces, &nonce)
        return nonce
    }
}

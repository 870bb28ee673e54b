import COpenSSL
internal import CPlainCertificate

/// Owns an EC key of OpenSSL, private or public.
///
/// Unchecked Sendable: the key is complete when it comes here and OpenSSL only reads it afterwards.
final class P256Key: @unchecked Sendable {
    /// n, the number of points.
    static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// The DER of a SubjectPublicKeyInfo up to the point: id-ecPublicKey, prime256v1, a bit string of 66 bytes.
    static let publicKeyPrefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
        0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]

    let pointer: OpaquePointer
    /// 65 bytes: 4, x, y.
    let point: [UInt8]

    /// Nil unless the scalar is 32 bytes and in 1...n-1.
    init?(scalar: UnsafeBufferPointer<UInt8>) {
        guard scalar.count == 32, let pointer = copenssl_p256_private_key(scalar.baseAddress) else { return nil }
        self.pointer = pointer
        var point = [UInt8](repeating: 0, count: 65)
        let isWritten = copenssl_p256_point(pointer, &point) == 1
        self.point = point
        guard isWritten else { return nil }
    }

    /// Nil unless the point is on the curve.
    init?(point: [UInt8]) {
        guard point.count == 65, let pointer = plain_public_key(NID_X9_62_prime256v1, point, point.count)
        else { return nil }
        self.pointer = pointer
        self.point = point
    }

    deinit {
        // OpenSSL wipes the private number.
        EC_KEY_free(pointer)
    }
}

extension P256Key {
    /// The bits2octets of RFC 6979: the digest modulo n. A digest is below 2n, one subtraction is enough.
    static func reduced(_ digest: [UInt8]) -> [UInt8] {
        guard !digest.lexicographicallyPrecedes(order) else { return digest }
        var result = digest
        var borrow = 0
        for index in result.indices.reversed() {
            let difference = Int(digest[index]) - Int(order[index]) - borrow
            borrow = difference < 0 ? 1 : 0
            result[index] = UInt8(truncatingIfNeeded: difference)
        }
        return result
    }
}

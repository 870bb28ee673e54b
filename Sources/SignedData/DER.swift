/// The few DER forms around a signature. Everything else in a certificate is written by OpenSSL.
enum DER {
    /// ecdsa-with-SHA256 (RFC 5758, section 3.2); its parameters are absent.
    static let ecdsaWithSHA256: [UInt8] = sequence([0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02])

    static func sequence(_ content: [UInt8]) -> [UInt8] {
        element(tag: 0x30, content)
    }

    static func bitString(_ content: [UInt8]) -> [UInt8] {
        element(tag: 0x03, [0] + content)
    }

    /// A number without sign, big endian.
    static func integer(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var content = Array(bytes.drop { $0 == 0 })
        if content.first.map({ $0 >= 0x80 }) ?? true { content.insert(0, at: 0) }
        return element(tag: 0x02, content)
    }

    /// The DER form of a raw ES256 signature.
    static func ecdsaSignature(_ raw: [UInt8]) -> [UInt8] {
        sequence(integer(raw.prefix(32)) + integer(raw.dropFirst(32)))
    }

    private static func element(tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        var length: [UInt8] = []
        if content.count < 0x80 {
            length = [UInt8(content.count)]
        } else {
            var rest = content.count
            while rest > 0 {
                length.insert(UInt8(rest & 0xFF), at: 0)
                rest >>= 8
            }
            length.insert(0x80 | UInt8(length.count), at: 0)
        }
        return [tag] + length + content
    }
}

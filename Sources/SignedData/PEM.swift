/// Base64 in lines of 64 characters, as OpenSSL writes it into text files (RFC 7468).
enum PEM {
    private static let lineLength = 64

    /// The lines, without anything around them and without a line break at the end.
    static func lines(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Base64Alphabet.standard.encode(bytes)
        let lines = stride(from: 0, to: digits.count, by: lineLength).map { digits[$0...].prefix(lineLength) }
        return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// A text file with a DER SubjectPublicKeyInfo.
    static func publicKey(_ der: [UInt8]) -> [UInt8] {
        Array("-----BEGIN PUBLIC KEY-----\n".utf8) + lines(der) + Array("\n-----END PUBLIC KEY-----\n".utf8)
    }
}

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

    /// The bytes of a text file with one block of this label. Spaces and line breaks do not count. Nil for any other text.
    static func content(of text: String, label: String) -> [UInt8]? {
        // A key for P-256 has some 250 characters.
        guard text.utf8.count <= 4096 else { return nil }
        let filtered = text.utf8.filter { !blanks.contains($0) }
        guard let range = filtered.withUnsafeBufferPointer({ digits(of: $0, label: label) }) else { return nil }
        return Base64Alphabet.standard.decode(filtered[range])
    }

    static let blanks = Array(" \t\r\n".utf8)

    /// Where the digits stand in such a text without its blanks. Nil for any other text.
    static func digits(of text: UnsafeBufferPointer<UInt8>, label: String) -> Range<Int>? {
        let words = label.utf8.filter { !blanks.contains($0) }
        let (begin, end) = (Array("-----BEGIN".utf8) + words, Array("-----END".utf8) + words)
        let dashes = Array("-----".utf8)
        let edges = (begin + dashes, end + dashes)
        guard text.count >= edges.0.count + edges.1.count, text.starts(with: edges.0),
            text.suffix(edges.1.count).elementsEqual(edges.1)
        else { return nil }
        return edges.0.count..<(text.count - edges.1.count)
    }
}

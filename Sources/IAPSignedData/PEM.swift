internal import Foundation
internal import IAPSignedText

/// Base64 in lines of 64 characters, as OpenSSL writes it into text files (RFC 7468).
package enum PEM {
    private static let lineLength = 64
    /// A key for P-256 has about 250 characters.
    static let longestKey = 4096

    /// The lines, without anything around them and without a line break at the end.
    package static func lines(_ bytes: [UInt8]) -> String {
        let digits = Array(Base64.encode(bytes).utf8)
        let lines = stride(from: 0, to: digits.count, by: lineLength).map { digits[$0...].prefix(lineLength) }
        return String(decoding: Array(lines.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self)
    }

    /// A text file with a DER SubjectPublicKeyInfo.
    package static func publicKey(_ der: [UInt8]) -> String {
        "-----BEGIN PUBLIC KEY-----\n\(lines(der))\n-----END PUBLIC KEY-----\n"
    }

    package static func certificate(_ der: [UInt8]) -> String {
        "-----BEGIN CERTIFICATE-----\n\(lines(der))\n-----END CERTIFICATE-----\n"
    }

    /// A text file with a key in the DER of PKCS #8.
    package static func privateKey(_ der: [UInt8]) -> String {
        "-----BEGIN PRIVATE KEY-----\n\(lines(der))\n-----END PRIVATE KEY-----\n"
    }

    /// The same file for a key in PEM or in Base64.
    package static func privateKey(text: String) -> String {
        let bytes = content(of: text, label: "PRIVATE KEY") ?? Base64.decode(text.filter { !$0.isWhitespace })
        return bytes.map(privateKey) ?? ""
    }

    /// The bytes of a text file with one block of this label. Spaces and line breaks do not count. Nil for any other
    /// text.
    static func content(of text: String, label: String) -> [UInt8]? {
        guard text.utf8.count <= longestKey else { return nil }
        let filtered = text.utf8.filter { !blanks.contains($0) }
        guard let range = filtered.withUnsafeBufferPointer({ digits(of: $0, label: label) }) else { return nil }
        return Base64.decode(filtered[range])
    }

    /// The first certificate of a text file, which may contain other text around it. Nil if there is none.
    package static func firstCertificate(in bytes: [UInt8]) -> [UInt8]? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let start = text.range(of: "-----BEGIN CERTIFICATE-----"),
            let end = text[start.upperBound...].range(of: "-----END CERTIFICATE-----")
        else { return nil }
        return Base64.decode(text[start.upperBound..<end.lowerBound].filter { !$0.isWhitespace })
    }

    static let blanks = Array(" \t\r\n".utf8)

    /// The range of the digits in such a text without its blanks. Nil for any other text.
    static func digits(of text: UnsafeBufferPointer<UInt8>, label: String) -> Range<Int>? {
        let words = label.utf8.filter { !blanks.contains($0) }
        let begin = Array("-----BEGIN".utf8) + words + Array("-----".utf8)
        let end = Array("-----END".utf8) + words + Array("-----".utf8)
        guard text.count >= begin.count + end.count, text.starts(with: begin),
            text.suffix(end.count).elementsEqual(end)
        else { return nil }
        return begin.count..<(text.count - end.count)
    }
}

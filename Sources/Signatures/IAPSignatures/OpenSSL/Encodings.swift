internal import CIAPOpenSSL
internal import Foundation

/// Writes the elements that OpenSSL does not write: the elements of a receipt, and data that is signed outside OpenSSL.
package enum DER {
    /// ecdsa-with-SHA256 (RFC 5758, section 3.2). Its parameters are absent.
    package static let ecdsaWithSHA256: [UInt8] = sequence([0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02])

    /// 1.2.840.113549.1.7.1 and .2 (RFC 5652, sections 4 and 5.1).
    package static let pkcs7Data: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
    package static let pkcs7SignedData: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]

    /// 2.16.840.1.101.3.4.2.1 (RFC 5754, section 2.2).
    package static let sha256: [UInt8] = [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]

    package static func sequence(_ content: [UInt8]) -> [UInt8] {
        element(tag: 0x30, content)
    }

    package static func bitString(_ content: [UInt8]) -> [UInt8] {
        element(tag: 0x03, [0] + content)
    }

    package static func octetString(_ content: [UInt8]) -> [UInt8] {
        element(tag: 0x04, content)
    }

    package static func utf8String(_ text: String) -> [UInt8] {
        element(tag: 0x0C, Array(text.utf8))
    }

    package static func ia5String(_ text: String) -> [UInt8] {
        element(tag: 0x16, Array(text.utf8))
    }

    /// The elements in the order of DER.
    package static func set(_ elements: [[UInt8]]) -> [UInt8] {
        element(tag: 0x31, Array(elements.sorted { $0.lexicographicallyPrecedes($1) }.joined()))
    }

    /// An element with a context number below 31 that consists of other elements.
    package static func context(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        element(tag: 0xA0 | number, content)
    }

    package static func integer(_ number: some FixedWidthInteger) -> [UInt8] {
        let shifts = stride(from: number.bitWidth - 8, through: 0, by: -8)
        var content: [UInt8] = [number < 0 ? 0xFF : 0] + shifts.map { UInt8(truncatingIfNeeded: number >> $0) }
        while content.count > 1, content[0] == (content[1] < 0x80 ? 0 : 0xFF) {
            content.removeFirst()
        }
        return element(tag: 0x02, content)
    }

    /// The DER form of a raw ES256 signature.
    package static func ecdsaSignature(_ raw: [UInt8]) throws(SignedDataError) -> [UInt8] {
        guard raw.count == OPENSSL_RAW_SIGNATURE else {
            throw .invalidEncoding("A raw signature has 64 bytes, not \(raw.count).")
        }
        let der = [UInt8](unsafeUninitializedCapacity: OPENSSL_LONGEST_DER_SIGNATURE) { der, count in
            count = openssl_signature_to_der(raw, der.baseAddress)
        }
        guard !der.isEmpty else { throw .systemFailure("OpenSSL has no memory for a signature; free some.") }
        return der
    }

    /// The output of one of OpenSSL's `i2d` functions. Without a buffer, such a function returns the length. Nil if it
    /// fails.
    package static func written(by write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8]? {
        let count = write(nil)
        guard count > 0 else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, written in
            var end = buffer.baseAddress
            written = max(0, Int(write(&end)))
        }
        return bytes.isEmpty ? nil : bytes
    }

    package static func element(tag: UInt8, _ content: [UInt8]) -> [UInt8] {
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

package enum Digest {
    /// 20 bytes. Only for formats that require it: attackers can create collisions.
    package static func sha1(_ bytes: [UInt8]) -> [UInt8] { hash(bytes, EVP_sha1(), count: 20) }

    package static func sha256(_ bytes: [UInt8]) -> [UInt8] { hash(bytes, EVP_sha256(), count: 32) }

    package static func sha384(_ bytes: [UInt8]) -> [UInt8] { hash(bytes, EVP_sha384(), count: 48) }

    package static func hmacSHA256(key: [UInt8], message: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { code, count in
            let isMade =
                HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, code.baseAddress, nil) != nil
            count = required(isMade, 32)
        }
    }

    private static func hash(_ bytes: [UInt8], _ digest: OpaquePointer?, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { hash, written in
            written = required(
                EVP_Digest(bytes, bytes.count, hash.baseAddress, nil, digest, nil) == 1, count)
        }
    }

    /// A digest of existing bytes fails only if there is no memory. In this case Swift ends the process as well.
    private static func required(_ isMade: Bool, _ count: Int) -> Int {
        precondition(isMade, "OpenSSL has no memory for a digest")
        return count
    }
}

/// Unpredictable random bytes of OpenSSL, which the system seeds.
package enum SystemRandom {
    package static func bytes(_ count: Int) throws(SignedDataError) -> [UInt8] {
        guard count >= 0, count <= Int(Int32.max) else {
            throw .systemFailure("\(count) is not a valid number of random bytes; request 0 to \(Int32.max).")
        }
        var bytes = [UInt8](repeating: 0, count: count)
        guard RAND_bytes(&bytes, Int32(count)) == 1 else {
            throw .systemFailure("The system cannot give \(count) random bytes; check its entropy source.")
        }
        return bytes
    }
}

/// Why keys, certificates or random bytes could not be created or read. Each case carries one line: what is wrong,
/// where, and what to do. A signed text that is not valid is not such an error: see `Rejection`.
package enum SignedDataError: Error, Sendable, Hashable, CustomStringConvertible {
    case invalidKey(String)
    case invalidCertificate(String)
    case invalidEncoding(String)
    case systemFailure(String)

    package var description: String {
        switch self {
        case .invalidKey(let line), .invalidCertificate(let line), .invalidEncoding(let line),
            .systemFailure(let line):
            line
        }
    }
}

/// The text form of a UUID (RFC 9562, section 4), in lower case.
package enum UUIDText {
    /// - Parameter bytes: 16.
    package static func version4(_ bytes: [UInt8]) -> String {
        var bytes = bytes
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }).uuidString.lowercased()
    }

    /// Whether a text is a UUID, in upper or lower case.
    package static func isUUID(_ text: String) -> Bool { UUID(uuidString: text)?.uuidString == text.uppercased() }
}

internal import CIAPOpenSSL

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

    /// The text must be ASCII.
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

import CIAPOpenSSL

/// A private key for P-256 that signs with ES256.
package protocol ES256Key: Sendable {
    var verifyingKey: VerifyingKey { get }

    /// r and s, 64 bytes.
    func signature(of message: [UInt8]) throws(SignedDataError) -> [UInt8]
}

extension ES256Key {
    package var publicKeyDER: [UInt8] { verifyingKey.publicKeyDER }

    package func derSignature(of message: [UInt8]) throws(SignedDataError) -> [UInt8] {
        try DER.ecdsaSignature(signature(of: message))
    }
}

/// A P-256 public key that checks ES256 signatures.
///
/// Unchecked Sendable: the key does not change after `init`.
package final class VerifyingKey: @unchecked Sendable {
    /// The DER of a SubjectPublicKeyInfo up to the point: id-ecPublicKey, prime256v1, a bit string of 66 bytes.
    private static let publicKeyPrefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
        0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]
    private static let pointLength = 65

    let pointer: OpaquePointer

    /// - Parameter pointer: An EVP_PKEY for P-256. This object frees it.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { EVP_PKEY_free(pointer) }

    /// Nil unless the bytes are the DER SubjectPublicKeyInfo of an uncompressed point, as OpenSSL writes it.
    package convenience init?(publicKeyDER bytes: [UInt8]) {
        guard bytes.count == Self.publicKeyPrefix.count + Self.pointLength, bytes.starts(with: Self.publicKeyPrefix),
            let pointer = openssl_public_key_read(bytes, bytes.count)
        else { return nil }
        self.init(owning: pointer)
    }

    /// - Parameter point: 65 bytes: 4, x, y.
    package convenience init?(point: [UInt8]) { self.init(publicKeyDER: Self.publicKeyPrefix + point) }

    /// Reads the same key from PEM. Spaces and line breaks do not count.
    package convenience init?(pem text: String) {
        guard let bytes = PEM.content(of: text, label: "PUBLIC KEY") else { return nil }
        self.init(publicKeyDER: bytes)
    }

    /// A text file with the DER SubjectPublicKeyInfo.
    package var pem: String { PEM.publicKey(publicKeyDER) }

    package var publicKeyDER: [UInt8] { DER.written(by: { i2d_PUBKEY(pointer, $0) }) ?? [] }

    /// Whether the bytes are the raw form of a signature: r and s, 64 bytes, as in a JWS. Nil if there is no memory.
    func check(_ signature: [UInt8], of message: ArraySlice<UInt8>) -> Bool? {
        guard signature.count == OPENSSL_RAW_SIGNATURE else { return false }
        let outcome = message.withUnsafeBufferPointer { message in
            openssl_check_raw(pointer, message.baseAddress, message.count, signature)
        }
        return outcome == -1 ? nil : outcome == 1
    }

    package func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        check(signature, of: message[...]) == true
    }

    /// Whether the bytes are the DER form of a signature, as in the promotional offers of StoreKit's first API.
    package func isValid(derSignature signature: [UInt8], of message: [UInt8]) -> Bool {
        defer { ERR_clear_error() }
        return openssl_check_der(pointer, message, message.count, signature, signature.count) == 1
    }
}

/// A private key as App Store Connect gives it to a developer. OpenSSL keeps it, signs with its own nonces, and wipes
/// it.
///
/// Unchecked Sendable: the key does not change after `init`.
package final class PrivateKey: ES256Key, @unchecked Sendable {
    private let pointer: OpaquePointer
    package let verifyingKey: VerifyingKey

    private static let noKey = SignedDataError.invalidKey(
        "The bytes are not one DER PKCS#8 private key for P-256; export the key in this form.")
    private static let noText = SignedDataError.invalidKey(
        "The private key is not base64 or PEM of a PKCS#8 key; export it in this form.")

    /// Reads a DER PKCS#8 key. An App Store Connect `.p8` file and a `.storekit` file contain it in Base64.
    package convenience init(pkcs8 bytes: [UInt8]) throws(SignedDataError) {
        let outcome: Result<OpaquePointer, SignedDataError> = bytes.withUnsafeBufferPointer { bytes in
            do throws(SignedDataError) { return .success(try Self.read(der: bytes)) } catch { return .failure(error) }
        }
        try self.init(owning: outcome.get())
    }

    private init(owning pointer: OpaquePointer) throws(SignedDataError) {
        guard let publicKey = DER.written(by: { i2d_PUBKEY(pointer, $0) }).flatMap(VerifyingKey.init(publicKeyDER:))
        else {
            EVP_PKEY_free(pointer)
            throw Self.noKey
        }
        self.pointer = pointer
        verifyingKey = publicKey
    }

    deinit { EVP_PKEY_free(pointer) }

    /// Reads the text of a PKCS#8 key: Base64 as in a `.storekit` file, or PEM as in an App Store Connect `.p8` file.
    /// Spaces and line breaks do not count.
    package convenience init(pkcs8Text text: String) throws(SignedDataError) {
        var text = text
        let outcome: Result<OpaquePointer, SignedDataError> = text.withUTF8 { text in
            do throws(SignedDataError) { return .success(try Self.read(text)) } catch { return .failure(error) }
        }
        try self.init(owning: outcome.get())
    }

    /// Reads the same kind of text from memory. All intermediate copies are wiped.
    package convenience init(pkcs8Text text: UnsafeBufferPointer<UInt8>) throws(SignedDataError) {
        try self.init(owning: Self.read(text))
    }

    private static func read(_ text: UnsafeBufferPointer<UInt8>) throws(SignedDataError) -> OpaquePointer {
        // A key for P-256 has about 250 characters.
        guard text.count <= PEM.longestKey else { throw noText }
        return try withSecretBytes(count: text.count) { filtered throws(SignedDataError) in
            var count = 0
            for byte in text where !PEM.blanks.contains(byte) {
                filtered[count] = byte
                count += 1
            }
            let filtered = UnsafeBufferPointer(rebasing: filtered[..<count])
            let range = PEM.digits(of: filtered, label: "PRIVATE KEY") ?? filtered.indices
            let digits = UnsafeBufferPointer(rebasing: filtered[range])
            return try withSecretBytes(count: digits.count) { bytes throws(SignedDataError) in
                // OpenSSL decodes into this memory, and Foundation would leave a copy. The count includes the padding.
                let count = Int(EVP_DecodeBlock(bytes.baseAddress, digits.baseAddress, Int32(digits.count)))
                let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
                guard count >= padding else { throw noText }
                return try read(der: UnsafeBufferPointer(rebasing: bytes[..<(count - padding)]))
            }
        }
    }

    private static func read(der bytes: UnsafeBufferPointer<UInt8>) throws(SignedDataError) -> OpaquePointer {
        var lackedMemory: Int32 = 0
        if let pointer = openssl_private_key_read(bytes.baseAddress, bytes.count, &lackedMemory) { return pointer }
        throw lackedMemory == 0 ? noKey : .systemFailure("OpenSSL has no memory to read the key; free some memory.")
    }

    package func signature(of message: [UInt8]) throws(SignedDataError) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: 64)
        guard openssl_es256_sign(pointer, message, message.count, &signature) == 1 else {
            throw .systemFailure("OpenSSL cannot sign; free memory and try again.")
        }
        return signature
    }
}

/// A log or a failed test that prints a value with a key in it must not print the key.
extension PrivateKey: CustomStringConvertible, CustomReflectable {
    package var description: String { "PrivateKey" }

    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Lends memory that is wiped afterwards. An array is not wiped, and leaves copies in memory whenever it grows.
package func withSecretBytes<Result, Failure: Error>(
    count: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count)
    bytes.initialize(repeating: 0)
    defer {
        OPENSSL_cleanse(bytes.baseAddress, bytes.count)
        bytes.deallocate()
    }
    return try body(bytes)
}

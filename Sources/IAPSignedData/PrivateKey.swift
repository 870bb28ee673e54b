import CIAPOpenSSL
internal import IAPSignedText

/// A private key as App Store Connect gives it to a developer. OpenSSL keeps it, signs with its own nonces, and wipes
/// it.
///
/// Unchecked Sendable: the key does not change after `init`.
package final class PrivateKey: ES256Key, @unchecked Sendable {
    /// An EVP_PKEY.
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
            return try withSecretBytes(count: Base64.decodedCount(digits.count)) { bytes throws(SignedDataError) in
                guard let start = bytes.baseAddress, let count = Base64.decode(digits, into: start) else {
                    throw noText
                }
                return try read(der: UnsafeBufferPointer(rebasing: bytes[..<count]))
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

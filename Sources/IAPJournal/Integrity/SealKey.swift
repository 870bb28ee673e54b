#if canImport(CryptoKit)
    internal import CryptoKit
    internal import Foundation
#else
    internal import CIAPOpenSSL
#endif

/// A key of HMAC with SHA-256.
struct SealKey: Sendable {
    /// The length of a checksum in bytes.
    static let length = 32

    private let bytes: [UInt8]

    /// Derives the key for the journal of one player. With it the journal of another player has no valid checksum.
    init(_ key: [UInt8], player: String?) {
        bytes = Self.checksum(of: Array("IAPBridge journal 1 ".utf8) + Array((player ?? "").utf8), key)
    }

    func checksum(of message: [UInt8]) -> [UInt8] { Self.checksum(of: message, bytes) }

    private static func checksum(of message: [UInt8], _ key: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
        #else
            [UInt8](unsafeUninitializedCapacity: length) { code, count in
                let isMade =
                    HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, code.baseAddress, nil) != nil
                // It fails only if there is no memory. In this case Swift ends the process as well.
                precondition(isMade, "OpenSSL has no memory for a checksum")
                count = length
            }
        #endif
    }
}

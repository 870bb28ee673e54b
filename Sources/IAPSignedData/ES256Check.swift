import CIAPOpenSSL

/// Checks ES256 signatures of texts that begin alike. The beginning is hashed once.
///
/// Unchecked Sendable: nothing changes after its creation. Each check works on a copy.
final class ES256Check: @unchecked Sendable {
    enum Outcome: Sendable, Hashable {
        case valid, invalid, noMemory

        init(_ result: Int32) {
            switch result {
            case 1: self = .valid
            case -1: self = .noMemory
            default: self = .invalid
            }
        }
    }

    /// An EVP_MD_CTX. It holds the key.
    private let pointer: OpaquePointer

    /// Nil if there is no memory.
    init?(key: VerifyingKey, beginning: ArraySlice<UInt8>) {
        let pointer = beginning.withUnsafeBufferPointer { bytes in
            openssl_check_begin(key.pointer, EVP_sha256(), bytes.baseAddress, bytes.count)
        }
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    deinit { EVP_MD_CTX_free(pointer) }

    /// - Parameter signature: r and s, 64 bytes.
    func outcome(_ signature: ArraySlice<UInt8>, rest: ArraySlice<UInt8>) -> Outcome {
        guard signature.count == OPENSSL_RAW_SIGNATURE else { return .invalid }
        return signature.withUnsafeBufferPointer { signature in
            rest.withUnsafeBufferPointer { rest in
                Outcome(openssl_check_end_raw(pointer, rest.baseAddress, rest.count, signature.baseAddress))
            }
        }
    }

    /// The same check for a signature in DER.
    func outcome(derSignature signature: [UInt8], rest: [UInt8]) -> Outcome {
        Outcome(openssl_check_end(pointer, rest, rest.count, signature, signature.count))
    }
}

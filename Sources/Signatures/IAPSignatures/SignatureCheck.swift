internal import IAPModel

/// OpenSSL does the check on Linux, and Security on Apple's systems.
extension SignatureCheck {
    /// Which signature a text must have.
    enum Trust: Sendable, Hashable {
        /// The signature of a certificate that leads to a root and was valid at this date, in milliseconds since 1970.
        case roots(date: Int64)
        /// The signature of the first certificate in its header, from any maker.
        case itsOwn
    }

    /// - Parameter trust: Returns which signature a text with this payload needs. Nil if the payload is not a
    ///   transaction.
    func verdict(
        of jws: String, _ trust: (CompactJWS, [UInt8]) throws(Rejection) -> Trust?
    ) -> Verdict {
        do throws(Rejection) {
            let text = try CompactJWS(jws.utf8)
            switch try trust(text, try text.decodedPayload()) {
            case .roots(let date): try verify(text, at: date)
            case .itsOwn: try verifyByItself(text)
            case nil: return .forged(.missingRequiredProperties)
            }
            return .valid
        } catch {
            switch error.reason {
            case .malformed, .tooLarge, .unsupportedAlgorithm: return .forged(.invalidEncoding)
            case .invalidSignature: return .forged(.invalidSignature)
            case .noMemory: return .undecided(IAPError(.internalFailure, error.detail), retryAfter: nil)
            default: return .forged(.invalidCertificateChain)
            }
        }
    }
}

/// A signature with P-256 in the forms of JWS and X.509.
struct ECDSASignature: Sendable, Hashable {
    private static let scalarLength = 32

    private let r: ArraySlice<UInt8>
    private let s: ArraySlice<UInt8>

    /// Nil unless the bytes are two numbers of 32 bytes, big endian (RFC 7518, section 3.4).
    init?(raw bytes: [UInt8]) {
        guard bytes.count == 2 * Self.scalarLength else { return nil }
        r = bytes[..<Self.scalarLength]
        s = bytes[Self.scalarLength...]
    }

    /// ECDSA-Sig-Value (RFC 3279, section 2.2.3): a sequence of two integers.
    var der: [UInt8] {
        let content = Self.integer(r) + Self.integer(s)
        return [0x30, UInt8(content.count)] + content
    }

    /// Without leading zeros, except the one that keeps the number from being negative.
    private static func integer(_ scalar: ArraySlice<UInt8>) -> [UInt8] {
        var digits = Array(scalar.drop { $0 == 0 })
        if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
        return [0x02, UInt8(digits.count)] + digits
    }
}

internal import IAPModel
internal import IAPSignedText

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

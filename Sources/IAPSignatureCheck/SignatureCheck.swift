internal import IAPModel
internal import IAPSignedText

/// OpenSSL makes the check on Linux, and Security on Apple's systems.
extension SignatureCheck {
    /// - Parameter signedDate: When a payload says that it was signed, in milliseconds since 1970; nil if it says nothing.
    func verdict(of jws: String, signedDate: ([UInt8]) -> Int64?) -> Verdict {
        do throws(Rejection) {
            let text = try CompactJWS(jws.utf8)
            guard let date = try signedDate(text.decodedPayload()) else { return .forged(.missingRequiredProperties) }
            try verify(text, at: date)
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

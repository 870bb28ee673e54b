@testable import IAPSignatures

/// The result of a verifier as a comparable value.
enum JWSVerdict: Equatable {
    case valid(payload: [UInt8])
    case invalid(VerifyReason)
}

extension JWSVerifier {
    func verdict(_ jws: String, at date: Int64) -> JWSVerdict {
        do throws(Rejection) { return .valid(payload: try verify(jws, at: date)) } catch {
            return .invalid(error.reason)
        }
    }
}

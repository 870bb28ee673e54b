internal import IAPModel

extension Verification {
    init<Value>(_ result: StoreKitVerificationResult<Value>) {
        switch result {
        case .verified: self = .verified
        case .unverified(_, let error): self = .failed(Failure(error))
        }
    }
}

extension Verification.Failure {
    init<Value>(_ error: StoreKitVerificationResult<Value>.VerificationError) {
        self =
            switch error {
            case .revokedCertificate: .revokedCertificate
            case .invalidCertificateChain: .invalidCertificateChain
            case .invalidDeviceVerification: .invalidDeviceVerification
            case .invalidEncoding: .invalidEncoding
            case .invalidSignature: .invalidSignature
            case .missingRequiredProperties: .missingRequiredProperties
            #if canImport(StoreKit)
                @unknown default: .other
            #endif
            }
    }
}

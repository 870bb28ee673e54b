package import SignedData

/// What the store's certification authorities say about its certificates.
extension ReferenceStore {
    /// - Parameter request: DER, as verifiers send it.
    /// - Returns: DER; what is no request gets the error that a server would answer.
    package func answerOCSP(_ request: [UInt8], _ answer: OCSPAnswer) throws(StoreFailure) -> [UInt8] {
        let now = try now
        do throws(SignedDataError) {
            return try identity.ocspResponder.answer(request, answer, at: now)
        } catch {
            throw StoreFailure(.systemError, "the answer cannot be signed: \(error.description)")
        }
    }
}

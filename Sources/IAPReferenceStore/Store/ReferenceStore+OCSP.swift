internal import IAPSignedData

/// Responses about the store's certificates from its certification authorities.
extension ReferenceStore {
    /// - Parameters:
    ///   - request: DER, as verifiers send it.
    ///   - isByMachine: Whether the response has the machine's time, for verifiers in other processes.
    /// - Returns: DER. Bytes that are no request get the error response of a server.
    package func answerOCSP(
        _ request: [UInt8], _ answer: OCSPAnswer, isByMachine: Bool = false
    ) throws(StoreFailure) -> [UInt8] {
        let now = isByMachine ? machineTime() : try now
        do throws(SignedDataError) {
            return try identity.ocspResponder.answer(request, answer, at: now)
        } catch {
            throw StoreFailure(.systemError, "the store cannot sign the OCSP response: \(error.description)")
        }
    }
}

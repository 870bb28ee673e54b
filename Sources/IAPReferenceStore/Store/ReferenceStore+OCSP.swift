internal import IAPSignedData

/// Answers about the store's certificates, as its certification authorities give them.
extension ReferenceStore {
    /// - Parameters:
    ///   - request: DER, as verifiers send it.
    ///   - isByMachine: the answer's times are those of the machine, as verifiers in other processes have them.
    /// - Returns: DER. Bytes that are no request get the error response of a server.
    package func answerOCSP(
        _ request: [UInt8], _ answer: OCSPAnswer, isByMachine: Bool = false
    ) throws(StoreFailure) -> [UInt8] {
        let now = isByMachine ? machineTime() : try now
        do throws(SignedDataError) {
            return try identity.ocspResponder.answer(request, answer, at: now)
        } catch {
            throw StoreFailure(.systemError, "the answer cannot be signed: \(error.description)")
        }
    }
}

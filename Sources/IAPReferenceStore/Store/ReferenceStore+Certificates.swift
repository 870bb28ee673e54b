internal import IAPModel
internal import IAPSignedData

/// The certificates with which the store signs, for people to look at.
extension ReferenceStore {
    package struct ShownCertificate: Sendable, Hashable {
        package var der: [UInt8]
        package var subject: String
        package var issuer: String
        /// When it is valid, in milliseconds since 1970.
        package var start: Int64
        package var end: Int64
    }

    /// In the order of a signature's header: the root is the last one.
    package var certificates: [ShownCertificate] {
        get throws(IAPError) {
            do {
                let chain = try identity.certificates.chain
                return try [chain.leaf, chain.intermediate, chain.root].map { der in
                    let certificate = try Certificate(reading: der)
                    let validity = try certificate.validity
                    return ShownCertificate(
                        der: der, subject: certificate.subject, issuer: certificate.issuer,
                        start: validity.lowerBound * 1000, end: validity.upperBound * 1000)
                }
            } catch {
                throw IAPError(.internalFailure, "the store's certificates cannot be made: \(error)")
            }
        }
    }
}

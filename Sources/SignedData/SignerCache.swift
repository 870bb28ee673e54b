/// The signers whose certificates were found valid, by the encoded header that named them. A second text of the same
/// signer has the same header and needs no more than a check of its signature.
struct SignerCache: Sendable {
    struct Signer: Sendable {
        var key: VerifyingKey
        /// The seconds since 1970 at which the certificates are valid.
        var validity: ClosedRange<Int64>
        /// The hash of the header and the point after it.
        var hashedBeginning: SHA256State
    }

    /// A store has one or two signers at a time; the bound keeps foreign headers from filling the memory.
    static let capacity = 16

    private var signers: [String: Signer] = [:]
    private var order: [String] = []

    subscript(header: String) -> Signer? { signers[header] }

    /// Takes the place of the oldest signer if the cache is full.
    mutating func insert(_ signer: Signer, for header: String) {
        guard signers.updateValue(signer, forKey: header) == nil else { return }
        order.append(header)
        if order.count > Self.capacity {
            signers[order.removeFirst()] = nil
        }
    }
}

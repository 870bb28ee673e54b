import COpenSSL
internal import CPlainCertificate

/// A leaf and an intermediate certificate that lead to a root of a verifier.
struct SignerPath: Sendable {
    /// The seconds since 1970 at which the path is valid.
    var validity: ClosedRange<Int64>
    /// The leaf's; nil unless it is for P-256.
    var key: VerifyingKey?
    var leafIsReceiptSigning: Bool
    var intermediateIsDeveloperRelations: Bool
    /// Nil unless OpenSSL has read them for the judgement.
    var certificates: (leaf: Certificate, intermediate: Certificate)?
}

extension TrustStore {
    enum SignerOutcome: Sendable {
        case valid(SignerPath)
        case notValidAtDate
        case untrusted
        case noMemory
        /// The bytes are not DER of a certificate.
        case noLeaf, noIntermediate
    }

    /// The bytes are from anybody; nil is nobody's certificate.
    func signer(leaf: [UInt8]?, intermediate: [UInt8]?, at date: EffectiveDate) -> SignerOutcome {
        if let leaf, let intermediate, let outcome = plainSigner(leaf: leaf, intermediate: intermediate, at: date) {
            return outcome
        }
        return anySigner(leaf: leaf, intermediate: intermediate, at: date)
    }

    /// Has OpenSSL read the certificates and build the path, which takes longer than the signatures in it.
    func anySigner(leaf: [UInt8]?, intermediate: [UInt8]?, at date: EffectiveDate) -> SignerOutcome {
        let certificates: (leaf: Certificate, intermediate: Certificate)
        do throws(Certificate.Unread) { certificates.leaf = try KnownCertificates.shared.read(leaf) } catch {
            return error == .noMemory ? .noMemory : .noLeaf
        }
        do throws(Certificate.Unread) {
            certificates.intermediate = try KnownCertificates.shared.read(intermediate)
        } catch {
            return error == .noMemory ? .noMemory : .noIntermediate
        }
        let (leaf, intermediate) = certificates
        switch validate(leaf: leaf, intermediate: intermediate, at: date) {
        case .valid(let validity):
            return .valid(
                SignerPath(
                    validity: validity, key: leaf.publicKey, leafIsReceiptSigning: leaf.has(.receiptSigning),
                    intermediateIsDeveloperRelations: intermediate.has(.developerRelations),
                    certificates: certificates))
        case .notValidAtDate: return .notValidAtDate
        case .untrusted: return .untrusted
        case .noMemory: return .noMemory
        }
    }

    /// The same for certificates like the App Store's. Nil if OpenSSL has to judge.
    func plainSigner(leaf: [UInt8], intermediate: [UInt8], at date: EffectiveDate) -> SignerOutcome? {
        var path = plain_path()
        switch plain_roots_judge(
            plainRoots, leaf, leaf.count, intermediate, intermediate.count, date.seconds, &path)
        {
        case PLAIN_VALID:
            // OpenSSL finds no path for a point that is not on the curve.
            guard let key = P256Key(point: withUnsafeBytes(of: path.point) { Array($0) }) else { return nil }
            return .valid(
                SignerPath(
                    validity: path.first...path.last, key: VerifyingKey(key: key),
                    leafIsReceiptSigning: path.leaf_is_receipt_signing == 1,
                    intermediateIsDeveloperRelations: path.intermediate_is_developer_relations == 1))
        case PLAIN_FORGED: return .untrusted
        default: return nil
        }
    }
}

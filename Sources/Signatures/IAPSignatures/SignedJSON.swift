package import IAPJSON

/// JSON that is signed or was signed: one object, read strictly.
package enum SignedJSON {
    /// - Parameter name: The name of the text in messages.
    /// - Throws: For a text that is not a JSON object, contains a name twice in an object, is nested too deep, or has a
    ///   number outside the range of all readers.
    package static func object(_ bytes: [UInt8], _ name: String = "the JSON") throws(Rejection) -> JSONObject {
        guard bytes.count <= CompactJWS.maximumLength else {
            throw Rejection(
                .tooLarge, "\(name) has \(bytes.count) bytes; at most \(CompactJWS.maximumLength) are allowed")
        }
        // A byte order mark is not a part of JSON. Only files have one.
        guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
            throw Rejection(.invalidJSON, "\(name) begins with a byte order mark")
        }
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(bytes) } catch {
            throw Rejection(VerifyReason(error.kind), "\(name) cannot be read: \(error)")
        }
        guard case .object(let object) = value else { throw Rejection(.invalidJSON, "\(name) is not a JSON object") }
        return object
    }
}

extension VerifyReason {
    fileprivate init(_ kind: JSONError.Kind) {
        switch kind {
        case .notUTF8, .halfCharacter: self = .invalidUTF8
        case .empty, .malformed: self = .invalidJSON
        case .duplicateName: self = .duplicateName
        case .tooDeep: self = .tooDeep
        case .numberOutOfRange: self = .numberOutOfRange
        }
    }
}

/// Why signed data is not valid. The numbers are those of the C header's `IAP_VERIFY_REASON_…`. The low byte is the
/// number of Apple's `VerificationStatus` for the same reason.
package enum VerifyReason: Int32, Sendable, Hashable, CaseIterable {
    case malformed = 0x0101
    case tooLarge = 0x0201
    case invalidJSON = 0x0301
    case invalidUTF8 = 0x0401
    case duplicateName = 0x0501
    case tooDeep = 0x0601
    case numberOutOfRange = 0x0701
    case wrongType = 0x0801
    case missingCertificates = 0x0901
    case unsupportedAlgorithm = 0x0A01
    case untrustedChain = 0x0B01
    case notValidAtDate = 0x0C01
    case missingMarker = 0x0D01
    case invalidSignature = 0x0E01
    case revokedCertificate = 0x0F01
    case revocationUnproven = 0x1001
    /// Only for data that servers sign.
    case unknownKey = 0x1101
    case otherIssuer = 0x1201
    case otherAudience = 0x1301
    case outOfTime = 0x1401
    case otherClaim = 0x1501
    case otherApp = 0x0102
    case otherAppAppleID = 0x0202
    case invalidCertificate = 0x0103
    case invalidChainLength = 0x0104
    case otherEnvironment = 0x0106
    case ocspUnreachable = 0x0107
    case noMemory = 0x0207

    /// Whether the same text may become valid later.
    package var isRetryable: Bool { rawValue & 0xFF == 7 }
}

/// Signed data that is not valid, and the reason.
package struct Rejection: Error, Sendable, Hashable {
    package var reason: VerifyReason
    /// One line: what is wrong, and where.
    package var detail: String

    package init(_ reason: VerifyReason, _ detail: String) {
        self.reason = reason
        self.detail = detail
    }
}

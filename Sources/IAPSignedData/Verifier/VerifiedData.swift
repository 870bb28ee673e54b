internal import IAPJSON

/// Decoded data that the App Store has signed. Only a verifier can create it.
package struct VerifiedData: Sendable {
    private let payload: SignedPayload
    /// False for environments that sign nothing.
    package let isSignatureChecked: Bool

    init(payload: SignedPayload, isSignatureChecked: Bool) {
        self.payload = payload
        self.isSignatureChecked = isSignatureChecked
    }

    package var kind: SignedKind { payload.kind }

    /// The signed payload.
    package var json: String { String(decoding: payload.json, as: UTF8.self) }
    /// The fields that Apple does not document. Nil if there is none.
    package var unknownJSON: String? { payload.unknownJSON }
    /// Nil if there is none.
    package var advancedCommerceJSON: String? { payload.advancedCommerceJSON }

    /// Nil if the field is absent.
    package func text(_ field: SignedField) -> String? { payload.text(field) }

    /// One text of a list. Nil past its end.
    package func text(_ field: SignedField, at index: Int) -> String? { payload.text(field, at: index) }

    /// The number, 1 or 0 for a flag, the length of a list. Nil if the field is absent.
    package func number(_ field: SignedField) -> Int64? { payload.number(field) }

    /// One price for seats, and the number of seats with this price. Nil past the end.
    package func priceTier(at index: Int) -> (price: Int64?, quantity: Int64?)? { payload.priceTier(at: index) }

    /// Nil if the path leads to no text. A path consists of names separated by points.
    package func text(at path: some Collection<UInt8>) -> String? {
        guard case .text(let text) = payload.value(at: path)?.value else { return nil }
        return text
    }

    /// Nil if the path leads neither to a whole number nor to a flag.
    package func number(at path: some Collection<UInt8>) -> Int64? { payload.number(at: path) }

    /// Whether the path leads to a value other than null.
    package func has(_ path: some Collection<UInt8>) -> Bool {
        switch payload.value(at: path)?.value {
        case nil, .null: false
        default: true
        }
    }

    /// The object of a notification with its content. Nil for other kinds.
    package var contentField: SignedField? { payload.contentField }

    /// Empty if it names no environment of Apple.
    package var environments: SignedEnvironments { payload.environments }

    /// When it was signed, in milliseconds since 1970.
    package var signedDate: Int64? { payload.signedDate }

    /// Whether it was signed for the device with this id.
    package func isFor(device verificationID: String) -> Bool {
        guard let verification = text(.deviceVerification), let nonce = text(.deviceVerificationNonce) else {
            return false
        }
        return DeviceClaims.verification(ofDevice: verificationID, nonce: nonce).utf8.elementsEqual(verification.utf8)
    }
}

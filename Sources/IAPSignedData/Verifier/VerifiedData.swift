internal import IAPJSON

/// What the App Store has signed, decoded. Only a verifier can make one.
package struct VerifiedData: Sendable {
    private let payload: SignedPayload
    /// False for environments that sign nothing.
    package let isSignatureChecked: Bool

    init(payload: SignedPayload, isSignatureChecked: Bool) {
        self.payload = payload
        self.isSignatureChecked = isSignatureChecked
    }

    package var kind: SignedKind { payload.kind }

    /// The payload as it was signed.
    package var json: String { String(decoding: payload.json, as: UTF8.self) }
    /// The fields that Apple does not document; nil if there is none.
    package var unknownJSON: String? { payload.unknownJSON }
    /// Nil if there is none.
    package var advancedCommerceJSON: String? { payload.advancedCommerceJSON }

    /// Nil if the field is absent.
    package func text(_ field: SignedField) -> String? { payload.text(field) }

    /// One text of a list; nil past its end.
    package func text(_ field: SignedField, at index: Int) -> String? { payload.text(field, at: index) }

    /// The number, 1 or 0 of a flag, the length of a list; nil if the field is absent.
    package func number(_ field: SignedField) -> Int64? { payload.number(field) }

    /// One price for seats, and how many have it; nil past the end.
    package func priceTier(at index: Int) -> (price: Int64?, quantity: Int64?)? { payload.priceTier(at: index) }

    /// Nil if the path leads to no text. A path is made of names with points between them.
    package func text(at path: some Collection<UInt8>) -> String? {
        guard case .text(let text) = payload.value(at: path)?.value else { return nil }
        return text
    }

    /// Nil if the path leads to no whole number and no flag.
    package func number(at path: some Collection<UInt8>) -> Int64? { payload.number(at: path) }

    /// Whether the path leads to a value other than null.
    package func has(_ path: some Collection<UInt8>) -> Bool {
        switch payload.value(at: path)?.value {
        case nil, .null: false
        default: true
        }
    }

    /// Which object of a notification tells what it is about; nil for other kinds.
    package var contentField: SignedField? { payload.contentField }

    /// Empty if it names none that Apple has.
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

internal import Foundation
internal import IAPJSON
internal import IAPReferenceStore

extension SignedText {
    var json: Data { Data(payload.utf8) }
    var date: Date { Date(milliseconds: signedDate) }
    var verificationData: Data { Data(base64Encoded: deviceVerification) ?? Data() }

    /// The store's nonces are UUIDs; anything else becomes that of zeros.
    var nonce: UUID {
        UUID(uuidString: deviceVerificationNonce) ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    }

    /// A text among the signed fields; empty if there is none.
    func text(of field: String) -> String {
        // The store writes what it signs; a payload that is no JSON has no fields. A forged one may have a name twice.
        let bytes = Array(payload.utf8)
        guard case .object(let fields)? = try? JSONReader.read(bytes, acceptsRepeatedNames: true) else { return "" }
        return fields.text(field) ?? ""
    }
}

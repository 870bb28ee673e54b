internal import Foundation
internal import IAPJSON
internal import IAPReferenceStore

extension SignedText {
    var json: Data { Data(payload.utf8) }
    var date: Date { Date(milliseconds: signedDate) }
    var verificationData: Data { Data(base64Encoded: deviceVerification) ?? Data() }

    /// The store's nonces are UUIDs. Any other nonce becomes the UUID of zeros.
    var nonce: UUID {
        UUID(uuidString: deviceVerificationNonce) ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    }

    /// Returns a text of the signed fields; empty if there is none.
    func text(of field: String) -> String {
        // The store writes the payload itself. A payload that is no JSON has no fields, and a forged one can have a name twice.
        let bytes = Array(payload.utf8)
        guard case .object(let fields)? = try? JSONReader.read(bytes, acceptsRepeatedNames: true) else { return "" }
        return fields.text(field) ?? ""
    }
}

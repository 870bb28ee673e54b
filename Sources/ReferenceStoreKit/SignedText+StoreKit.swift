internal import Foundation
internal import ReferenceStore

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
        // The store writes what it signs; a payload that is no JSON has no fields.
        let fields = (try? JSONSerialization.jsonObject(with: json)) as? [String: Any]
        return fields?[field] as? String ?? ""
    }
}

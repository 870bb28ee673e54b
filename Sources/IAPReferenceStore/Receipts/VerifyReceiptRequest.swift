internal import IAPJSON
internal import IAPSignedData

/// A request of `verifyReceipt`, and what the endpoint that gets it is like.
package struct VerifyReceiptRequest: Sendable {
    /// The body of the request: JSON.
    package var body: [UInt8]
    /// Whether the request went to the production endpoint. Otherwise it went to the sandbox endpoint.
    package var isForProduction = false
    /// The app's shared secret; nil if the store accepts any secret.
    package var sharedSecret: String?
    /// What is answered whatever the request is; nil for what is true.
    package var status: Int32?
    /// Whether the answer says that the status is temporary. Only statuses from 21100 on say so, and 21010.
    package var isRetryable = false
    /// The field for that has two names in Apple's documentation.
    package var hasOlderNames = false

    package init(body: [UInt8]) { self.body = body }

    /// Those of Apple's documentation.
    package static func isKnown(status: Int32) -> Bool {
        switch status {
        case 0, 21000, 21002...21010, 21100...21199: true
        default: false
        }
    }

    /// What the body asks for.
    struct Question {
        /// Nil if it names no receipt.
        var receipt: [UInt8]?
        /// Nil if there is none; empty if it is no text.
        var password: String?
        var excludesOldTransactions: Bool
    }

    /// Nil if the body is no JSON object.
    var question: Question? {
        guard case .object(let members) = try? JSONReader.read(body) else { return nil }
        var question = Question(excludesOldTransactions: members["exclude-old-transactions"] == .flag(true))
        if case .text(let text) = members["receipt-data"] { question.receipt = Array(text.utf8) }
        switch members["password"] {
        case nil, .null: break
        case .text(let text): question.password = text
        default: question.password = ""
        }
        return question
    }
}

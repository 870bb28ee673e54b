internal import IAPJSON
internal import IAPSignedData

/// A request of `verifyReceipt`, with the properties of the endpoint.
package struct VerifyReceiptRequest: Sendable {
    /// The body of the request, as JSON.
    package var body: [UInt8]
    /// Whether the request went to the production endpoint. False means the sandbox endpoint.
    package var isForProduction = false
    /// The app's shared secret; nil if the store accepts any secret.
    package var sharedSecret: String?
    /// The status of every response, even if it is wrong; nil for the true status.
    package var status: Int32?
    /// Whether the response says that the status is temporary. Only the statuses from 21100 on, and 21010, say so.
    package var isRetryable = false
    /// The field for this has two names in Apple's documentation.
    package var hasOlderNames = false

    package init(body: [UInt8]) { self.body = body }

    /// Whether Apple's documentation lists the status.
    package static func isKnown(status: Int32) -> Bool {
        switch status {
        case 0, 21000, 21002...21010, 21100...21199: true
        default: false
        }
    }

    /// The content of the body.
    struct Question {
        /// Nil if the body names no receipt.
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

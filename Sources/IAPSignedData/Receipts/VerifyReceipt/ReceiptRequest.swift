internal import Foundation
internal import IAPJSON
package import IAPSignedText

/// The body of a request to `verifyReceipt`.
package enum ReceiptRequest {
    /// - Parameters:
    ///   - receipt: A receipt of either kind, itself or in Base64.
    ///   - sharedSecret: The app's shared secret, for receipts with subscriptions.
    /// - Returns: JSON.
    package static func body(
        receipt: [UInt8], sharedSecret: String?, excludesOldTransactions: Bool
    ) throws(Rejection) -> String {
        let text = Base64.encode(try ReceiptForm.anyReceipt(receipt))
        // In the order of Apple's documentation.
        var members = ["\"receipt-data\":\"\(text)\""]
        if let sharedSecret, let password = JSONEncoder.sortedText(sharedSecret) {
            members.append("\"password\":\(password)")
        }
        if excludesOldTransactions { members.append("\"exclude-old-transactions\":true") }
        return "{\(members.joined(separator: ","))}"
    }
}

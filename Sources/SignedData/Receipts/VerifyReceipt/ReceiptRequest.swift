/// The body of a request of `verifyReceipt`.
package enum ReceiptRequest {
    /// - Parameters:
    ///   - receipt: A receipt of either kind, as it is or in Base64.
    ///   - sharedSecret: Of the app, for receipts with subscriptions.
    /// - Returns: JSON.
    package static func body(
        receipt: [UInt8], sharedSecret: String?, excludesOldTransactions: Bool
    ) throws(Rejection) -> String {
        let text = Base64.encode(try ReceiptForm.anyReceipt(receipt))
        var members = ["\"receipt-data\":\"\(text)\""]
        if let sharedSecret { members.append("\"password\":\"\(escaped(sharedSecret))\"") }
        if excludesOldTransactions { members.append("\"exclude-old-transactions\":true") }
        return "{\(members.joined(separator: ","))}"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": escaped.append(contentsOf: ["\\", scalar])
            case "\u{0}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                escaped.append(
                    contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}

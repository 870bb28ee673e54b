/// The receipt of one transaction, the form before app receipts: a property list in the NeXTSTEP form. Its
/// `purchase-info` is the Base64 of another one.
package enum TransactionReceipt {
    /// The id of its transaction. Nothing is checked.
    ///
    /// - Parameter bytes: The receipt, or its Base64 in lines of any length.
    package static func transactionID(_ bytes: [UInt8]) throws(Rejection) -> UInt64 {
        guard bytes.count <= AppReceipt.maximumLength else {
            throw Rejection(.tooLarge, "the receipt has more than \(AppReceipt.maximumLength) bytes")
        }
        let list = ReceiptForm.isPropertyList(bytes) ? bytes : try ReceiptForm.decoded(bytes)
        guard let information = try text("purchase-info", in: list) else {
            throw Rejection(.malformed, "the receipt of a transaction has no purchase-info")
        }
        guard let id = try text("transaction-id", in: ReceiptForm.decoded(Array(information.utf8))) else {
            throw Rejection(.malformed, "the purchase-info of the receipt has no transaction-id")
        }
        guard let number = ReceiptID.number(id) else {
            throw Rejection(.wrongType, "the transaction-id of the receipt is not a number")
        }
        return number
    }

    /// More than the App Store's receipts have.
    private static let maximumQuotationMarks = 1024

    /// The text with this name in a list of the form `{ "name" = "text"; }`.
    private static func text(_ name: String, in list: [UInt8]) throws(Rejection) -> String? {
        guard ReceiptForm.isPropertyList(list), list.last(where: { $0 > 0x20 }) == UInt8(ascii: "}") else {
            throw Rejection(.malformed, "the receipt of a transaction is not a list of texts")
        }
        let parts = String(decoding: list, as: UTF8.self)
            .split(separator: "\"", maxSplits: maximumQuotationMarks, omittingEmptySubsequences: false)
        guard let place = parts.firstIndex(of: name[...]), place + 2 < parts.count,
            parts[place + 1].filter({ !$0.isWhitespace }) == "="
        else { return nil }
        return String(parts[place + 2])
    }
}

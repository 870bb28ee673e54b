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
        let text = ReceiptForm.isPropertyList(bytes) ? bytes : try ReceiptForm.decoded(bytes)
        guard let information = try PropertyTexts(text)["purchase-info"] else {
            throw Rejection(.malformed, "the receipt of a transaction has no purchase-info")
        }
        guard let id = try PropertyTexts(try ReceiptForm.decoded(Array(information.utf8)))["transaction-id"] else {
            throw Rejection(.malformed, "the purchase-info of the receipt has no transaction-id")
        }
        guard let number = ReceiptID.number(id) else {
            throw Rejection(.wrongType, "the transaction-id of the receipt is not a number")
        }
        return number
    }
}

/// The texts of a property list of the form `{ "name" = "text"; }`.
private struct PropertyTexts {
    private static let maximumTexts = 256

    private var texts: [String: String] = [:]
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) throws(Rejection) {
        self.bytes = bytes
        guard String(validating: bytes, as: UTF8.self) != nil, take("{") else { throw Self.malformed }
        while !take("}") {
            guard texts.count < Self.maximumTexts else { throw Self.malformed }
            let name = try quoted()
            guard take("=") else { throw Self.malformed }
            let text = try quoted()
            guard take(";"), texts.updateValue(text, forKey: name) == nil else { throw Self.malformed }
        }
        skipBlanks()
        guard index == bytes.count else { throw Self.malformed }
    }

    subscript(name: String) -> String? { texts[name] }

    private static let malformed = Rejection(.malformed, "the receipt of a transaction is not a list of texts")

    private mutating func skipBlanks() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func quoted() throws(Rejection) -> String {
        guard take("\"") else { throw Self.malformed }
        var text: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") {
                guard index < bytes.count else { break }
                text.append(bytes[index])
                index += 1
            } else {
                text.append(byte)
            }
        }
        throw Self.malformed
    }
}

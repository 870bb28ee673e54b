package import IAPSignedText

/// The forms of receipts: the bytes themselves, or Base64 as games send them.
package enum ReceiptForm {
    /// The bytes of an app receipt. The two forms begin differently.
    static func appReceipt(_ bytes: [UInt8]) throws(Rejection) -> [UInt8] {
        guard bytes.count <= AppReceipt.maximumLength else {
            throw Rejection(.tooLarge, "the receipt has more than \(AppReceipt.maximumLength) bytes")
        }
        return isPKCS7(bytes) ? bytes : try decoded(bytes)
    }

    /// The bytes of a receipt of either kind.
    package static func anyReceipt(_ bytes: [UInt8]) throws(Rejection) -> [UInt8] {
        isPropertyList(bytes) ? bytes : try appReceipt(bytes)
    }

    /// A sequence longer than 127 bytes, as every signed message is. Base64 has no byte above 127.
    private static func isPKCS7(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 2 && bytes[0] == BERTag.sequence && bytes[1] >= 0x80
    }

    /// The older receipts are texts. Base64 has no braces.
    static func isPropertyList(_ bytes: [UInt8]) -> Bool {
        bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
    }

    /// The bytes of strict Base64 in lines of any length.
    static func decoded(_ text: [UInt8]) throws(Rejection) -> [UInt8] {
        let digits = text.filter { $0 != 0x0A && $0 != 0x0D }
        guard !digits.isEmpty, let bytes = Base64.decode(digits[...]) else {
            throw Rejection(.malformed, "the receipt is neither PKCS #7 nor its Base64")
        }
        return bytes
    }
}

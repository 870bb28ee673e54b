/// A JSON value that is signed as it was written: a number of any length keeps all its digits.
struct VerbatimJSON: Encodable {
    /// Without the white space between its parts.
    let bytes: [UInt8]

    /// What encoders write in its place, as they write no text but their own.
    static let placeholder = Array("0".utf8)

    /// - Parameter text: JSON.
    init(_ text: String) {
        var bytes: [UInt8] = []
        var isInText = false
        var isEscaped = false
        for byte in text.utf8 {
            if !isInText, byte <= UInt8(ascii: " ") || byte > UInt8(ascii: "~") { continue }
            if byte == UInt8(ascii: "\""), !isEscaped { isInText.toggle() }
            isEscaped = isInText && byte == UInt8(ascii: "\\") && !isEscaped
            bytes.append(byte)
        }
        self.bytes = bytes
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(0)
    }
}

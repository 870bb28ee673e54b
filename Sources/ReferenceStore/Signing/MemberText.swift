/// Members of JSON objects that are put in as text, so that the rest of an object stays as it is, byte for byte.
enum MemberText {
    /// The object with one more member in front. Bytes that are no object get one more byte.
    static func adding(_ name: String, _ value: String, to bytes: [UInt8]) -> [UInt8] {
        guard let (opening, rest) = parts(of: bytes) else { return bytes + [UInt8(ascii: "0")] }
        let comma = rest.first == UInt8(ascii: "}") ? "" : ","
        return opening + Array("\"\(name)\":\(value)\(comma)".utf8) + rest
    }

    /// The object with its first member twice. What has none stays as it is.
    static func repeatingFirst(of bytes: [UInt8]) -> [UInt8] {
        guard let (opening, rest) = parts(of: bytes), let member = firstMember(rest) else { return bytes }
        return opening + member + [UInt8(ascii: ",")] + rest
    }

    /// Up to the comma or bracket after it; nil if there is none.
    private static func firstMember(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard text.first == UInt8(ascii: "\"") else { return nil }
        var (depth, isInText, isEscaped) = (0, false, false)
        for (place, byte) in zip(text.indices, text) {
            if isInText {
                if byte == UInt8(ascii: "\""), !isEscaped { isInText = false }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ","), UInt8(ascii: "}"):
                if depth == 0 { return text[..<place] }
                if byte == UInt8(ascii: "}") { depth -= 1 }
            case UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return nil
    }

    /// An object up to its first name or its end, and from there on.
    private static func parts(of bytes: [UInt8]) -> (opening: [UInt8], rest: ArraySlice<UInt8>)? {
        func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        let object = bytes.drop(while: isBlank)
        guard object.first == UInt8(ascii: "{") else { return nil }
        let rest = object.dropFirst().drop(while: isBlank)
        return rest.isEmpty ? nil : (Array(bytes[..<rest.startIndex]), rest)
    }
}

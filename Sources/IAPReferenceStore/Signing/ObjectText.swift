internal import IAPJSON

/// Changes JSON objects in their text: the rest stays the same, byte for byte. An encoder can write a number with other digits,
/// and it never writes a name twice.
enum ObjectText {
    /// Returns the object with another member at its beginning. Bytes that are no object get another byte instead.
    ///
    /// - Parameter value: JSON.
    static func adding(_ name: String, _ value: [UInt8], to bytes: [UInt8]) -> [UInt8] {
        guard let object = object(bytes), let opening = bytes.firstIndex(of: UInt8(ascii: "{")) else {
            return bytes + [UInt8(ascii: "0")]
        }
        let comma = object.members.isEmpty ? [] : [UInt8(ascii: ",")]
        return bytes[...opening] + Array("\"\(name)\":".utf8) + value + comma + bytes[(opening + 1)...]
    }

    /// Returns the object with its first member twice. An object without members stays the same.
    static func repeatingFirst(of bytes: [UInt8]) -> [UInt8] {
        guard let first = object(bytes)?.members.first else { return bytes }
        let member = bytes[first.start..<first.valueRange.upperBound]
        return bytes[..<first.start] + member + [UInt8(ascii: ",")] + bytes[first.start...]
    }

    /// Returns the JSON without white space between its parts and without a byte order mark.
    static func compact(_ json: String) -> [UInt8] {
        var isInText = false
        var isEscaped = false
        return json.utf8.filter { byte in
            if !isInText, !(0x21...0x7E).contains(byte) { return false }
            if byte == UInt8(ascii: "\""), !isEscaped { isInText.toggle() }
            isEscaped = isInText && byte == UInt8(ascii: "\\") && !isEscaped
            return true
        }
    }

    private static func object(_ bytes: [UInt8]) -> JSONObject? {
        if case .object(let object) = try? JSONReader.read(bytes) { object } else { nil }
    }
}

/// The text form of a UUID (RFC 9562, section 4), in lower case.
package enum UUIDText {
    private static let digits = Array("0123456789abcdef".utf8)
    /// The number of bytes between the hyphens.
    private static let groups = [4, 2, 2, 2, 6]

    /// - Parameter bytes: 16.
    package static func version4(_ bytes: [UInt8]) -> String {
        var bytes = bytes
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text: [UInt8] = []
        var rest = bytes[...]
        for count in groups {
            if !text.isEmpty { text.append(UInt8(ascii: "-")) }
            for byte in rest.prefix(count) { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
            rest = rest.dropFirst(count)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether a text is a UUID, in upper or lower case.
    package static func isUUID(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == groups.map({ $0 * 2 }) else { return false }
        return parts.joined().allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                UInt8(ascii: "A")...UInt8(ascii: "F"):
                true
            default: false
            }
        }
    }
}

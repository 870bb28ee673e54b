internal import Foundation

/// A compact JWS taken apart (RFC 7515, section 3.1). Nothing of it is checked.
struct CompactText: Sendable, Hashable {
    private static let maximumLength = 1 << 20

    let header: [UInt8]
    let payload: [UInt8]
    let signature: [UInt8]
    /// What the signature is over.
    let signed: [UInt8]

    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.decode(parts[0]), let payload = Self.decode(parts[1]),
            let signature = Self.decode(parts[2])
        else { return nil }
        self.header = header
        self.payload = payload
        self.signature = signature
        signed = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// Base64url without padding. Other texts for the same bytes are refused.
    private static func decode(_ text: Substring) -> [UInt8]? {
        var standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: standard) else { return nil }
        let canonical = data.base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").trimmingCharacters(in: CharacterSet(charactersIn: "="))
        return canonical.utf8.elementsEqual(text.utf8) ? [UInt8](data) : nil
    }
}

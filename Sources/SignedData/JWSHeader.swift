/// The members of a JWS header that decide about the signature.
struct JWSHeader: Sendable, Hashable {
    /// Nil if absent.
    var algorithm: String?
    /// Nil if absent or no text.
    var keyID: String?
    /// Empty if absent.
    var certificates: [String] = []

    /// Nil unless the bytes are a JSON object in UTF-8 in which no name comes twice and `alg` and `x5c` have the right
    /// types. Other members are read over, except `crit`: who writes it demands that the reader refuses what
    /// it does not know (RFC 7515, section 4.1.11), and this reader knows no extension.
    init?(json bytes: [UInt8]) {
        guard var scanner = JSONScanner(bytes) else { return nil }
        do throws(JSONScanner.Malformed) {
            var names: Set<String> = []
            try scanner.scanObject { scanner, name throws(JSONScanner.Malformed) in
                guard names.insert(name).inserted, name != "crit" else { throw JSONScanner.Malformed() }
                switch name {
                case "alg":
                    algorithm = try scanner.scanString()
                case "kid":
                    keyID = try scanner.scanStringOrSkip()
                case "x5c":
                    try scanner.scanArray { scanner throws(JSONScanner.Malformed) in
                        certificates.append(try scanner.scanString())
                    }
                default:
                    try scanner.skipValue()
                }
            }
            try scanner.scanEnd()
        } catch {
            return nil
        }
    }
}

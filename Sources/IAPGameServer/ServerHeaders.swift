internal import Foundation
package import IAPModel

/// The headers that the game adds to each request to its server, for example for authorization.
package struct ServerHeaders: Sendable, Hashable {
    struct Field: Sendable, Hashable {
        let name: String
        let value: String
    }

    private static let maximumCount = 32
    private static let maximumLength = 8192
    private static let namePunctuation = Set("!#$%&'*+-.^_`|~".utf8)
    /// The headers that the library and the system write themselves.
    private static let reserved: Set<String> = [
        "accept", "accept-encoding", "connection", "content-encoding", "content-length", "content-type", "expect",
        "host", "iap-app-account-token",
        "idempotency-key", "keep-alive", "proxy-authorization", "proxy-connection", "te", "trailer",
        "transfer-encoding",
        "upgrade",
    ]

    package static let none = ServerHeaders(fields: [])

    let fields: [Field]

    private init(fields: [Field]) { self.fields = fields }

    /// - Parameter lines: Lines of the form "Name: value".
    /// - Throws: `.invalidArgument` or `.tooLarge`. The message names the line, but never its value, which may be a
    ///   secret.
    package init(lines: [String]) throws(IAPError) {
        guard lines.count <= Self.maximumCount else {
            throw IAPError(
                .tooLarge, "there are \(lines.count) headers for the server; at most \(Self.maximumCount) are allowed")
        }
        var fields: [Field] = []
        var names: Set<String> = []
        for (index, line) in lines.enumerated() {
            let field = try Self.field(line, number: index + 1)
            guard names.insert(field.name.lowercased()).inserted else {
                throw Self.refusal(index + 1, "repeats the name \(field.name); join the values with commas")
            }
            fields.append(field)
        }
        self.fields = fields
    }

    private static func field(_ line: String, number: Int) throws(IAPError) -> Field {
        guard line.utf8.count <= maximumLength else {
            throw IAPError(.tooLarge, "header \(number) for the server has more than \(maximumLength) bytes")
        }
        let bytes = Array(line.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            throw refusal(number, "has no colon; write it as \"Name: value\"")
        }
        guard colon > 0, bytes[..<colon].allSatisfy(isOfName) else {
            throw refusal(
                number, "has no name, or a name with characters that are not allowed; write it as \"Name: value\"")
        }
        let value = bytes[(colon + 1)...]
        guard value.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw refusal(number, "has a control character or a non-ASCII character in its value; encode it")
        }
        let field = Field(
            name: String(decoding: bytes[..<colon], as: UTF8.self),
            value: String(decoding: value, as: UTF8.self).trimmingCharacters(in: CharacterSet(charactersIn: " ")))
        guard !reserved.contains(field.name.lowercased()) else {
            throw refusal(number, "is \(field.name), which the library writes itself; remove it")
        }
        guard !field.value.isEmpty else { throw refusal(number, "has no value; remove it") }
        return field
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: namePunctuation.contains(byte)
        }
    }

    private static func refusal(_ number: Int, _ reason: String) -> IAPError {
        IAPError(.invalidArgument, "header \(number) for the server \(reason)")
    }
}

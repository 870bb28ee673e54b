internal import Foundation
package import IAPModel

/// The address of the game server: https, or http to this machine for tests and tools.
package struct RequestAddress: Sendable, Hashable {
    /// The purpose of the address.
    package enum Purpose: Sendable {
        case verdicts, productList
    }

    private static let maximumLength = 4096
    private static let loopbackNames: Set<String> = ["localhost", "::1", "[::1]"]

    package let text: String
    let url: URL
    /// True if the address is this machine. Requests to it never use a proxy.
    let isLoopback: Bool

    /// The host, for messages.
    package var host: String { url.host ?? "" }

    /// - Throws: `.invalidArgument` or `.tooLarge`; the message names the address and the problem.
    package init(_ text: String, for purpose: Purpose = .verdicts) throws(IAPError) {
        let (example, danger) =
            switch purpose {
            case .verdicts: ("https://example.com/verify", "would send purchases without encryption")
            case .productList: ("https://example.com/products", "would be read without encryption")
            }
        func refusal(_ reason: String) -> IAPError {
            IAPError(.invalidArgument, "the address \"\(Self.shown(text))\" of the server \(reason)")
        }
        guard text.utf8.count <= Self.maximumLength else {
            throw IAPError(.tooLarge, "the address of the server has more than \(Self.maximumLength) bytes")
        }
        // URL parsers disagree about some addresses. They are refused before any parser reads them.
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) else {
            throw refusal("has a space or another character that URLs cannot contain; write it as %XX")
        }
        guard let parts = URLComponents(string: text), let url = parts.url, let scheme = parts.scheme?.lowercased()
        else {
            throw refusal("is not a URL; use one such as \(example)")
        }
        guard scheme == "https" || scheme == "http" else {
            throw refusal("starts with \(scheme); use an address that starts with https")
        }
        guard let host = parts.host?.lowercased(), !host.isEmpty, host != "[]" else {
            throw refusal("names no server; use one such as \(example)")
        }
        guard parts.user == nil, parts.password == nil else {
            throw refusal("contains a user or a password; send an Authorization header instead")
        }
        guard parts.fragment == nil else { throw refusal("has a part after #, which is never sent; remove it") }
        if let port = parts.port, !(1...65_535).contains(port) {
            throw refusal("has the port \(port); use a port from 1 to 65535")
        }
        isLoopback = Self.isLoopback(host)
        guard scheme == "https" || isLoopback else {
            throw refusal("\(danger); use https (http is allowed only for this machine)")
        }
        self.text = text
        self.url = url
    }

    package static func isLoopback(_ host: String) -> Bool {
        if loopbackNames.contains(host) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        // 127.0.0.0/8 in its plain form. Parsers disagree about other spellings.
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
    }

    /// Returns the address for messages: one line, without the part before an @, which may contain a password.
    private static func shown(_ text: String) -> String {
        let visible = String(
            decoding: text.utf8.prefix(200).map { (0x20...0x7E).contains($0) ? $0 : 0x3F }, as: UTF8.self)
        guard let at = visible.lastIndex(of: "@") else { return visible }
        let start = visible.range(of: "//").map(\.upperBound) ?? visible.startIndex
        return start < at ? visible[..<start] + "…" + visible[at...] : visible
    }
}

/// The headers that the game adds to each request to its server, for example for authorization.
package struct RequestHeaders: Sendable, Hashable {
    package struct Field: Sendable, Hashable {
        let name: String
        let value: String

        package init(name: String, value: String) { (self.name, self.value) = (name, value) }
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

    package static let none = RequestHeaders(fields: [])

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

internal import Foundation
package import IAPModel

/// The address of the game server: https, or http to this machine for tests and tools.
package struct ServerAddress: Sendable, Hashable {
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
    var host: String { url.host ?? "" }

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

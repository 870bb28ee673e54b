internal import Foundation
internal import IAPHTTP

/// The headers with which a game names its current player.
extension HTTPRequest {
    var player: String? { trimmed("Iap-Player") }

    /// The player's appAccountToken. The client library sends it with each purchase.
    var appAccountToken: String? { trimmed("Iap-App-Account-Token") }

    /// White space around a header does not count (RFC 9110, section 5.5). It is rare.
    private func trimmed(_ name: String) -> String? {
        guard let value = header(name) else { return nil }
        let isSpace = { (byte: UInt8?) in byte == 0x20 || byte == 0x09 }
        guard isSpace(value.utf8.first) || isSpace(value.utf8.last) else { return value }
        return value.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
    }
}

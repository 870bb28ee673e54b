internal import IAPJSON

/// The verdict of the game server about a purchase, as the server sends it.
struct ServerVerdict: Sendable, Hashable {
    enum Word: String, Sendable, Hashable {
        case valid = "valid"
        case invalid = "invalid"
        case undecided = "undecided"
    }

    private static let maximumReasonLength = 1024

    var word: Word
    /// One line; empty if there is no reason.
    var reason: String

    /// Returns nil unless the bytes are a JSON object with a verdict and without duplicate names. Other members are
    /// ignored.
    init?(json: [UInt8]) {
        // JSON does not allow a byte order mark in a response.
        guard !json.starts(with: JSONReader.byteOrderMark), let object = JSONReader.object(json),
            let word = object.text("verdict").flatMap(Word.init(rawValue:))
        else { return nil }
        self.word = word
        reason = Self.line(object.text("reason") ?? "")
    }

    /// Returns the text as one line of limited length, without control characters.
    private static func line(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            let isShown = !(scalar.properties.generalCategory == .control) && !scalar.properties.isWhitespace
            let next = isShown ? String(scalar) : " "
            guard line.utf8.count + next.utf8.count <= maximumReasonLength else { break }
            line += next
        }
        return line.split(separator: " ").joined(separator: " ")
    }
}

internal import Foundation
internal import IAPModel

/// What the game's server says of a purchase, in the form in which it says so.
struct ServerVerdict: Sendable, Hashable {
    enum Word: String, Sendable, Hashable {
        case valid, invalid, undecided
    }

    private static let maximumReasonLength = 1024

    var word: Word
    /// One line; empty if there is none.
    var reason: String

    /// Nil unless the bytes are a JSON object with a verdict. What else it has is left alone.
    init?(json: [UInt8]) {
        guard let object = try? JSONSerialization.jsonObject(with: Data(json)) as? [String: Any],
            let word = (object["verdict"] as? String).flatMap(Word.init(rawValue:))
        else { return nil }
        self.word = word
        reason = Self.line(object["reason"] as? String ?? "")
    }

    /// The text in one line that is not too long, without control characters.
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

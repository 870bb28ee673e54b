/// Why a text cannot be read as JSON.
package struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        case notUTF8
        /// An escape sequence is half of a surrogate pair, which UTF-8 does not have.
        case halfCharacter
        /// There is nothing except white space.
        case empty
        case malformed
        /// An object contains a name twice.
        case duplicateName
        case tooDeep
        /// The number is outside the range of all readers.
        case numberOutOfRange
    }

    package let kind: Kind
    /// From 1. Columns count characters, not bytes, as editors do.
    package let line: Int
    package let column: Int
    package let reason: String

    package init(_ kind: Kind, line: Int, column: Int, reason: String) {
        self.kind = kind
        self.line = line
        self.column = column
        self.reason = reason
    }

    package var place: String { "line \(line), column \(column)" }

    package var description: String { "\(place): \(reason)" }
}

extension String {
    /// A text as messages show it: in quotation marks, on one line, and shortened to a suitable length.
    package var quotedInMessage: String {
        let shown = prefix(60)
        return String(shown).debugDescription + (shown.endIndex == endIndex ? "" : "…")
    }
}

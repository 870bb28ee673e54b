package import IAPModel

/// The result of a command. The command line shows it as a table, or as JSON with `--json`.
package enum Answer: Sendable {
    /// - Parameter none: the text that the command line shows in place of an empty table.
    case rows([Column], [[Cell]], none: String)
    case fields([Field])
    /// A text that is shown unchanged, for example a log. The key is its name in JSON.
    case text(String, key: String)
    /// One line of a table that continues, without titles.
    case line([Cell])
    /// Data that is not text, such as a certificate. JSON has it in Base64.
    case bytes([UInt8], key: String)
}

/// A column of a table, or the name of a field.
package struct Column: Sendable {
    package var key: String
    package var title: String
    /// A table shows this column below the rest of the row, where a sentence has room.
    package var isBelow: Bool

    /// - Parameters:
    ///   - key: the name in JSON. It is Apple's name if the App Store signs the same value.
    ///   - title: the text for people.
    package init(_ key: String, _ title: String, isBelow: Bool = false) {
        self.key = key
        self.title = title
        self.isBelow = isBelow
    }
}

package struct Field: Sendable {
    package var column: Column
    package var cell: Cell

    package init(_ key: String, _ title: String, _ cell: Cell) {
        column = Column(key, title)
        self.cell = cell
    }
}

package enum Cell: Sendable, Hashable {
    case none
    case text(String)
    /// The name of a state. It can have a colour.
    case state(String, Mood)
    /// JSON has ids as strings, because many readers cannot hold a number of 64 bits.
    case id(UInt64)
    case number(Int64)
    case flag(Bool)
    /// Milliseconds since 1970.
    case time(Int64)
    case money(Money)
    /// JSON has them as an array.
    case words([String])

    package enum Mood: Sendable, Hashable {
        case good, waiting, bad, over
    }

    package static func text(_ text: String?) -> Cell { text.map { $0.isEmpty ? .none : .text($0) } ?? .none }
    package static func time(_ time: Int64?) -> Cell { time.map(Cell.time) ?? .none }
    package static func number(_ number: Int?) -> Cell { number.map { .number(Int64($0)) } ?? .none }
}

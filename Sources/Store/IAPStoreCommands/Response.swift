package import Foundation
internal import IAPJSON
package import IAPModel
internal import IAPReferenceStore
internal import IAPSignatures

/// The result of a command. The command line shows it as a table, or as JSON with `--json`.
package enum Response: Sendable {
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
    /// A text of several lines to copy, such as a key in PEM format.
    case lines(String)
    /// JSON has ids as strings, because many readers cannot hold a number of 64 bits.
    case id(UInt64)
    case number(Int64)
    case flag(Bool)
    /// Milliseconds since 1970.
    case time(Int64)
    case money(Money)
    /// JSON has them as an array.
    case words([String])

    package static func text(_ text: String?) -> Cell { text.map { $0.isEmpty ? .none : .text($0) } ?? .none }
    package static func time(_ time: Int64?) -> Cell { time.map(Cell.time) ?? .none }
    package static func number(_ number: Int?) -> Cell { number.map { .number(Int64($0)) } ?? .none }
}

extension Response {
    /// Rows become an array of objects, and fields become one object. Empty values are left out.
    package var json: String {
        switch self {
        case .rows(let columns, let rows, _):
            JSONValue.list(rows.map { row in Self.object(zip(columns.map(\.key), row)) }).json
        case .fields(let fields): Self.object(fields.map { ($0.column.key, $0.cell) }).json
        case .line(let cells): JSONValue.list(cells.compactMap(\.json)).json
        case .text(let text, let key): JSONValue.object(of: [key: .text(text)]).json
        case .bytes(let bytes, let key): JSONValue.object(of: [key: .text(Base64.encode(bytes))]).json
        }
    }

    private static func object(_ members: some Sequence<(String, Cell)>) -> JSONValue {
        let values = members.compactMap { key, cell in cell.json.map { (key, $0) } }
        return .object(of: Dictionary(values) { first, _ in first })
    }
}

extension Cell {
    /// Nil for an empty cell.
    fileprivate var json: JSONValue? {
        switch self {
        case .none: nil
        case .text(let text), .lines(let text): .text(text)
        case .id(let id): .id(id)
        case .number(let number): .whole(number)
        case .flag(let flag): .flag(flag)
        case .time(let time): .text(Times.iso(time))
        case .words(let words): .optional(words)
        case .money(let money):
            .object(of: ["milliunits": .whole(money.milliunits), "currency": .text(money.currencyCode)])
        }
    }
}

/// How responses look on a terminal.
package struct TableStyle: Sendable {
    package var times: Times
    /// The number of columns of the terminal; nil if the width does not matter.
    package var width: Int?

    package init(times: Times, width: Int?) {
        self.times = times
        self.width = width
    }
}

extension Response {
    package func table(_ style: TableStyle) -> String {
        switch self {
        case .rows(_, let rows, let none) where rows.isEmpty: none + "\n"
        case .rows(let columns, let rows, _): Self.table(columns, rows, style)
        case .fields(let fields): Self.list(fields.filter { $0.cell != .none }, style)
        case .text(let text, _): text
        case .line(let cells):
            cells.filter { $0 != .none }.map { $0.text(style) }.joined(separator: "  ") + "\n"
        case .bytes: ""
        }
    }

    private static func list(_ fields: [Field], _ style: TableStyle) -> String {
        let width = fields.map { $0.column.title.terminalWidth }.max() ?? 0
        return fields.map { field in
            if case .lines = field.cell { return field.column.title + "\n" + field.cell.text(style) + "\n" }
            return field.column.title.padded(to: width) + "  " + field.cell.text(style) + "\n"
        }.joined()
    }

    private static func table(_ columns: [Column], _ rows: [[Cell]], _ style: TableStyle) -> String {
        // Empty columns are left out.
        let used = columns.indices.filter { column in rows.contains { $0[column] != .none } }
        let shown = used.filter { !columns[$0].isBelow }
        let below = used.filter { columns[$0].isBelow }
        let texts = rows.map { row in shown.map { row[$0].text(style) } }
        let widths = fitted(
            shown.indices.map { index in
                max(columns[shown[index]].title.terminalWidth, texts.map { $0[index].terminalWidth }.max() ?? 0)
            }, to: style.width)
        func line(_ cells: [String]) -> String {
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }
        let title = line(
            shown.indices.map { index in
                let isRight = rows.contains { $0[shown[index]].isRight }
                return columns[shown[index]].title.cut(to: widths[index]).padded(to: widths[index], isRight: isRight)
            })
        let lines = zip(rows, texts).map { row, texts in
            line(
                shown.indices.map { index in
                    texts[index].cut(to: widths[index]).padded(to: widths[index], isRight: row[shown[index]].isRight)
                }) + below.map { wrapped(row[$0].text(style), to: style.width) }.joined()
        }
        return title + lines.joined()
    }

    /// Returns indented lines that break between words.
    private static func wrapped(_ text: String, to width: Int?) -> String {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.terminalWidth + 1 + String(word).terminalWidth <= (width ?? .max) {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append("    " + word)
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Narrows the widest columns until the table fits.
    private static func fitted(_ widths: [Int], to width: Int?) -> [Int] {
        guard let width else { return widths }
        var widths = widths
        while widths.reduce(0, +) + 2 * (widths.count - 1) > width,
            let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 4
        { widths[widest] -= 1 }
        return widths
    }
}

extension Cell {
    func text(_ style: TableStyle) -> String {
        switch self {
        case .none: ""
        case .text(let text): printable(text)
        case .lines(let text): text.split(separator: "\n").map { printable(String($0)) }.joined(separator: "\n")
        case .id(let id): String(id)
        case .number(let number): String(number)
        case .flag(let flag): flag ? "yes" : "no"
        case .time(let time): style.times.text(time)
        case .words(let words): printable(words.joined(separator: ", "))
        case .money(let money):
            PriceFormatter().string(milliunits: money.milliunits, currencyCode: money.currencyCode, locale: "en_US")
        }
    }

    fileprivate var isRight: Bool {
        switch self {
        case .number, .money: true
        default: false
        }
    }
}

extension String {
    /// The approximate number of terminal columns that the text takes. East Asian letters and emoji take two.
    var terminalWidth: Int {
        reduce(0) { width, character in
            let scalar = character.unicodeScalars.first ?? " "
            let isWide =
                scalar.properties.isEmojiPresentation
                || [
                    0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
                    0xFF00...0xFF60,
                    0xFFE0...0xFFE6, 0x20000...0x3FFFD,
                ].contains { $0.contains(Int(scalar.value)) }
            return width + (isWide ? 2 : 1)
        }
    }

    func padded(to width: Int, isRight: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - terminalWidth))
        return isRight ? space + self : self + space
    }

    func cut(to width: Int) -> String {
        guard terminalWidth > width else { return self }
        var text = self
        while text.terminalWidth > width - 1, !text.isEmpty { text.removeLast() }
        return text + "…"
    }
}

/// Reads and writes times.
package struct Times: Sendable {
    package var timeZone: TimeZone
    /// True for ISO 8601 in UTC.
    package var isISO: Bool

    package init(timeZone: TimeZone, isISO: Bool) {
        self.timeZone = timeZone
        self.isISO = isISO
    }

    /// Returns a time with milliseconds, in UTC: `2026-01-01T00:00:00.000Z`.
    static func iso(_ milliseconds: Int64) -> String {
        date(milliseconds).formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted))
    }

    /// Returns a time with seconds: `2026-01-01 01:00:00`.
    func text(_ milliseconds: Int64) -> String {
        if isISO { return Self.iso(milliseconds) }
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: timeZone)
        return Self.date(milliseconds).formatted(style.year().month().day().time(includingFractionalSeconds: false))
    }

    private static func date(_ milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// Reads ISO 8601 or milliseconds since 1970.
    static func milliseconds(_ text: String) -> Int64? {
        if let number = Int64(text) { return number >= 0 ? number : nil }
        for isFractional in [false, true] {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: isFractional)
            if let date = try? style.parse(text) { return Int64((date.timeIntervalSince1970 * 1000).rounded()) }
        }
        if let date = try? Date.ISO8601FormatStyle().year().month().day().parse(text) {
            return Int64((date.timeIntervalSince1970 * 1000).rounded())
        }
        return nil
    }

    /// Reads a duration: `90s`, `15m`, `12h`, `30d`, `2w`, or a combination such as `1d12h`.
    static func length(_ text: String) -> Int64? {
        let units: [Character: Int64] = ["s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000]
        var sum: Int64 = 0
        var digits = ""
        for character in text {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            guard let unit = units[character], let number = Int64(digits) else { return nil }
            let (product, isTooLong) = number.multipliedReportingOverflow(by: unit)
            let (next, isTooLongInAll) = sum.addingReportingOverflow(product)
            if isTooLong || isTooLongInAll { return nil }
            (sum, digits) = (next, "")
        }
        return digits.isEmpty && sum > 0 ? sum : nil
    }
}

internal import IAPModel
internal import IAPReferenceStore

/// How answers look on a terminal.
package struct TableStyle: Sendable {
    package var times: Times
    package var hasColours: Bool
    /// The number of columns of the terminal; nil if the width does not matter.
    package var width: Int?

    package init(times: Times, hasColours: Bool, width: Int?) {
        self.times = times
        self.hasColours = hasColours
        self.width = width
    }
}

extension Answer {
    package func table(_ style: TableStyle) -> String {
        switch self {
        case .rows(_, let rows, let none) where rows.isEmpty: none + "\n"
        case .rows(let columns, let rows, _): Self.table(columns, rows, style)
        case .fields(let fields): Self.list(fields.filter { $0.cell != .none }, style)
        case .text(let text, _): text
        case .line(let cells):
            cells.filter { $0 != .none }.map { $0.coloured($0.text(style), style) }.joined(separator: "  ") + "\n"
        case .bytes: ""
        }
    }

    private static func list(_ fields: [Field], _ style: TableStyle) -> String {
        let width = fields.map { $0.column.title.terminalWidth }.max() ?? 0
        return fields.map { field in
            let text = field.cell.text(style)
            return field.column.title.padded(to: width) + "  " + field.cell.coloured(text, style) + "\n"
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
                    let cell = row[shown[index]]
                    let text = texts[index].cut(to: widths[index])
                    let isRight = cell.isRight
                    return cell.coloured(text.padded(to: widths[index], isRight: isRight), style)
                }) + below.map { wrapped(row[$0].text(style), to: style.width) }.joined()
        }
        return (style.hasColours ? "\u{1B}[1m\(title)\u{1B}[0m" : title) + lines.joined()
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
        {
            widths[widest] -= 1
        }
        return widths
    }
}

extension Cell {
    func text(_ style: TableStyle) -> String {
        switch self {
        case .none: ""
        case .text(let text), .state(let text, _): printable(text)
        case .id(let id): String(id)
        case .number(let number): String(number)
        case .flag(let flag): flag ? "yes" : "no"
        case .time(let time): style.times.text(time)
        case .words(let words): printable(words.joined(separator: ", "))
        case .money(let money):
            PriceFormatter().string(
                milliunits: money.milliunits, currencyCode: money.currencyCode, locale: "en_US")
        }
    }

    fileprivate var isRight: Bool {
        switch self {
        case .number, .money: true
        default: false
        }
    }

    fileprivate func coloured(_ text: String, _ style: TableStyle) -> String {
        guard style.hasColours, case .state(_, let mood) = self else { return text }
        let colour =
            switch mood {
            case .good: 32
            case .waiting: 33
            case .bad: 31
            case .over: 90
            }
        return "\u{1B}[\(colour)m\(text)\u{1B}[0m"
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

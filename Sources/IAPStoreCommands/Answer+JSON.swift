internal import Foundation
internal import IAPJSON
internal import IAPModel
internal import IAPSignedText

extension Answer {
    /// Rows become an array of objects, and fields become one object. Empty values are left out.
    package var json: String {
        switch self {
        case .rows(let columns, let rows, _):
            Self.text(rows.map { row in Self.object(zip(columns.map(\.key), row)) })
        case .fields(let fields): Self.text(Self.object(fields.map { ($0.column.key, $0.cell) }))
        case .line(let cells): Self.text(cells.filter { $0 != .none }.map { JSONCell(cell: $0) })
        case .text(let text, let key): Self.text([key: JSONCell(cell: .text(text))])
        case .bytes(let bytes, let key): Self.text([key: JSONCell(cell: .text(Base64.encode(bytes)))])
        }
    }

    private static func object(_ members: some Sequence<(String, Cell)>) -> [String: JSONCell] {
        Dictionary(
            members.filter { $0.1 != .none }.map { ($0.0, JSONCell(cell: $0.1)) },
            uniquingKeysWith: { first, _ in first })
    }

    private static func text(_ value: some Encodable) -> String { JSONEncoder.sortedText(value) ?? "null" }
}

private struct JSONCell: Encodable {
    var cell: Cell

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch cell {
        case .none: try container.encodeNil()
        case .text(let text), .state(let text, _): try container.encode(text)
        case .id(let id): try container.encode(String(id))
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .time(let time): try container.encode(Times.iso(time))
        case .words(let words): try container.encode(words)
        case .money(let money):
            var object = encoder.container(keyedBy: MoneyKeys.self)
            try object.encode(money.milliunits, forKey: .milliunits)
            try object.encode(money.currencyCode, forKey: .currency)
        }
    }

    private enum MoneyKeys: String, CodingKey { case milliunits, currency }
}

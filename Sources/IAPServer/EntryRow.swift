internal import Foundation
internal import Glibc
internal import IAPBook
internal import IAPJSON

/// An entry as responses and exports show it.
struct EntryRow: Encodable {
    var id: String
    var at: Int64
    var environment: String
    var player: String?
    var kind: String
    var cause: String
    var transactionId: String?
    var productId: String?
    var name: String?
    var amount: Int64?
    var detail: String?

    init(_ entry: BookEntry) {
        id = entry.id
        at = entry.date
        environment = entry.environment
        player = entry.player
        kind = entry.kind.rawValue
        cause = entry.cause
        transactionId = entry.transactionID
        productId = entry.productID
        name = entry.name
        amount = entry.amount
        detail = entry.detail
    }

    static let names = [
        "id", "at", "environment", "player", "kind", "cause", "transactionId", "productId", "name", "amount", "detail",
    ]

    /// The values in the order of the names.
    var values: [String] {
        [
            id, String(at), environment, player ?? "", kind, cause, transactionId ?? "", productId ?? "", name ?? "",
            amount.map { String($0) } ?? "", detail ?? "",
        ]
    }

    var json: String { JSONEncoder.sortedText(self) ?? "{}" }
}

/// Comma-separated values (RFC 4180).
enum CSV {
    static func line(_ values: [String]) -> String { values.map(field).joined(separator: ",") }

    /// Spreadsheets treat such a text as a formula. A leading apostrophe prevents this.
    private static func field(_ text: String) -> String {
        let isFormula = text.first.map { "=+-@\t\r".contains($0) } ?? false && Int64(text) == nil
        let shown = isFormula ? "'" + text : text
        guard shown.contains(where: { ",\"\r\n".contains($0) }) else { return shown }
        return "\"" + shown.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
}

enum Pause {
    static func milliseconds(_ count: UInt32) { usleep(count * 1000) }
}

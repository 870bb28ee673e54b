internal import IAPJSON

/// What a `displayPrice` says. Xcode writes a decimal number with a point and nothing else, whatever the storefront and locale.
enum PriceText: Hashable {
    /// The developer, or a synchronization that did not finish, left the price open.
    case empty
    /// Exact; `hasComma` tells that the text is not as Xcode writes it.
    case milliunits(Int64, hasComma: Bool)
    case nonsense(reason: String)

    /// With at most this number of digits before the point, the sum of thousands of prices fits in 64 bits.
    static let mostWholeDigits = 12

    init(_ text: String) {
        guard !text.isEmpty else {
            self = .empty
            return
        }
        let parts = text.utf8.split(
            maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == 0x2E || $0 == 0x2C })
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { 0x30...0x39 ~= $0 } }) else {
            self = .nonsense(reason: "\(text.quotedInMessage) is not a decimal number such as 4.99")
            return
        }
        let whole = parts[0].drop { $0 == 0x30 }
        let fraction = parts.count == 2 ? parts[1] : ""[...].utf8
        let hasComma = text.utf8.contains(0x2C)
        guard !hasComma || fraction.count <= 2 else {
            self = .nonsense(reason: "\(text.quotedInMessage) has a comma that may separate thousands; write a point")
            return
        }
        guard whole.count <= Self.mostWholeDigits else {
            self = .nonsense(reason: "\(text.quotedInMessage) is too large")
            return
        }
        guard fraction.dropFirst(3).allSatisfy({ $0 == 0x30 }) else {
            self = .nonsense(reason: "\(text.quotedInMessage) has more than three decimals")
            return
        }
        let thousandths = Array(fraction.prefix(3)) + Array(repeating: 0x30, count: max(0, 3 - fraction.count))
        let value = (Array(whole) + thousandths).reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
        self = .milliunits(value, hasComma: hasComma)
    }
}

extension CatalogueNode {
    /// The price under a key in thousandths; 0 and `isPriced` false, with a warning, where the file has none.
    func price(_ key: String) throws(CatalogueError) -> (milliunits: Int64, isPriced: Bool) {
        switch PriceText(try string(key) ?? "") {
        case .empty:
            warn(key, "unpriced: the price is empty and counts as 0")
            return (0, false)
        case .milliunits(let value, let hasComma):
            if hasComma { warn(key, "the comma is read as a decimal point; Xcode writes a point") }
            return (value, true)
        case .nonsense(let reason): throw error(key, reason)
        }
    }
}

internal import IAPJSON

/// The meaning of a `displayPrice`. Xcode writes a decimal number with a point and nothing else, for every storefront and
/// locale.
enum PriceText: Hashable {
    /// The price is open: the developer left it empty, or a synchronization did not finish.
    case empty
    /// The exact value. `hasComma` tells that the text has a comma, which Xcode never writes.
    case milliunits(Int64, hasComma: Bool)
    case nonsense(reason: String)

    /// With at most this many digits before the point, the sum of thousands of prices fits in 64 bits.
    static let mostWholeDigits = 12

    init(_ text: String) {
        guard !text.isEmpty else {
            self = .empty
            return
        }
        let parts = text.utf8.split(
            maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == 0x2E || $0 == 0x2C })
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { 0x30...0x39 ~= $0 } }) else {
            self = .nonsense(reason: "\(text.quotedInMessage) is not a decimal number; write one such as \"4.99\"")
            return
        }
        let whole = parts[0].drop { $0 == 0x30 }
        let fraction = parts.count == 2 ? parts[1] : ""[...].utf8
        let hasComma = text.utf8.contains(0x2C)
        guard !hasComma || fraction.count <= 2 else {
            self = .nonsense(
                reason: "\(text.quotedInMessage) has a comma that could separate thousands; write a decimal point")
            return
        }
        guard whole.count <= Self.mostWholeDigits else {
            self = .nonsense(
                reason:
                    "\(text.quotedInMessage) is too large; write at most \(Self.mostWholeDigits) digits before the point"
            )
            return
        }
        guard fraction.dropFirst(3).allSatisfy({ $0 == 0x30 }) else {
            self = .nonsense(reason: "\(text.quotedInMessage) has more than three decimals; write at most three")
            return
        }
        let thousandths = Array(fraction.prefix(3)) + Array(repeating: 0x30, count: max(0, 3 - fraction.count))
        let value = (Array(whole) + thousandths).reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
        self = .milliunits(value, hasComma: hasComma)
    }
}

extension CatalogueNode {
    /// Reads the price under a key, in thousandths. Without a price it returns 0 and `isPriced` false, and adds a warning.
    func price(_ key: String) throws(CatalogueError) -> (milliunits: Int64, isPriced: Bool) {
        switch PriceText(try string(key) ?? "") {
        case .empty:
            warn(key, "unpriced: the price is empty; the store uses 0. Write a price such as \"4.99\"")
            return (0, false)
        case .milliunits(let value, let hasComma):
            if hasComma { warn(key, "the store reads the comma as a decimal point; write a point, as Xcode does") }
            return (value, true)
        case .nonsense(let reason): throw error(key, reason)
        }
    }
}

package import IAPModel
internal import IAPPlatform

/// The rules for a grant, from code or from a file.
package enum GrantRule {
    package static let amounts = 1...InventoryLimit.grantedAmount

    /// A member of the grant and what is wrong with it; nil if the grant is valid.
    package static func mistake(in grant: Grant) -> String? {
        if let mistake = mistake(inProductID: grant.productID) { return "product_id \(mistake)" }
        if let mistake = mistake(inName: grant.name) { return "name \(mistake)" }
        switch grant.kind {
        case .counter where !amounts.contains(grant.amount):
            return "amount is \(grant.amount); a counter gets \(amounts.lowerBound) to \(amounts.upperBound)"
        case .unlock where grant.amount != 0: return "amount is \(grant.amount); an unlock has no amount"
        default: return nil
        }
    }

    /// The name of a counter or an unlock, or a key.
    package static func mistake(inName text: String) -> String? { mistake(in: text, InventoryLimit.nameLength) }

    package static func mistake(inProductID text: String) -> String? {
        mistake(in: text, InventoryLimit.productIDLength)
    }

    private static func mistake(in text: String, _ limit: Int) -> String? {
        if text.isEmpty { return "is empty" }
        if text.utf8.count > limit { return "is longer than \(limit) bytes" }
        // A C program would treat the NUL as the end of the text.
        return text.hasNUL ? "contains the character U+0000" : nil
    }
}

package import IAPJSON
package import IAPPlatform

/// A file that lists what products grant.
package enum GrantFile {
    /// The grants in the order of the file, each with its place.
    package static func grants(path: String) throws(IAPError) -> [(grant: Grant, place: String)] {
        let content = try content(of: path)
        do throws(JSONFieldError) {
            return try grants(in: JSONField.read(content).object()["products"])
        } catch {
            throw IAPError(.invalidFile, "\(path): \(error.description)")
        }
    }

    /// - Parameter products: A list of products, each with its grants.
    package static func grants(
        in products: JSONField
    ) throws(JSONFieldError) -> [(grant: Grant, place: String)] {
        var grants: [(grant: Grant, place: String)] = []
        for product in try products.list() { grants += try self.grants(of: product) }
        return grants
    }

    private static func content(of path: String) throws(IAPError) -> [UInt8] {
        let bytes = try RegularFile.bytesOfGame(at: path, limit: InventoryLimit.file)
        guard bytes.count <= InventoryLimit.file else {
            throw IAPError(.invalidFile, "\(path): the file is larger than \(InventoryLimit.file >> 20) MiB")
        }
        return bytes
    }

    /// - Parameter product: A product with its grants.
    package static func grants(
        of product: JSONField
    ) throws(JSONFieldError) -> [(grant: Grant, place: String)] {
        // An id in place of an object grants nothing.
        if case .text = product.value { return [] }
        let fields = try product.object()
        guard fields.object["grant"] == nil else {
            throw fields.error("has the key \"grant\"; it is called \"grants\"")
        }
        let id = try fields["id"].text(GrantRule.mistake(inProductID:))
        guard fields["grants"].isPresent else { return [] }
        var grants: [(grant: Grant, place: String)] = []
        for entry in try fields["grants"].list() {
            grants.append((try grant(of: id, entry.object()), entry.path))
        }
        return grants
    }

    private static let keys = ["counter", "unlock", "amount", "on_revocation"]

    private static func grant(of productID: String, _ fields: JSONFields) throws(JSONFieldError) -> Grant {
        // A misspelt key would be ignored, and the grant would not do what its author wants.
        if let key = fields.names.sorted().first(where: { name in !keys.contains { ExactText($0) == ExactText(name) } })
        {
            let known = keys.map { "\"\($0)\"" }.joined(separator: ", ")
            throw fields.error("has the unknown key \(key.quotedInMessage); a grant has \(known)")
        }
        let kind: Grant.Kind
        let name: String
        var amount: Int64 = 0
        switch (fields["counter"].isPresent, fields["unlock"].isPresent) {
        case (true, false):
            kind = .counter
            name = try fields["counter"].text(GrantRule.mistake(inName:))
            amount = try fields["amount"].wholeNumber(GrantRule.amounts)
        case (false, true):
            kind = .unlock
            name = try fields["unlock"].text(GrantRule.mistake(inName:))
            try refuseAmount(fields["amount"])
        case (true, true): throw fields.error("names both a counter and an unlock")
        case (false, false): throw fields.error("names neither a counter nor an unlock")
        }
        return Grant(
            productID: productID, kind: kind, name: name, amount: amount,
            revocationPolicy: try Grant.RevocationPolicy(fields["on_revocation"]))
    }

    /// An unlock has no amount except 0.
    private static func refuseAmount(_ amount: JSONField) throws(JSONFieldError) {
        guard amount.isPresent else { return }
        guard case .number(let number) = amount.value else { throw amount.error("is not a number") }
        guard number.double == 0 else { throw amount.error("is given, but an unlock has no amount") }
    }
}

extension RegularFile {
    /// A file that the game names, as `bytes(at:limit:)` reads it.
    package static func bytesOfGame(at path: String, limit: Int) throws(IAPError) -> [UInt8] {
        do throws(Failure) { return try bytes(at: path, limit: limit) } catch {
            switch error {
            case .notRegular: throw IAPError(.invalidFile, "\(path): is not a file")
            case .notFound(let reason), .unreadable(let reason):
                throw IAPError(.invalidFile, "\(path): cannot be read (\(reason))")
            }
        }
    }
}

/// The names of the policies in grants files, in exports and in the audit log.
extension Grant.RevocationPolicy {
    private static let words = [("take_back", takeBack), ("keep", keep), ("game_decides", gameDecides)]

    package var word: String? { Self.words.first { $0.1 == self }?.0 }

    /// The default policy if the text names none.
    package init(_ field: JSONField) throws(JSONFieldError) {
        self = field.isPresent ? try field.word(Self.words) : .takeBack
    }
}

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

/// The limits in the header.
package enum InventoryLimit {
    package static let balance: Int64 = 9_000_000_000_000_000
    /// The whole numbers of an export. A floating-point number, as other programs read them, holds each of them
    /// exactly.
    package static let numbers = -balance...balance
    /// The largest amount that a grant gives a counter for a quantity of one.
    package static let grantedAmount: Int64 = 1_000_000_000_000
    /// The longest name or key, in bytes.
    package static let nameLength = 255
    package static let productIDLength = 1024
    package static let grants = 10_000
    /// The largest export, in bytes.
    package static let text = 16 << 20
    /// The maximum number of keys in an export.
    package static let exportedKeys = 10_000
    /// The largest grants file, in bytes.
    package static let file = 16 << 20
}

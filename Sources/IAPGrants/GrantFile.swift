package import IAPJSON
package import IAPModel
internal import IAPPlatform

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
        func refused(_ reason: String) -> IAPError { IAPError(.invalidFile, "\(path): the file \(reason)") }
        let bytes: [UInt8]
        do throws(RegularFile.Failure) { bytes = try RegularFile.bytes(at: path, limit: InventoryLimit.file) } catch {
            switch error {
            case .notFound: throw refused("cannot be found")
            case .notRegular: throw refused("is not a regular file")
            case .unreadable(let reason): throw refused("cannot be read (\(reason))")
            }
        }
        guard bytes.count <= InventoryLimit.file else {
            throw refused("is larger than \(InventoryLimit.file >> 20) MiB")
        }
        return bytes
    }

    private static func grants(
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

internal import IAPGrants
internal import IAPJSON
package import IAPModel

/// What the products grant.
package struct GrantTable: Sendable {
    private var grants: [ExactText: [Grant]] = [:]
    private var kinds: [ExactText: Grant.Kind] = [:]
    private var known: Set<Known> = []
    /// An empty item for the name of each grant, sorted by name.
    private(set) var items: [InventoryItem] = []

    /// - Parameters:
    ///   - grants: The grants in the game's code.
    ///   - path: The path of a JSON file with more grants. Nil if there is none.
    package init(_ grants: [Grant], path: String?) throws(IAPError) {
        for (index, grant) in grants.enumerated() {
            if let mistake = GrantRule.mistake(in: grant) {
                throw IAPError(.invalidArgument, "grants[\(index)].\(mistake)")
            }
            if let conflict = add(grant) { throw IAPError(conflict.status, "grants[\(index)] \(conflict.text)") }
        }
        if let path {
            for (grant, place) in try GrantFile.grants(path: path) {
                if let conflict = add(grant) { throw IAPError(.invalidFile, "\(path): \(place) \(conflict.text)") }
            }
        }
        items = kinds.map { InventoryItem(kind: $0.value, name: $0.key.text) }.sorted { $0.precedes($1) }
    }

    func grants(of productID: String) -> [Grant] { grants[ExactText(productID)] ?? [] }

    /// Nil for a name that no grant has.
    func kind(of name: String) -> Grant.Kind? { kinds[ExactText(name)] }

    /// The products that grant something.
    package var productIDs: Set<ExactText> { Set(grants.keys) }

    private struct Known: Hashable {
        var product, name: ExactText
    }

    /// - Returns: why the grant conflicts with an earlier one. Nil if there is no conflict.
    private mutating func add(_ grant: Grant) -> (status: IAPError.Status, text: String)? {
        let (product, name) = (ExactText(grant.productID), ExactText(grant.name))
        guard known.count < InventoryLimit.grants else {
            return (.tooLarge, "exceeds the limit; an inventory has at most \(InventoryLimit.grants) grants")
        }
        if let kind = kinds[name], kind != grant.kind {
            return (
                .invalidArgument,
                "uses the name \(grant.name.quotedInMessage) for \(grant.kind.words); an earlier grant uses it for \(kind.words)"
            )
        }
        guard known.insert(Known(product: product, name: name)).inserted else {
            return (
                .invalidArgument,
                "repeats the grant of \(grant.name.quotedInMessage) for \(grant.productID.quotedInMessage)"
            )
        }
        kinds[name] = grant.kind
        grants[product, default: []].append(grant)
        return nil
    }
}

extension Grant.Kind {
    var words: String {
        switch self {
        case .counter: "a counter"
        case .unlock: "an unlock"
        }
    }
}

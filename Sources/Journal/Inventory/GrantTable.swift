package import IAPModel

/// What the products grant.
package struct GrantTable: Sendable {
    private let grants: [ExactText: [Grant]]

    /// - Parameters:
    ///   - grants: what the game's code says.
    ///   - path: of a JSON file that says more; nil if there is none.
    package init(_ grants: [Grant], path: String?) throws(IAPError) {
        self.grants = Dictionary(grouping: grants) { ExactText($0.productID) }
    }

    func grants(of productID: String) -> [Grant] { grants[ExactText(productID)] ?? [] }

    /// The products that grant something.
    package var productIDs: Set<ExactText> { Set(grants.keys) }
}

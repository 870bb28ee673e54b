/// The subscriptions of which a customer holds at most one at a time.
package struct SubscriptionGroup: Sendable, Hashable {
    package var id: String
    /// The name that only developers see.
    package var name: String
    package var localizations: [CatalogueLocalization]

    package init(id: String, name: String = "", localizations: [CatalogueLocalization] = []) {
        self.id = id
        self.name = name
        self.localizations = localizations
    }

    /// The group's name for a locale; empty when the file has no text at all.
    package func displayName(for locale: String) -> String {
        localizations.best(for: locale)?.displayName ?? ""
    }
}

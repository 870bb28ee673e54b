/// A group of subscriptions. A customer holds at most one of them at a time.
package struct SubscriptionGroup: Sendable, Hashable {
    package var id: String
    /// A name that only developers see.
    package var name: String
    package var localizations: [CatalogueLocalization]

    package init(id: String, name: String = "", localizations: [CatalogueLocalization] = []) {
        self.id = id
        self.name = name
        self.localizations = localizations
    }

    /// Returns the group's name for a locale; empty if the file has no texts.
    package func displayName(for locale: String) -> String {
        localizations.best(for: locale)?.displayName ?? ""
    }
}

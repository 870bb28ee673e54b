/// The store as one that can be asked again later.
extension StoreDevice {
    /// Calls back after each change of the store, whatever it is about and whoever made it, on whatever thread did or saw it.
    package func listenForChanges(_ report: @escaping @Sendable () -> Void) -> StoreSubscription {
        let store = store
        let listener = store.addListener(report)
        return StoreSubscription { store.removeListener(listener) }
    }
}

/// The store as one that can be asked again later.
extension StoreDevice {
    /// Calls back after each change of the store, by any device or process, on the thread that made or saw it.
    package func listenForChanges(_ report: @escaping @Sendable () -> Void) -> StoreSubscription {
        let store = store
        let listener = store.addListener(report)
        return StoreSubscription { store.removeListener(listener) }
    }
}

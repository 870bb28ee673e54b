/// A store that clients can ask again later.
extension StoreDevice {
    /// Calls the callback after each change of the store by any device or process, on the thread that made or saw the change.
    package func listenForChanges(_ report: @escaping @Sendable () -> Void) -> StoreSubscription {
        let store = store
        let listener = store.addListener(report)
        return StoreSubscription { store.removeListener(listener) }
    }
}

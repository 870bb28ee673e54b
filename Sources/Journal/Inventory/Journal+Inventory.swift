package import IAPModel

extension Journal {
    package func apply(_ change: InventoryChange) throws(IAPError) {
        throw IAPError(.invalidState, "the client was opened without an inventory")
    }

    package func exportInventory() throws(IAPError) -> String {
        throw IAPError(.invalidState, "the client was opened without an inventory")
    }
}

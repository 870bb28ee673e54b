import IAPBoundary
package import IAPModel

package final class InventoryListHandle: Handle {
    package let items: [InventoryItemHandle]

    package init(_ items: [InventoryItem]) { self.items = items.map(InventoryItemHandle.init) }
}

/// Lives as long as its list.
package final class InventoryItemHandle: Handle {
    package let item: InventoryItem
    private let nameText: SingleText

    package init(_ item: InventoryItem) {
        self.item = item
        nameText = SingleText(item.name)
    }

    package var name: UnsafePointer<CChar>? { nameText.pointer }
}

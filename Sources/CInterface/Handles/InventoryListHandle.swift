import IAPModel

final class InventoryListHandle: Handle {
    let items: [InventoryItemHandle]

    init(_ items: [InventoryItem]) { self.items = items.map(InventoryItemHandle.init) }
}

/// Lives as long as its list.
final class InventoryItemHandle: Handle {
    let item: InventoryItem
    private let texts: Texts

    init(_ item: InventoryItem) {
        self.item = item
        texts = Texts([item.name])
    }

    var name: UnsafePointer<CChar>? { texts[0] }
}

public import CIAP
import IAPBoundary
import IAPModel
import IAPRuntime

@c @implementation public func iap_inventory_items_count(_ items: OpaquePointer?) -> Int {
    InventoryListHandle.at(items)?.items.count ?? 0
}

@c @implementation public func iap_inventory_items_at(_ items: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    InventoryListHandle.at(items)?.items.element(index)?.borrowed
}

@c @implementation public func iap_inventory_items_release(_ items: OpaquePointer?) {
    InventoryListHandle.release(items)
}

@c @implementation public func iap_inventory_item_kind(_ item: OpaquePointer?) -> iap_grant_kind {
    InventoryItemHandle.at(item)?.item.kind.rawValue ?? 0
}

@c @implementation public func iap_inventory_item_name(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    InventoryItemHandle.at(item)?.name
}

@c @implementation public func iap_inventory_item_balance(_ item: OpaquePointer?) -> Int64 {
    InventoryItemHandle.at(item)?.item.balance ?? 0
}

@c @implementation public func iap_inventory_item_is_unlocked(_ item: OpaquePointer?) -> Int32 {
    InventoryItemHandle.at(item)?.item.isUnlocked == true ? 1 : 0
}

@c @implementation public func iap_inventory_item_expiration_date_ms(_ item: OpaquePointer?) -> Int64 {
    InventoryItemHandle.at(item)?.item.expirationDate ?? 0
}

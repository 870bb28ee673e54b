public import CIAP
import IAPInterop
internal import IAPModel
import IAPJournal
import IAPPaymentClient
import IAPPaymentQueue

@c @implementation public func iap_grant_init(_ grant: UnsafeMutablePointer<iap_grant>?) {
    initialize(grant, iap_grant(), \.struct_size)
}

@c @implementation public func iap_inventory_options_init(_ options: UnsafeMutablePointer<iap_inventory_options>?) {
    initialize(options, iap_inventory_options(), \.struct_size)
}

// MARK: Items

@c @implementation public func iap_inventory_balance(_ client: Pointer, _ counter: Text, _ error: Failure) -> Int64 {
    var balance: Int64 = 0
    _ = returnStatus(error) { () throws(IAPError) in
        let journal = try journalWithInventory(client)
        balance = try heldName(counter, "counter").map { journal.balance(of: $0) } ?? 0
    }
    return balance
}

@c @implementation public func iap_inventory_is_unlocked(_ client: Pointer, _ unlock: Text, _ error: Failure) -> Int32 {
    truth(error) { () throws(IAPError) in
        let journal = try journalWithInventory(client)
        return try heldName(unlock, "unlock").map { journal.isUnlocked($0) } == true
    }
}

/// Nil for a text that is too long to be a name. The inventory holds nothing under it, and the header promises 0 for that.
private func heldName(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(IAPError) -> String? {
    do throws(IAPError) { return try Input.inventoryName(pointer, name) } catch {
        guard error.status == .tooLarge else { throw error }
        return nil
    }
}

/// The journal of an open client that has an inventory.
private func journalWithInventory(_ client: OpaquePointer?) throws(IAPError) -> Journal {
    let journal = try GameClient.open(client).payments.journal
    try journal.requireInventory()
    return journal
}

@c @implementation public func iap_inventory_list(
    _ client: Pointer, _ items: UnsafeMutablePointer<OpaquePointer?>?, _ error: Failure
) -> iap_status_t {
    items?.pointee = nil
    return returnStatus(error) { () throws(IAPError) in
        let journal = try journalWithInventory(client)
        let items = try Input.place(items, "items")
        items.pointee = InventoryListHandle(journal.inventoryItems).given
    }
}

// MARK: Changes

@c @implementation public func iap_inventory_spend(
    _ client: Pointer, _ counter: Text, _ amount: Int64, _ key: Text, _ completion: iap_completion_function?,
    _ user_data: UserData, _ request_id: ID, _ error: Failure
) -> iap_status_t {
    change(client, completion, user_data, request_id, error) { () throws(IAPError) in
        .spend(
            counter: try Input.inventoryName(counter, "counter"), amount: amount,
            key: try Input.inventoryName(key, "key"))
    }
}

@c @implementation public func iap_inventory_add(
    _ client: Pointer, _ counter: Text, _ amount: Int64, _ key: Text, _ completion: iap_completion_function?,
    _ user_data: UserData, _ request_id: ID, _ error: Failure
) -> iap_status_t {
    change(client, completion, user_data, request_id, error) { () throws(IAPError) in
        .add(
            counter: try Input.inventoryName(counter, "counter"), amount: amount,
            key: try Input.inventoryName(key, "key"))
    }
}

@c @implementation public func iap_inventory_take_back(
    _ client: Pointer, _ transaction_id: UInt64, _ completion: iap_completion_function?, _ user_data: UserData,
    _ request_id: ID, _ error: Failure
) -> iap_status_t {
    change(client, completion, user_data, request_id, error) { .takeBack(transaction_id) }
}

@c @implementation public func iap_inventory_import(
    _ client: Pointer, _ text: Text, _ completion: iap_completion_function?, _ user_data: UserData, _ request_id: ID,
    _ error: Failure
) -> iap_status_t {
    change(client, completion, user_data, request_id, error) { () throws(IAPError) in
        .import(try Input.text(text, "text", limit: InventoryLimit.text))
    }
}

@c @implementation public func iap_inventory_export(
    _ client: Pointer, _ completion: iap_text_function?, _ user_data: UserData, _ request_id: ID, _ error: Failure
) -> iap_status_t {
    request(client, .text(completion, user_data), request_id, error) { () throws(IAPError) in
        _ = try journalWithInventory(client)
        return .inventoryExport
    }
}

/// Opens the request of a change that is not refused immediately.
private func change(
    _ client: OpaquePointer?, _ completion: iap_completion_function?, _ userData: UnsafeMutableRawPointer?,
    _ requestID: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?,
    function: String = #function, _ read: () throws(IAPError) -> InventoryChange
) -> iap_status_t {
    request(client, .done(completion, userData), requestID, error, function: function) { () throws(IAPError) in
        let journal = try journalWithInventory(client)
        let change = try read()
        try journal.check(change)
        return .inventory(change)
    }
}

@c @implementation public func iap_inventory_items_count(_ p: Pointer) -> Int {
    InventoryListHandle.get(p) { $0.items.count }
}
@c @implementation public func iap_inventory_items_at(_ items: Pointer, _ index: Int) -> Pointer {
    InventoryListHandle.at(items)?.items.element(index)?.borrowed
}
@c @implementation public func iap_inventory_items_release(_ p: Pointer) { InventoryListHandle.release(p) }
@c @implementation public func iap_inventory_item_kind(_ p: Pointer) -> iap_grant_kind_t {
    InventoryItemHandle.get(p) { $0.item.kind.rawValue }
}
@c @implementation public func iap_inventory_item_name(_ p: Pointer) -> Text { InventoryItemHandle.get(p, \.item.name) }
@c @implementation public func iap_inventory_item_balance(_ p: Pointer) -> Int64 {
    InventoryItemHandle.get(p) { $0.item.balance }
}
@c @implementation public func iap_inventory_item_is_unlocked(_ p: Pointer) -> Int32 {
    InventoryItemHandle.get(p) { $0.item.isUnlocked }
}
@c @implementation public func iap_inventory_item_expiration_date_ms(_ p: Pointer) -> Int64 {
    InventoryItemHandle.get(p) { $0.item.expirationDate }
}

/// The game's grants, checked.
extension Input {
    /// Nil if there are no options. Then the game holds its purchases itself.
    static func grantTable(_ options: UnsafePointer<iap_inventory_options>?) throws(IAPError) -> GrantTable? {
        guard let options else { return nil }
        let given = try Input.options(options, "inventory")
        let grants = try grants(given.grants, given.grant_count)
        let path = try optionalText(given.grants_path, "inventory.grants_path", limit: pathLimit)
        return try GrantTable(grants, path: path)
    }

    private static func grants(_ list: UnsafePointer<iap_grant>?, _ count: Int) throws(IAPError) -> [Grant] {
        var grants: [Grant] = []
        let list = try Input.list(list, count, "inventory.grants", limit: Int(IAP_INVENTORY_GRANTS_MAX))
        for index in list.indices {
            let given = try options(list.baseAddress.map { $0 + index }, "grants[\(index)]")
            grants.append(try grant(given, "grants[\(index)]"))
        }
        return grants
    }

    private static func grant(_ given: iap_grant, _ place: String) throws(IAPError) -> Grant {
        guard let kind = Grant.Kind(rawValue: given.kind) else {
            throw IAPError(.invalidArgument, "\(place).kind is \(given.kind), which is not an IAP_GRANT_… value")
        }
        guard let policy = Grant.RevocationPolicy(rawValue: given.revocation_policy) else {
            throw IAPError(
                .invalidArgument,
                "\(place).revocation_policy is \(given.revocation_policy), which is not an IAP_REVOCATION_… value")
        }
        return Grant(
            productID: try text(given.product_id, "\(place).product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX)),
            kind: kind, name: try inventoryName(given.name, "\(place).name"), amount: given.amount,
            revocationPolicy: policy)
    }

    /// The name of a counter or an unlock, or a key.
    static func inventoryName(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(IAPError) -> String {
        try text(pointer, name, limit: Int(IAP_INVENTORY_NAME_LENGTH_MAX))
    }
}

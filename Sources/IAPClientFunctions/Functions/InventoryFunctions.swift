internal import IAPGrants
public import CIAP
import IAPBoundary
import IAPJournal
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPRuntime

@c @implementation public func iap_grant_init(_ grant: UnsafeMutablePointer<iap_grant>?) {
    grant?.pointee = iap_grant()
    grant?.pointee.struct_size = UInt32(MemoryLayout<iap_grant>.size)
}

@c @implementation public func iap_inventory_options_init(_ options: UnsafeMutablePointer<iap_inventory_options>?) {
    options?.pointee = iap_inventory_options()
    options?.pointee.struct_size = UInt32(MemoryLayout<iap_inventory_options>.size)
}

// MARK: Items

@c @implementation public func iap_inventory_balance(
    _ client: OpaquePointer?, _ counter: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<iap_error>?
) -> Int64 {
    var balance: Int64 = 0
    _ = answer(error) { () throws(IAPError) in
        let journal = try journalWithInventory(client)
        balance = try heldName(counter, "counter").map { journal.balance(of: $0) } ?? 0
    }
    return balance
}

@c @implementation public func iap_inventory_is_unlocked(
    _ client: OpaquePointer?, _ unlock: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<iap_error>?
) -> Int32 {
    truth(error) { () throws(IAPError) in
        let journal = try journalWithInventory(client)
        return try heldName(unlock, "unlock").map { journal.isUnlocked($0) } == true
    }
}

/// Nil for a text that is too long to be a name.
private func heldName(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(IAPError) -> String? {
    do throws(IAPError) { return try Input.inventoryName(pointer, name) } catch {
        guard error.status == .tooLarge else { throw error }
        return nil
    }
}

/// The journal of an open client that has an inventory.
private func journalWithInventory(_ client: OpaquePointer?) throws(IAPError) -> Journal {
    let journal = try GameClient.open(client).payments.journal
    guard journal.hasInventory else { throw IAPError(.invalidState, "the client was opened without an inventory") }
    return journal
}

@c @implementation public func iap_inventory_list(
    _ client: OpaquePointer?, _ items: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    items?.pointee = nil
    return answer(error) { () throws(IAPError) in
        let journal = try journalWithInventory(client)
        guard let items else { throw IAPError(.invalidArgument, "items is NULL: there is nowhere to put the handle") }
        items.pointee = InventoryListHandle(journal.inventoryItems).given
    }
}

// MARK: Changes

@c @implementation public func iap_inventory_spend(
    _ client: OpaquePointer?, _ counter: UnsafePointer<CChar>?, _ amount: Int64, _ key: UnsafePointer<CChar>?,
    _ completion: iap_completion_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    change(client, completion, user_data, request_id, error) { () throws(IAPError) in
        .spend(
            counter: try Input.inventoryName(counter, "counter"), amount: amount,
            key: try Input.inventoryName(key, "key"))
    }
}

@c @implementation public func iap_inventory_add(
    _ client: OpaquePointer?, _ counter: UnsafePointer<CChar>?, _ amount: Int64, _ key: UnsafePointer<CChar>?,
    _ completion: iap_completion_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    change(client, completion, user_data, request_id, error) { () throws(IAPError) in
        .add(
            counter: try Input.inventoryName(counter, "counter"), amount: amount,
            key: try Input.inventoryName(key, "key"))
    }
}

@c @implementation public func iap_inventory_take_back(
    _ client: OpaquePointer?, _ transaction_id: UInt64, _ completion: iap_completion_function?,
    _ user_data: UnsafeMutableRawPointer?, _ request_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    change(client, completion, user_data, request_id, error) { .takeBack(transaction_id) }
}

@c @implementation public func iap_inventory_import(
    _ client: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ completion: iap_completion_function?,
    _ user_data: UnsafeMutableRawPointer?, _ request_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    change(client, completion, user_data, request_id, error) { () throws(IAPError) in
        .import(try Input.text(text, "text", limit: InventoryLimit.text))
    }
}

@c @implementation public func iap_inventory_export(
    _ client: OpaquePointer?, _ completion: iap_text_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
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
) -> iap_status {
    request(client, .done(completion, userData), requestID, error, function: function) { () throws(IAPError) in
        let journal = try journalWithInventory(client)
        let change = try read()
        try journal.check(change)
        return .inventory(change)
    }
}

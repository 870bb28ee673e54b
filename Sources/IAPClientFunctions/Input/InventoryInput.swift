internal import IAPGrants
import CIAP
import IAPBoundary
import IAPJournal
import IAPModel
import IAPRuntime

/// The game's grants, checked.
extension Input {
    /// The sizes that the structs have had in the released versions of the header.
    private static let optionSizes = [MemoryLayout<iap_inventory_options>.size]
    private static let grantSizes = [MemoryLayout<iap_grant>.size]

    /// Nil if there are no options. Then the game holds its purchases itself.
    static func grantTable(_ options: UnsafePointer<iap_inventory_options>?) throws(IAPError) -> GrantTable? {
        guard let options else { return nil }
        let given = try Input.options(options, "inventory", zero: iap_inventory_options(), sizes: optionSizes)
        let grants = try grants(given.grants, given.grant_count)
        let path = try optionalText(given.grants_path, "inventory.grants_path", limit: pathLimit)
        return try GrantTable(grants, path: path)
    }

    private static func grants(_ list: UnsafePointer<iap_grant>?, _ count: Int) throws(IAPError) -> [Grant] {
        // A count that does not fit a signed number arrives as a negative number.
        guard (0...Int(IAP_INVENTORY_GRANTS_MAX)).contains(count) else {
            throw IAPError(
                .tooLarge,
                "inventory.grant_count is \(UInt(bitPattern: count)); there may be \(IAP_INVENTORY_GRANTS_MAX) at most")
        }
        guard count > 0 else { return [] }
        guard let list else { throw IAPError(.invalidArgument, "inventory.grants is NULL") }
        // The caller's header determines the distance between two elements. It is the same for all.
        let start = UnsafeRawPointer(list)
        let size = Int(start.load(as: UInt32.self))
        var grants: [Grant] = []
        for index in 0..<count {
            // A size that no version had ends this at the first element.
            let place = (start + index * size).assumingMemoryBound(to: iap_grant.self)
            let given = try options(place, "grants[\(index)]", zero: iap_grant(), sizes: grantSizes)
            guard given.struct_size == size else {
                throw IAPError(
                    .invalidStructSize,
                    "grants[\(index)].struct_size is \(given.struct_size), but \(size) in the first grant; give all grants the same size"
                )
            }
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

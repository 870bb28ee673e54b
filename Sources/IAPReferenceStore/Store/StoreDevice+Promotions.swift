internal import IAPDatabase
package import IAPModel

/// The App Store page with the changes of this device.
extension StoreDevice {
    /// Returns the promotions in their order; empty for the order of App Store Connect.
    package func promotions() throws(StoreFailure) -> [Promotion] {
        try check(.promotions, .promotions)
        return try store.read { ledger throws(DatabaseError) in
            try ledger.promotions(on: self.name, of: self.account)
        }
    }

    /// Sets the order. If an id occurs twice, its first place counts. An empty list restores the order of App Store Connect.
    package func setPromotionOrder(_ ids: [String]) throws(StoreFailure) {
        try change(.setPromotionOrder(ids: ids), .promotions, .promotions) {
            ledger throws(DatabaseError) -> Result<Void, StoreFailure> in
            if let unknown = ids.first(where: { self.store.catalogue.product(id: $0) == nil }) {
                return .failure(StoreFailure(.productUnavailable, "the store does not sell \(unknown)"))
            }
            try ledger.setPromotionOrder(ids, on: self.name, of: self.account)
            return .success(())
        }
    }

    package func setPromotionVisibility(
        _ productID: String, _ visibility: Promotion.Visibility
    ) throws(StoreFailure) {
        let request = DeviceRequest.setPromotionVisibility(productID: productID, visibility: visibility)
        try change(request, .promotions, .promotions) { ledger throws(DatabaseError) -> Result<Void, StoreFailure> in
            guard self.store.catalogue.product(id: productID) != nil else {
                return .failure(StoreFailure(.productUnavailable, "the store does not sell \(productID)"))
            }
            try ledger.setPromotionVisibility(productID, visibility, on: self.name, of: self.account)
            return .success(())
        }
    }
}

extension Ledger {
    fileprivate func promotions(on device: String, of account: String) throws(DatabaseError) -> [Promotion] {
        try database.query(
            """
            SELECT product_id, visibility FROM promotion
            WHERE account = ? AND device = ? AND position IS NOT NULL ORDER BY position
            """, [Value(account), Value(device)]
        ) { row in
            Promotion(
                productID: row.text(0),
                visibility: Promotion.Visibility(rawValue: Int(row.integer(1))) ?? .appStoreConnectDefault)
        }
    }

    fileprivate func setPromotionOrder(
        _ ids: [String], on device: String, of account: String
    ) throws(DatabaseError) {
        try database.run(
            "UPDATE promotion SET position = NULL WHERE account = ? AND device = ?", [Value(account), Value(device)])
        for (position, id) in ids.enumerated() {
            try database.run(
                """
                INSERT INTO promotion (account, device, product_id, position, visibility) VALUES (?, ?, ?, ?, 0)
                ON CONFLICT (account, device, product_id)
                DO UPDATE SET position = coalesce(position, excluded.position)
                """, [Value(account), Value(device), Value(id), Value(position)])
        }
    }

    fileprivate func setPromotionVisibility(
        _ productID: String, _ visibility: Promotion.Visibility, on device: String, of account: String
    ) throws(DatabaseError) {
        try database.run(
            """
            INSERT INTO promotion (account, device, product_id, visibility) VALUES (?, ?, ?, ?)
            ON CONFLICT (account, device, product_id) DO UPDATE SET visibility = excluded.visibility
            """, [Value(account), Value(device), Value(productID), Value(visibility.rawValue)])
    }
}

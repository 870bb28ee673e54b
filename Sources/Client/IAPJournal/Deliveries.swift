internal import IAPDatabase
package import IAPModel
internal import IAPPaymentQueue

/// The rows of a record. A damaged file may contain any value. So each value is limited to its allowed range.
extension DeliveryRecord {
    private static let query = """
        SELECT product_id, delivery.purchase_ms, stage, delivery_count, is_verified, verified_as, is_granted,
            is_rejected, revocation_ms, is_revocation_reported, restored,
            verification.purchase_ms, attempts, due_ms, doubt.transaction_id
        FROM (SELECT ? AS id)
            LEFT JOIN delivery ON delivery.transaction_id = id
            LEFT JOIN verification ON verification.transaction_id = id
            LEFT JOIN doubt ON doubt.transaction_id = id
        """

    init(reading id: UInt64, _ commit: Commit) throws(IAPError) {
        self.init()
        try commit.query(Self.query, [Value(bits: id)]) { row in
            if !row.isNull(0) { delivery = Delivery(row) }
            if !row.isNull(11) { pendingVerification = PendingVerification(row) }
            isRevocationDoubted = !row.isNull(14)
        }
    }

    /// Writes the parts that differ from the known record.
    func write(_ id: UInt64, over known: DeliveryRecord, _ commit: inout Commit) throws(IAPError) {
        if let delivery, delivery != known.delivery { try delivery.write(id, &commit) }
        if pendingVerification != known.pendingVerification {
            if let pending = pendingVerification {
                try pending.write(id, &commit)
            } else {
                try commit.run("DELETE FROM verification WHERE transaction_id = ?", [Value(bits: id)])
            }
        }
        if isRevocationDoubted != known.isRevocationDoubted {
            try commit.run(
                isRevocationDoubted
                    ? "INSERT INTO doubt (transaction_id) VALUES (?)" : "DELETE FROM doubt WHERE transaction_id = ?",
                [Value(bits: id)])
        }
    }
}

extension Delivery {
    fileprivate init(_ row: Row) {
        self.init(productID: row.text(0), purchaseDate: row.integer(1))
        stage = Stage(rawValue: row.integer(2, in: 1...3)) ?? .offered
        // The next offer adds one, and a count has 32 bits in C.
        count = Int(row.integer(3, in: 0...Int64(Int32.max) - 1))
        isVerified = row.bool(4)
        verifiedAs = row.optionalText(5)
        isGranted = row.bool(6)
        isRejected = row.bool(7)
        revocationDate = row.optionalInteger(8)
        isRevocationReported = row.bool(9)
        restored = Restored(rawValue: row.integer(10, in: 0...3)) ?? .never
    }

    fileprivate func write(_ id: UInt64, _ commit: inout Commit) throws(IAPError) {
        try commit.run(
            """
            INSERT OR REPLACE INTO delivery (transaction_id, product_id, purchase_ms, stage, delivery_count, is_verified,
                verified_as, is_granted, is_rejected, revocation_ms, is_revocation_reported, restored)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                Value(bits: id), Value(productID.text), .integer(purchaseDate), .integer(stage.rawValue), Value(count),
                Value(isVerified), Value(verifiedAs), Value(isGranted), Value(isRejected), Value(revocationDate),
                Value(isRevocationReported), .integer(restored.rawValue),
            ])
    }
}

extension PendingVerification {
    fileprivate init(_ row: Row) {
        self.init(
            purchaseDate: row.integer(11),
            attempts: Int(row.integer(12, in: 0...Int64(Int32.max))), due: row.integer(13))
    }

    fileprivate func write(_ id: UInt64, _ commit: inout Commit) throws(IAPError) {
        try commit.run(
            "INSERT OR REPLACE INTO verification (transaction_id, purchase_ms, attempts, due_ms) VALUES (?, ?, ?, ?)",
            [Value(bits: id), .integer(purchaseDate), Value(attempts), .integer(due)])
    }
}

extension Entitlement {
    private static let columns =
        "transaction_id, product_id, end_ms, original_id, purchase_ms, group_id, app_transaction_id, app_account_token"

    func insert(_ commit: inout Commit) throws(IAPError) {
        try commit.run(
            "INSERT OR REPLACE INTO entitlement (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                Value(bits: transactionID), Value(productID), Value(end), Value(bits: originalID),
                .integer(purchaseDate), Value(subscriptionGroupID), Value(appTransactionID),
                Value(appAccountToken),
            ])
    }

    fileprivate static func all(_ commit: Commit) throws(IAPError) -> [Entitlement] {
        try commit.query("SELECT \(columns) FROM entitlement ORDER BY transaction_id") { row in
            var entitlement = Entitlement(
                productID: row.text(1), transactionID: row.bits(0), end: row.optionalInteger(2),
                originalID: row.bits(3), purchaseDate: row.integer(4))
            entitlement.subscriptionGroupID = row.optionalText(5)
            entitlement.appTransactionID = row.optionalText(6)
            entitlement.appAccountToken = row.optionalText(7)
            return entitlement
        }
    }
}

extension Journal {
    package func entitlements() throws(IAPError) -> [Entitlement] {
        try read { commit throws(IAPError) in try Entitlement.all(commit) }
    }
}

/// What a launch reads from the journal.
extension Journal {
    /// The revocations that an earlier run recorded and that the game has not received.
    package func unreportedRevocations() throws(IAPError) -> [UInt64] {
        try read { commit throws(IAPError) in
            try commit.query(
                "SELECT transaction_id FROM delivery WHERE revocation_ms IS NOT NULL AND is_revocation_reported = 0"
            ) { $0.bits(0) }
        }
    }

    /// The transactions that the game has received or finished and that are not known as revoked.
    package func deliveredTransactions() throws(IAPError) -> [UInt64] {
        try read { commit throws(IAPError) in
            try commit.query(
                """
                SELECT transaction_id FROM delivery
                WHERE revocation_ms IS NULL AND (delivery_count > 0 OR restored > 0 OR stage > 1 AND is_rejected = 0)
                """
            ) { $0.bits(0) }
        }
    }

    /// The transactions whose revocation is known only from an unverified signature.
    package func doubts() throws(IAPError) -> [UInt64] {
        try read { commit throws(IAPError) in
            try commit.query("SELECT transaction_id FROM doubt ORDER BY transaction_id") { $0.bits(0) }
        }
    }

    /// The revocations that the game has received, by id, with their dates.
    package func reportedRevocations() throws(IAPError) -> [UInt64: Int64] {
        let rows = try read { commit throws(IAPError) in
            try commit.query(
                """
                SELECT transaction_id, revocation_ms FROM delivery
                WHERE revocation_ms IS NOT NULL AND is_revocation_reported = 1
                """
            ) { (id: $0.bits(0), date: $0.integer(1)) }
        }
        return Dictionary(rows.map { ($0.id, $0.date) }, uniquingKeysWith: { $1 })
    }
}

extension Storefront {
    static func known(_ commit: Commit) throws(IAPError) -> Storefront? {
        try commit.query("SELECT country_code, identifier FROM storefront") {
            Storefront(countryCode: $0.text(0), id: $0.text(1))
        }.first
    }

    func insert(_ commit: inout Commit) throws(IAPError) {
        try commit.run(
            "INSERT OR REPLACE INTO storefront (id, country_code, identifier) VALUES (1, ?, ?)",
            [Value(countryCode), Value(id)])
    }
}

extension Journal {
    package func storefront() throws(IAPError) -> Storefront? {
        try read { commit throws(IAPError) in try Storefront.known(commit) }
    }
}

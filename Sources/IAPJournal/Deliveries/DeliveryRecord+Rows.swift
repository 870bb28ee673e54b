internal import IAPDatabase
internal import IAPModel
internal import IAPPaymentQueue

/// The rows of a record. A damaged file may contain any value. So each value is limited to its allowed range.
extension DeliveryRecord {
    fileprivate enum Column: Int32, NamedColumn {
        case productID, purchaseDate, stage, count, isVerified, verifiedAs, isGranted, isRejected, revocationDate,
            isRevocationTold, restored, verificationDate, attempts, due, doubt

        var name: String {
            switch self {
            case .productID: "product_id"
            case .purchaseDate: "delivery.purchase_ms"
            case .stage: "stage"
            case .count: "delivery_count"
            case .isVerified: "is_verified"
            case .verifiedAs: "verified_as"
            case .isGranted: "is_granted"
            case .isRejected: "is_rejected"
            case .revocationDate: "revocation_ms"
            case .isRevocationTold: "is_revocation_told"
            case .restored: "restored"
            case .verificationDate: "verification.purchase_ms"
            case .attempts: "attempts"
            case .due: "due_ms"
            case .doubt: "doubt.transaction_id"
            }
        }
    }

    private static let query = """
        SELECT \(Column.list)
        FROM (SELECT ? AS id)
            LEFT JOIN delivery ON delivery.transaction_id = id
            LEFT JOIN verification ON verification.transaction_id = id
            LEFT JOIN doubt ON doubt.transaction_id = id
        """

    init(reading id: UInt64, _ commit: Commit) throws(IAPError) {
        self.init()
        try commit.query(Self.query, [Value(bits: id)]) { row in
            if !row.isNull(Column.productID) { delivery = Delivery(row) }
            if !row.isNull(Column.verificationDate) { pendingVerification = PendingVerification(row) }
            isRevocationDoubted = !row.isNull(Column.doubt)
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
        typealias Column = DeliveryRecord.Column
        self.init(productID: row.text(Column.productID), purchaseDate: row.integer(Column.purchaseDate))
        stage = Stage(rawValue: min(max(row.integer(Column.stage), 1), 3)) ?? .offered
        count = row.count(Column.count, atMost: Int(Int32.max) - 1)
        isVerified = row.bool(Column.isVerified)
        verifiedAs = row.optionalText(Column.verifiedAs)
        isGranted = row.bool(Column.isGranted)
        isRejected = row.bool(Column.isRejected)
        revocationDate = row.optionalInteger(Column.revocationDate)
        isRevocationTold = row.bool(Column.isRevocationTold)
        restored = Restored(rawValue: min(max(row.integer(Column.restored), 0), 3)) ?? .never
    }

    fileprivate func write(_ id: UInt64, _ commit: inout Commit) throws(IAPError) {
        try commit.run(
            """
            INSERT OR REPLACE INTO delivery (transaction_id, product_id, purchase_ms, stage, delivery_count, is_verified,
                verified_as, is_granted, is_rejected, revocation_ms, is_revocation_told, restored)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                Value(bits: id), Value(productID.text), .integer(purchaseDate), .integer(stage.rawValue), Value(count),
                Value(isVerified), Value(verifiedAs), Value(isGranted), Value(isRejected), Value(revocationDate),
                Value(isRevocationTold), .integer(restored.rawValue),
            ])
    }
}

extension PendingVerification {
    fileprivate init(_ row: Row) {
        typealias Column = DeliveryRecord.Column
        self.init(
            purchaseDate: row.integer(Column.verificationDate),
            attempts: row.count(Column.attempts, atMost: Int(Int32.max)), due: row.integer(Column.due))
    }

    fileprivate func write(_ id: UInt64, _ commit: inout Commit) throws(IAPError) {
        try commit.run(
            "INSERT OR REPLACE INTO verification (transaction_id, purchase_ms, attempts, due_ms) VALUES (?, ?, ?, ?)",
            [Value(bits: id), .integer(purchaseDate), Value(attempts), .integer(due)])
    }
}

extension Row {
    fileprivate func count(_ column: DeliveryRecord.Column, atMost limit: Int) -> Int {
        Int(min(max(integer(column), 0), Int64(limit)))
    }
}

internal import Foundation
internal import IAPDatabase

/// A request to the App Store. It stays in the database until it is done, so a killed process loses none.
package struct Work: Sendable, Hashable, Encodable {
    package enum Kind: String, Sendable, Hashable, CaseIterable, Encodable {
        /// Look up the status of a subscription. The subject is an original transaction id.
        case status = "status"
        /// Send how the player has used a purchase. The subject is a transaction id.
        case consumption = "consumption"
    }

    package var id: String
    package var kind: Kind
    package var environment: String
    /// Requests with the same subject run in order.
    package var subject: String
    package var attempts: Int64
    package var dueAt: Int64
    package var lastError: String?
}

package enum WorkResult: Sendable, Hashable {
    case done
    /// The request must run again, but not before this date if there is one.
    case again(String, notBefore: Int64?)
    case impossible(String)
}

extension Ledger {
    private static let lease: Int64 = 60_000
    /// Apple waits twelve hours for consumption data. With this limit all requests survive an outage of some hours.
    private static let longestWait: Int64 = 900_000

    static func add(_ kind: Work.Kind, _ subject: String, _ page: LedgerPage) throws(SQLError) {
        try page.connection.run(
            """
            INSERT INTO work (id, kind, environment, subject, created_ms, due_ms) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT DO NOTHING
            """,
            [
                .text(UniqueID.make()), .text(kind.rawValue), .text(page.environment), .text(subject),
                .integer(page.now), .integer(page.now),
            ])
    }

    /// Adds look-ups of subscriptions whose period has ended without a notification.
    package func addOverdueSubscriptions(environment: String, grace: Int64) throws(SQLError) -> Int {
        try inPage(environment) { page throws(SQLError) in
            let rows = try page.connection.query(
                """
                SELECT owner.original_id, MAX(purchase.expires_ms) AS end_ms FROM owner JOIN purchase
                    ON purchase.environment = owner.environment AND purchase.bundle_id = owner.bundle_id
                    AND purchase.original_id = owner.original_id
                WHERE owner.environment = $1 AND owner.bundle_id = $2 AND owner.is_open = 1
                    AND purchase.type = 'Auto-Renewable Subscription' AND purchase.is_upgraded = 0
                    AND purchase.revoked_ms IS NULL
                GROUP BY owner.original_id HAVING MAX(purchase.expires_ms) < $3 ORDER BY end_ms DESC LIMIT 500
                """, [.text(environment), .text(options.bundleID), .integer(page.now - grace)])
            for row in rows { try Self.add(.status, row.text(0), page) }
            return rows.count
        }
    }

    package func takeWork(limit: Int) throws(SQLError) -> [Work] {
        let now = now
        return try database.transaction { connection throws(SQLError) in
            let rows = try connection.query(
                """
                SELECT id, kind, environment, subject, attempts, due_ms, last_error FROM work WHERE due_ms <= $1
                    AND NOT EXISTS (SELECT 1 FROM work AS earlier WHERE earlier.subject = work.subject
                        AND (earlier.created_ms < work.created_ms
                            OR earlier.created_ms = work.created_ms AND earlier.id < work.id))
                ORDER BY due_ms LIMIT $2\(connection.dialect.skipLocked)
                """, [.integer(now), .integer(Int64(limit))])
            for row in rows {
                try connection.run(
                    "UPDATE work SET due_ms = $1, attempts = attempts + 1 WHERE id = $2",
                    [.integer(now + Self.lease), .text(row.text(0))])
            }
            return try rows.map(Work.init)
        }
    }

    /// - Parameter jitter: a random value from 0 to 1.
    package func note(_ result: WorkResult, of work: Work, jitter: Double) throws(SQLError) {
        switch result {
        case .done, .impossible: try rows("DELETE FROM work WHERE id = $1", [.text(work.id)])
        case .again(let reason, let date):
            let wait = Double(min(Self.longestWait, 2000 << min(work.attempts, 12))) * (0.5 + 0.5 * jitter)
            try rows(
                "UPDATE work SET due_ms = $1, last_error = $2 WHERE id = $3",
                [.integer(max(now + Int64(wait), date ?? 0)), .text(reason), .text(work.id)])
        }
    }

    package func openWork(limit: Int = 100) throws(SQLError) -> [Work] {
        try rows(
            "SELECT id, kind, environment, subject, attempts, due_ms, last_error FROM work ORDER BY due_ms, id LIMIT $1",
            [.integer(Int64(limit))]
        ).map(Work.init)
    }

    // MARK: Work for one process at a time

    /// Takes a lease for this time. Returns true if this holder has it.
    package func lease(_ name: String, to holder: String, milliseconds: Int64) throws(SQLError) -> Bool {
        let now = now
        return try !rows(
            """
            INSERT INTO lease (name, holder, until_ms) VALUES ($1, $2, $3)
            ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until_ms = excluded.until_ms
                WHERE lease.holder = excluded.holder OR lease.until_ms < $4
            RETURNING holder
            """, [.text(name), .text(holder), .integer(now + milliseconds), .integer(now)]
        ).isEmpty
    }

    /// Returns how far something has been read.
    package func cursor(_ name: String) throws(SQLError) -> Int64? {
        try rows("SELECT value FROM cursor_value WHERE name = $1", [.text(name)]).first?.integer(0)
    }

    package func setCursor(_ name: String, _ value: Int64) throws(SQLError) {
        try rows(
            """
            INSERT INTO cursor_value (name, value) VALUES ($1, $2)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, [.text(name), .integer(value)])
    }

    /// Returns how much of a purchase was used. This compares what it granted with the player's balance.
    ///
    /// - Parameter transactionID: any id of the purchase.
    package func usage(of transactionID: String, environment: String) throws(SQLError) -> PurchaseUsage? {
        try inPage(environment) { page throws(SQLError) in
            guard let record = try page.purchase(transactionID),
                let player = try page.player(of: record.fact.originalID)
            else { return nil }
            let counters = options.goods.counters(record.fact)
            guard let counter = counters.first else { return PurchaseUsage(isDelivered: true, usedShare: nil) }
            let balance = try page.balances(of: player).first { $0.name == counter.name }?.amount ?? 0
            // The rest of the counter may come from this purchase.
            let left = min(max(0, balance), counter.amount)
            return PurchaseUsage(
                isDelivered: record.holding.hasReturnable || record.holding.hasLasting,
                usedShare: counter.amount == 0 ? nil : Double(counter.amount - left) / Double(counter.amount))
        }
    }
}

package struct PurchaseUsage: Sendable, Hashable {
    package var isDelivered: Bool
    /// The used share of the grant, from 0 to 1; nil if the product has no counter.
    package var usedShare: Double?
}

extension Work {
    fileprivate init(_ row: SQLRow) throws(SQLError) {
        guard let kind = Kind(rawValue: try row.text(1)) else { throw SQLRow.unreadable(1) }
        try self.init(
            id: row.text(0), kind: kind, environment: row.text(2), subject: row.text(3), attempts: row.integer(4),
            dueAt: row.integer(5), lastError: row.optionalText(6))
    }
}

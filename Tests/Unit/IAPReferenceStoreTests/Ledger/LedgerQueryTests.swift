import IAPDatabase
import Testing

@testable import IAPReferenceStore

/// Queries for entitlements, unfinished transactions and latest transactions use indexes. Therefore a long history does
/// not slow them down.
struct LedgerQueryTests {
    /// SQLite's description of its search. It reads only the rows that it returns.
    private static func plan(_ query: LedgerQuery) -> String {
        switch query {
        case .byID: "SEARCH ledger USING INTEGER PRIMARY KEY (rowid=?)"
        case .unfinished: "SEARCH ledger USING INDEX ledger_unfinished (account=?)"
        case .unfinishedConsumable: "SEARCH ledger USING INDEX ledger_unfinished (account=?)" + copies
        case .purchaseBefore: "SEARCH ledger USING INTEGER PRIMARY KEY (rowid<?)" + copies
        case .history: "SEARCH ledger USING INDEX ledger_history (account=?)|USE TEMP B-TREE FOR ORDER BY"
        case .lasting: "SEARCH ledger USING INDEX ledger_lasting (account=?)" + copies
        case .latestOfProduct, .owned:
            "SEARCH ledger USING INDEX ledger_history (account=? AND product_id=?)" + copies
        case .copy: "SEARCH ledger USING INDEX ledger_shared (shared_from=? AND account=?)" + copies
        case .copies:
            "SEARCH ledger USING INDEX ledger_shared_with (account=?)|CORRELATED SCALAR SUBQUERY 1|"
                + "SEARCH payer USING INTEGER PRIMARY KEY (rowid=?)|USE TEMP B-TREE FOR ORDER BY"
        case .sharedSubscriptions:
            "SEARCH ledger USING INTEGER PRIMARY KEY (rowid=?)|LIST SUBQUERY 2|"
                + "SEARCH ledger USING INDEX ledger_shared_with (account=? AND group_id>?)" + copies
                + "|USE TEMP B-TREE FOR ORDER BY"
        }
    }

    /// Copies of transactions are looked up one by one.
    private static let copies =
        "|CORRELATED SCALAR SUBQUERY 1|SEARCH transaction_copy USING INTEGER PRIMARY KEY (rowid=?)"

    /// Each request to the store looks for the next due date. The number of subscriptions must not slow this down.
    @Test func nextDueDateIsFoundInAnIndex() throws {
        let plan = try TestStore.open().file.read { ledger in
            try ledger.database.query("EXPLAIN QUERY PLAN \(Ledger.nextDueDateQuery)") { $0.text(3) }
        }
        #expect(plan == ["SEARCH subscription USING COVERING INDEX subscription_due (due_ms>?)"])
    }

    @Test(arguments: LedgerQuery.allCases) func searchUsesItsIndex(query: LedgerQuery) throws {
        let plan = try TestStore.open().file.read { ledger in
            try ledger.database.query("EXPLAIN QUERY PLAN \(query.text)") { $0.text(3) }
        }
        #expect(plan.joined(separator: "|") == Self.plan(query))
    }

    static let deviceQueries = [
        (
            Ledger.updatesQuery,
            "SEARCH transaction_update USING INDEX transaction_update_by_account (account=? AND number>?)"
        ),
        (Ledger.intentQuery, "SEARCH intent USING INDEX intent_by_device (account=? AND device=?)"),
        (
            Ledger.messageQuery,
            "SEARCH message USING INDEX message_by_device (account=? AND device=? AND is_delivered=?)"
        ),
    ]

    @Test(arguments: deviceQueries) func updatesOfADeviceAreFoundInAnIndex(query: String, plan: String) throws {
        let found = try TestStore.open().file.read { ledger in
            try ledger.database.query("EXPLAIN QUERY PLAN \(query)") { $0.text(3) }
        }
        #expect(found == [plan])
    }
}

internal import IAPDatabase
internal import IAPModel

/// The orders and settings of a test.
extension Ledger {
    // MARK: Orders

    func order(_ outcome: PurchaseOrder) throws(DatabaseError) {
        try database.run("INSERT INTO script (outcome) VALUES (?)", [Value(outcome.rawValue)])
    }

    /// Returns the oldest possible order. An order to cancel needs the payment sheet: it waits while the store shows none.
    func nextOrder() throws(DatabaseError) -> PurchaseOrder? {
        try database.query(
            "SELECT outcome FROM script WHERE \(Self.isPossible) ORDER BY id LIMIT 1", [try areSheetsShown()]
        ) { PurchaseOrder(rawValue: $0.text(0)) }.first ?? nil
    }

    func removeNextOrder() throws(DatabaseError) {
        try database.run(
            "DELETE FROM script WHERE id = (SELECT min(id) FROM script WHERE \(Self.isPossible))",
            [try areSheetsShown()])
    }

    private static let isPossible = "(? OR outcome <> '\(PurchaseOrder.cancel.rawValue)')"

    private func areSheetsShown() throws(DatabaseError) -> Value { Value(try integer(.areDialogsDisabled) != 1) }

    // MARK: Sheets

    /// Counts the sheet and takes the player's next action in it. If the store shows no sheets, the actions stay in the list.
    func showSheet(_ sheet: StoreSheet) throws(DatabaseError) -> SheetAnswer? {
        guard try integer(.areDialogsDisabled) != 1 else { return nil }
        try database.run(
            "INSERT INTO sheet_count (sheet, shown) VALUES (?, 1) ON CONFLICT (sheet) DO UPDATE SET shown = shown + 1",
            [Value(Int64(sheet.rawValue))])
        let answer = try database.query(
            "SELECT id, is_accepted, detail FROM sheet_answer WHERE sheet = ? ORDER BY id LIMIT 1",
            [Value(Int64(sheet.rawValue))]
        ) { (id: $0.integer(0), answer: SheetAnswer(isAccepted: $0.bool(1), detail: $0.optionalText(2))) }.first
        guard let answer else { return nil }
        try database.run("DELETE FROM sheet_answer WHERE id = ?", [.integer(answer.id)])
        return answer.answer
    }

    func insert(_ answer: SheetAnswer, to sheet: StoreSheet) throws(DatabaseError) {
        try database.run(
            "INSERT INTO sheet_answer (sheet, is_accepted, detail) VALUES (?, ?, ?)",
            [Value(Int64(sheet.rawValue)), Value(answer.isAccepted), Value(answer.detail)])
    }

    func count(of sheet: StoreSheet) throws(DatabaseError) -> Int {
        let shown = try database.query(
            "SELECT shown FROM sheet_count WHERE sheet = ?", [Value(Int64(sheet.rawValue))]
        ) { $0.integer(0) }.first
        return Int(shown ?? 0)
    }

    // MARK: Simulated errors and features

    func simulatedError(_ api: StoreAPI) throws(DatabaseError) -> StoreFailure.Kind? {
        try database.query(
            "SELECT failure FROM simulated_error WHERE api = ?", [Value(Int64(api.rawValue))]
        ) { StoreFailure.Kind(rawValue: $0.text(0)) }.first ?? nil
    }

    func set(_ failure: StoreFailure.Kind?, for api: StoreAPI) throws(DatabaseError) {
        guard let failure else {
            return try database.run("DELETE FROM simulated_error WHERE api = ?", [Value(Int64(api.rawValue))])
        }
        try database.run(
            """
            INSERT INTO simulated_error (api, failure) VALUES (?, ?)
            ON CONFLICT (api) DO UPDATE SET failure = excluded.failure
            """, [Value(Int64(api.rawValue)), Value(failure.rawValue)])
    }

    func isSupported(_ feature: Feature) throws(DatabaseError) -> Bool {
        try database.query(
            "SELECT 1 FROM unsupported_feature WHERE feature = ?", [Value(Int64(feature.rawValue))]
        ) { $0.integer(0) }.isEmpty
    }

    func set(_ feature: Feature, isSupported: Bool) throws(DatabaseError) {
        try database.run(
            isSupported
                ? "DELETE FROM unsupported_feature WHERE feature = ?"
                : "INSERT INTO unsupported_feature (feature) VALUES (?) ON CONFLICT DO NOTHING",
            [Value(Int64(feature.rawValue))])
    }

    // MARK: Requests that are accepted once

    /// Uses a nonce. Returns false if it was used before.
    func use(nonce: String) throws(DatabaseError) -> Bool {
        try database.run("INSERT INTO nonce (nonce) VALUES (?) ON CONFLICT DO NOTHING", [Value(nonce)])
        return database.changes > 0
    }

    /// Requests a refund. Returns false if a request for this transaction exists already.
    func requestRefund(of id: UInt64, at date: Int64) throws(DatabaseError) -> Bool {
        try database.run(
            "INSERT INTO refund_request (transaction_id, requested_ms) VALUES (?, ?) ON CONFLICT DO NOTHING",
            [Value(bits: id), .integer(date)])
        return database.changes > 0
    }

    func hasRefundRequest(of id: UInt64) throws(DatabaseError) -> Bool {
        try !database.query("SELECT 1 FROM refund_request WHERE transaction_id = ?", [Value(bits: id)]) {
            $0.integer(0)
        }.isEmpty
    }
}

internal import Database
internal import IAPModel

/// What waits for somebody's decision, and what a test has ordered.
extension Ledger {
    // MARK: Approvals

    func insert(_ approval: Approval) throws(DatabaseError) {
        try database.run(
            """
            INSERT INTO approval (account, product_id, quantity, app_account_token, requested_ms, offer_type, offer_id,
                allows_introductory_offer, billing_plan, advanced_commerce, device, seats)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                Value(approval.account), Value(approval.productID), Value(approval.quantity),
                Value(approval.appAccountToken), .integer(approval.requestDate),
                Value((approval.offer?.type.rawValue).map(Int64.init)), Value(approval.offer?.id),
                Value(approval.allowsIntroductoryOffer.map { $0 ? 1 : 0 }), Value(approval.billingPlanType?.rawValue),
                Value(approval.advancedCommerceInfo), Value(approval.device), Value(approval.seats.map(Int64.init)),
            ])
    }

    func approvals() throws(DatabaseError) -> [Approval] {
        try database.query(
            """
            SELECT id, account, product_id, quantity, app_account_token, requested_ms, offer_type, offer_id,
                allows_introductory_offer, billing_plan, advanced_commerce, device, seats FROM approval ORDER BY id
            """
        ) { row in
            var approval = Approval(
                id: row.bits(0), account: row.text(1), device: row.text(11), productID: row.text(2),
                quantity: Int(row.integer(3)), appAccountToken: row.optionalText(4), requestDate: row.integer(5))
            approval.offer = row.optionalInteger(6).map {
                OfferChoice(type: OfferType(rawValue: Int($0)), id: row.text(7))
            }
            approval.allowsIntroductoryOffer = row.optionalInteger(8).map { $0 != 0 }
            approval.billingPlanType = row.optionalText(9).map(BillingPlanType.init(rawValue:))
            approval.advancedCommerceInfo = row.optionalText(10)
            approval.seats = row.optionalInteger(12).map(Int.init)
            return approval
        }
    }

    func removeApproval(_ id: UInt64) throws(DatabaseError) {
        try database.run("DELETE FROM approval WHERE id = ?", [Value(bits: id)])
    }

    func order(_ outcome: PurchaseOrder) throws(DatabaseError) {
        try database.run("INSERT INTO script (outcome) VALUES (?)", [Value(outcome.rawValue)])
    }

    func nextOrder() throws(DatabaseError) -> PurchaseOrder? {
        try database.query("SELECT outcome FROM script ORDER BY id LIMIT 1") { PurchaseOrder(rawValue: $0.text(0)) }
            .first ?? nil
    }

    func removeNextOrder() throws(DatabaseError) {
        try database.run("DELETE FROM script WHERE id = (SELECT min(id) FROM script)")
    }

    // MARK: Sheets

    /// Counts that the sheet is shown, and takes what the player does in it.
    func showSheet(_ sheet: StoreSheet) throws(DatabaseError) -> SheetAnswer? {
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

    // MARK: Requests that count once

    /// False if the nonce has been used before.
    func use(nonce: String) throws(DatabaseError) -> Bool {
        try database.run("INSERT INTO nonce (nonce) VALUES (?) ON CONFLICT DO NOTHING", [Value(nonce)])
        return database.changes > 0
    }

    /// False if a refund of the transaction has been requested before.
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

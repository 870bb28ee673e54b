internal import Database
package import IAPModel

/// How each kind of entry is written.
extension Journal {
    /// Counts one more handing out and grants what the inventory holds, unless the transaction has been finished or has to
    /// be verified first.
    func offer(_ transaction: Transaction, isVerified: Bool, _ commit: inout Commit) throws(IAPError) -> Offer {
        let known = try Delivery.find(transaction, commit)
        if let known, known.isFinished { return .alreadyFinished }
        guard isVerified || known?.isVerified == true else { return try verification(of: transaction, commit) }
        if known == nil { try Delivery.enter(transaction, &commit) }
        try endVerification(of: transaction.id, &commit)
        let count = (known?.count ?? 0) + 1
        // What was handed out while the product granted nothing may be in the game's own save.
        var isGranted = known?.isGranted == true
        // What was taken back meanwhile is told as that.
        if !isGranted, count == 1, known?.revocationDate == nil { isGranted = try grant(transaction, &commit) }
        try commit.run(
            """
            UPDATE delivery SET delivery_count = ?, is_granted = ?, is_verified = 1, verified_as = ?
            WHERE transaction_id = ?
            """,
            [Value(count), Value(isGranted), Value(Delivery.subject(of: transaction)), Value(bits: transaction.id)])
        let state: DeliveryState = isGranted ? .granted : count == 1 ? .new : .seen
        commit.audit.append(AuditLine("transaction_delivered", transaction, count: count, cause: "\(state)"))
        return .deliver(count: count, state)
    }

    /// What was paid long ago is handed out again. It is not counted: what the game has of it is the game's to know.
    func restore(_ transaction: Transaction, isVerified: Bool, _ commit: inout Commit) throws(IAPError) -> Offer {
        let known = try Delivery.find(transaction, commit)
        guard isVerified || known?.isVerified == true else { return try verification(of: transaction, commit) }
        if known?.isVerified != true {
            try Delivery.enter(transaction, &commit)
            try commit.run(
                "UPDATE delivery SET is_verified = 1, verified_as = ? WHERE transaction_id = ?",
                [Value(Delivery.subject(of: transaction)), Value(bits: transaction.id)])
        }
        try endVerification(of: transaction.id, &commit)
        let isHeld = if let inventory { try inventory.restore(transaction, &commit) } else { false }
        return .restore(isHeld ? .granted : .none)
    }

    private func grant(_ transaction: Transaction, _ commit: inout Commit) throws(IAPError) -> Bool {
        guard let inventory else { return false }
        return try inventory.grant(transaction, &commit)
    }

    private func verification(of transaction: Transaction, _ commit: Commit) throws(IAPError) -> Offer {
        let waiting = try commit.query(
            "SELECT attempts, due_ms FROM verification WHERE transaction_id = ? AND purchase_ms = ?",
            [Value(bits: transaction.id), .integer(transaction.purchaseDate)]
        ) { (attempts: min(max(Int($0.integer(0)), 0), Int(Int32.max)), due: $0.integer(1)) }.first
        return .verify(attempts: waiting?.attempts ?? 0, due: waiting?.due ?? 0)
    }

    private func endVerification(of id: UInt64, _ commit: inout Commit) throws(IAPError) {
        try commit.run("DELETE FROM verification WHERE transaction_id = ?", [Value(bits: id)])
    }

    /// Notes when the game's verification is to be asked again.
    func delay(
        _ transaction: Transaction, attempts: Int, due: Int64, _ commit: inout Commit
    ) throws(IAPError) {
        try commit.run(
            "INSERT OR REPLACE INTO verification (transaction_id, purchase_ms, attempts, due_ms) VALUES (?, ?, ?, ?)",
            [Value(bits: transaction.id), .integer(transaction.purchaseDate), Value(attempts), .integer(due)])
        commit.audit.append(AuditLine("verification_undecided", transaction, count: attempts))
    }

    /// From here on the transaction is never offered, and the store may be told.
    func reject(_ transaction: Transaction, _ commit: inout Commit) throws(IAPError) {
        try Delivery.enter(transaction, &commit)
        try endVerification(of: transaction.id, &commit)
        try commit.run("UPDATE delivery SET is_rejected = 1 WHERE transaction_id = ?", [Value(bits: transaction.id)])
        try setStage(.finishRecorded, of: transaction.id, &commit)
        commit.audit.append(AuditLine("transaction_rejected", transaction))
    }

    /// The game has it safe.
    func recordGrant(_ transaction: Transaction, _ commit: inout Commit) throws(IAPError) {
        try Delivery.enter(transaction, &commit)
        try commit.run("UPDATE delivery SET is_granted = 1 WHERE transaction_id = ?", [Value(bits: transaction.id)])
        commit.audit.append(AuditLine("grant_recorded", transaction))
    }

    /// From here on the transaction is never offered again, and the store may be told.
    func finish(_ transaction: Transaction, _ commit: inout Commit) throws(IAPError) {
        let known = try Delivery.find(transaction, commit)
        if known == nil { try Delivery.enter(transaction, &commit) }
        if known?.state ?? .new == .new {
            let isTakenBack = known?.revocationDate != nil || transaction.revocation != nil
            // A game may finish what it has found in the queue and has not been handed; the player paid for it all the same.
            // What was taken back before anybody had it ends without a grant.
            if isTakenBack {
                try commit.run(
                    "UPDATE delivery SET is_rejected = 1 WHERE transaction_id = ?", [Value(bits: transaction.id)])
            } else if try grant(transaction, &commit) {
                try commit.run(
                    "UPDATE delivery SET is_granted = 1 WHERE transaction_id = ?", [Value(bits: transaction.id)])
            }
        }
        try setStage(.finishRecorded, of: transaction.id, &commit)
        commit.audit.append(AuditLine("finish_recorded", transaction))
    }

    /// The store has been told, which it may be more than once.
    func finishInStore(_ id: UInt64, productID: String?, _ commit: inout Commit) throws(IAPError) {
        try setStage(.finishedInStore, of: id, &commit)
        guard commit.changes > 0 else { return }
        commit.audit.append(AuditLine("finished_in_store", transactionID: id, productID: productID))
    }

    private func setStage(_ stage: Delivery.Stage, of id: UInt64, _ commit: inout Commit) throws(IAPError) {
        try commit.run(
            "UPDATE delivery SET stage = ?1 WHERE transaction_id = ?2 AND stage < ?1",
            [.integer(stage.rawValue), Value(bits: id)])
    }

    /// The store has taken the purchase back.
    ///
    /// - Returns: what the game has had of it.
    func revoke(_ transaction: Transaction, _ commit: inout Commit) throws(IAPError) -> DeliveryState {
        let known = try Delivery.find(transaction, commit)
        let state = known?.state ?? .new
        guard let date = transaction.revocation?.date else { return state }
        if known?.revocationDate != date {
            try Delivery.enter(transaction, &commit)
            try endVerification(of: transaction.id, &commit)
            try commit.run(
                "UPDATE delivery SET revocation_ms = ?, is_revocation_told = 0 WHERE transaction_id = ?",
                [.integer(date), Value(bits: transaction.id)])
            commit.audit.append(AuditLine("transaction_revoked", transaction, cause: "\(state)"))
        }
        try trust(transaction.id, &commit)
        // What was dealt with before is left alone there.
        try inventory?.revoke(transaction, &commit)
        return state
    }

    /// Nothing follows from what is not verified, but that it is looked for when the store can be asked again.
    func doubt(_ transaction: Transaction, _ commit: inout Commit) throws(IAPError) {
        try commit.run("INSERT OR IGNORE INTO doubt (transaction_id) VALUES (?)", [Value(bits: transaction.id)])
        guard commit.changes > 0 else { return }
        commit.audit.append(AuditLine("revocation_doubted", transaction))
    }

    func trust(_ id: UInt64, _ commit: inout Commit) throws(IAPError) {
        try commit.run("DELETE FROM doubt WHERE transaction_id = ?", [Value(bits: id)])
    }

    /// The game has heard of the revocation. May come before the record of the revocation itself.
    func tellRevocation(
        _ id: UInt64, productID: String, purchaseDate: Int64, date: Int64, _ commit: inout Commit
    ) throws(IAPError) {
        try Delivery.enter(id, productID: productID, purchaseDate: purchaseDate, &commit)
        // A later revocation of the same purchase, of which the game has not heard, is left untold.
        try commit.run(
            """
            UPDATE delivery SET revocation_ms = ?1, is_revocation_told = 1
            WHERE transaction_id = ?2 AND (revocation_ms IS NULL OR revocation_ms <= ?1)
            """,
            [.integer(date), Value(bits: id)])
        commit.audit.append(AuditLine("revocation_told", transactionID: id, productID: productID))
    }
}

extension Journal {
    /// The revocations that an earlier run knew of and has not told the game.
    package func untoldRevocations() throws(IAPError) -> [UInt64] {
        try read { commit throws(IAPError) in
            try commit.query(
                "SELECT transaction_id FROM delivery WHERE revocation_ms IS NOT NULL AND is_revocation_told = 0"
            ) { $0.bits(0) }
        }
    }

    /// The revocations of which nothing is known but what was not verified.
    package func doubts() throws(IAPError) -> [UInt64] {
        try read { commit throws(IAPError) in
            try commit.query("SELECT transaction_id FROM doubt ORDER BY transaction_id") { $0.bits(0) }
        }
    }

    /// The revocations that the game has heard of, by id, with their dates.
    package func toldRevocations() throws(IAPError) -> [UInt64: Int64] {
        let rows = try read { commit throws(IAPError) in
            try commit.query(
                """
                SELECT transaction_id, revocation_ms FROM delivery
                WHERE revocation_ms IS NOT NULL AND is_revocation_told = 1
                """
            ) { (id: $0.bits(0), date: $0.integer(1)) }
        }
        return Dictionary(rows.map { ($0.id, $0.date) }, uniquingKeysWith: { $1 })
    }
}

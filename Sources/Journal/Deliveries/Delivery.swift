internal import Database
package import IAPModel

extension Journal {
    /// What an offer of a transaction comes to.
    package enum Offer: Sendable, Hashable {
        /// To be handed to the game, for the so-manieth time.
        case deliver(count: Int, DeliveryState)
        /// To be handed to the game as restored.
        case restore(DeliveryState)
        /// The game's verification has to be asked first, which was done so often, and not before this time.
        case verify(attempts: Int, due: Int64)
        /// The game has finished it in an earlier run; the store may not have heard of it.
        case alreadyFinished
    }
}

/// How far the handing out of a transaction has come, as the journal holds it.
struct Delivery {
    enum Stage: Int64 {
        case offered = 1
        case finishRecorded = 2
        case finishedInStore = 3
    }

    var stage: Int64
    var count: Int
    /// What was found valid is what the store says now.
    var isVerified: Bool
    var isGranted: Bool
    /// Refused by the game's verification, or taken back before anybody had it, and so finished without a grant.
    var isRejected: Bool
    var revocationDate: Int64?

    var isFinished: Bool { stage >= Stage.finishRecorded.rawValue }

    /// What the game has had of it.
    var state: DeliveryState {
        if isGranted || isFinished && !isRejected { return .granted }
        return count > 0 ? .seen : .new
    }

    /// Nil if the journal does not know the transaction.
    static func find(_ transaction: Transaction, _ commit: Commit) throws(IAPError) -> Delivery? {
        try commit.query(
            """
            SELECT stage, delivery_count, is_verified AND ifnull(verified_as = ?, 1), is_granted, is_rejected, revocation_ms
            FROM delivery WHERE transaction_id = ? AND purchase_ms = ? AND product_id = ?
            """,
            [
                Value(subject(of: transaction)), Value(bits: transaction.id), .integer(transaction.purchaseDate),
                Value(transaction.productID),
            ]
        ) {
            Delivery(
                // A damaged file may say anything.
                stage: $0.integer(0), count: min(max(Int($0.integer(1)), 0), Int(Int32.max) - 1),
                isVerified: $0.bool(2),
                isGranted: $0.bool(3), isRejected: $0.bool(4), revocationDate: $0.optionalInteger(5))
        }.first
    }

    /// Makes the row of a transaction. A row of another one under the same id is that of another store's, and goes.
    static func enter(
        _ id: UInt64, productID: String, purchaseDate: Int64, _ commit: inout Commit
    ) throws(IAPError) {
        try commit.run(
            "DELETE FROM delivery WHERE transaction_id = ? AND (purchase_ms <> ? OR product_id <> ?)",
            [Value(bits: id), .integer(purchaseDate), Value(productID)])
        try commit.run(
            """
            INSERT INTO delivery (transaction_id, product_id, purchase_ms, stage, delivery_count) VALUES (?, ?, ?, ?, 0)
            ON CONFLICT (transaction_id) DO NOTHING
            """,
            [Value(bits: id), Value(productID), .integer(purchaseDate), .integer(Stage.offered.rawValue)])
    }

    static func enter(_ transaction: Transaction, _ commit: inout Commit) throws(IAPError) {
        try enter(
            transaction.id, productID: transaction.productID, purchaseDate: transaction.purchaseDate, &commit)
    }

    /// What a verdict is about beside what names the purchase: how much of it there is, and until when.
    static func subject(of transaction: Transaction) -> String {
        "\(transaction.quantity) \(transaction.expirationDate.map(String.init) ?? "")"
    }
}

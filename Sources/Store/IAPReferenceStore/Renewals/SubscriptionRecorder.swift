internal import IAPDatabase
internal import IAPModel

/// Records the events of one account's subscription: in the ledger, as updates for devices, and for the family.
struct SubscriptionRecorder {
    private let ledger: Ledger
    private let account: String
    private let isFamilyShareable: (String) -> Bool
    /// The transaction before the first new one; nil before the first purchase.
    private let latestID: UInt64?
    /// The values of a new transaction that its period does not have.
    private var model: LedgerTransaction?
    /// The device that receives the next new transaction as a response, and not as an update.
    private var answeredDevice: String?
    private var sharers: [Sharer]?
    private(set) var lastTransaction: LedgerTransaction?

    /// A family member who receives what the account buys.
    private struct Sharer {
        var account: String
        /// The member's newest transaction of the subscription.
        var latest: LedgerTransaction?
    }

    init(_ ledger: Ledger, account: String, after latestID: UInt64?, isFamilyShareable: @escaping (String) -> Bool) {
        self.ledger = ledger
        self.account = account
        self.latestID = latestID
        self.isFamilyShareable = isFamilyShareable
    }

    /// Announces that the next facts belong to a purchase.
    ///
    /// - Parameters:
    ///   - model: The account, storefront, currency, token and seats of the purchase.
    ///   - device: The device that requested it; nil if all devices receive it as an update.
    mutating func expect(_ model: LedgerTransaction, from device: String?) {
        self.model = model
        answeredDevice = device
    }

    /// - Parameters:
    ///   - subscription: The subscription of the fact. If time caused the fact, only the constant values are read from it.
    ///   - numbers: The ids for new transactions.
    mutating func record(
        _ fact: SubscriptionFact, of subscription: GroupSubscription, _ numbers: inout TransactionNumbers
    ) throws {
        switch fact.kind {
        case .entered(let period):
            let transaction = try enter(period, subscription, &numbers)
            try share(transaction, &numbers)
        case .upgraded(let id, let refund):
            let seats = Int64(try ledger.transaction(id)?.seats ?? 1)
            try ledger.markUpgraded(id, refundMilliunits: refund.clampedMultiplied(by: seats))
            for copy in try copies(of: id) where copy.revocation == nil {
                try ledger.markUpgraded(copy.id, refundMilliunits: 0)
            }
        case .endMoved(let id, let end):
            try ledger.setExpiration(id, end)
            for copy in try copies(of: id) where copy.revocation == nil { try ledger.setExpiration(copy.id, end) }
        case .revoked(let id, let revocation, let refund):
            try ledger.revoke(id, revocation, refundMilliunits: refund)
            ledger.note(revocation.type == nil ? .revoke : .refund, of: id, at: fact.date)
            if let revoked = try ledger.transaction(id) { try ledger.announce(revoked) }
            for copy in try copies(of: id) { try ledger.takeBack(copy, at: revocation.date) }
        case .statusChanged(let state, let cause):
            guard let id = lastTransaction?.id ?? latestID else { break }
            if state == .inBillingRetry, try ledger.has(.retryListed), let latest = try ledger.transaction(id) {
                try ledger.enterUpdate(of: latest, nil, nil, isRepeat: true)
            }
            let takesBack = !subscription.next.isOther
            guard let event = cause.notification(state, takesBackChange: takesBack) else { break }
            ledger.note(event, of: id, at: fact.date)
        }
    }

    private mutating func enter(
        _ period: PaidPeriod, _ subscription: GroupSubscription, _ numbers: inout TransactionNumbers
    ) throws -> LedgerTransaction {
        if model == nil, let latestID { model = try ledger.transaction(latestID) }
        guard var transaction = model else {
            throw DatabaseError(
                .failed, "the store's file is damaged: a renewal of \(account) has no transaction before it")
        }
        let seats = Int64(transaction.seats)
        transaction.id = period.transactionID
        transaction.originalID = subscription.originalTransactionID
        transaction.originalPurchaseDate = subscription.originalPurchaseDate
        transaction.productID = period.productID
        transaction.purchaseDate = period.start
        transaction.expirationDate = min(period.end, PurchaseRules.Situation.endOfTime)
        transaction.price.milliunits = period.priceMilliunits.clampedMultiplied(by: seats)
        transaction.reason = period.reason
        transaction.offer = period.offer
        transaction.billingPlanType = period.billingPlanType
        transaction.commitment = period.commitment
        if let commitment = period.commitment {
            transaction.commitment?.priceMilliunits = commitment.priceMilliunits.clampedMultiplied(by: seats)
            transaction.commitment?.expirationDate = min(commitment.expirationDate, PurchaseRules.Situation.endOfTime)
        }
        transaction.isUpgraded = false
        transaction.isFinished = false
        transaction.revocation = nil
        transaction.refundedMilliunits = 0
        transaction.webOrderLineItemID = numbers.takeOrderLineID()
        try ledger.insert(transaction)
        try ledger.announce(transaction, exceptDevice: answeredDevice)
        try ledger.planLook(after: transaction)
        answeredDevice = nil
        model = transaction
        lastTransaction = transaction
        return transaction
    }

    // MARK: The family

    private mutating func share(_ transaction: LedgerTransaction, _ numbers: inout TransactionNumbers) throws {
        guard isFamilyShareable(transaction.productID) else { return }
        if sharers == nil { sharers = try findSharers() }
        var sharers = sharers ?? []
        for index in sharers.indices {
            sharers[index].latest = try ledger.share(
                transaction, with: sharers[index].account, after: sharers[index].latest, &numbers)
        }
        self.sharers = sharers
    }

    private func findSharers() throws -> [Sharer] {
        guard try ledger.member(account).isSharing else { return [] }
        return try ledger.relatives(of: account).map { Sharer(account: $0.account) }
    }

    /// Returns the copies of members who still share it.
    private func copies(of id: UInt64) throws -> [LedgerTransaction] {
        var copies: [LedgerTransaction] = []
        guard try ledger.member(account).isSharing else { return [] }
        for member in try ledger.relatives(of: account) {
            if let copy = try ledger.copy(of: id, account: member.account) { copies.append(copy) }
        }
        return copies
    }
}

/// The next numbers of the ledger. They are taken one by one and written back once.
struct TransactionNumbers {
    var transactionID: UInt64
    private var orderLineID: UInt64

    init(_ ledger: Ledger) throws {
        transactionID = try ledger.peek(.nextTransactionID)
        orderLineID = try ledger.peek(.nextOrderLineID)
    }

    mutating func takeTransactionID() -> UInt64 {
        defer { transactionID &+= 1 }
        return transactionID
    }

    mutating func takeOrderLineID() -> UInt64 {
        defer { orderLineID &+= 1 }
        return orderLineID
    }

    func keep(in ledger: Ledger) throws {
        try ledger.set(.nextTransactionID, .integer(Int64(bitPattern: transactionID)))
        try ledger.set(.nextOrderLineID, .integer(Int64(bitPattern: orderLineID)))
    }
}

/// An account's subscription of a group, as a row of the ledger.
struct SubscriptionRow: Sendable, Hashable {
    var account: String
    var subscription: GroupSubscription

    var groupID: String { subscription.groupID }
}

extension Ledger {
    /// Returns the account's subscriptions, by group.
    func subscriptions(of account: String) throws -> [SubscriptionRow] {
        try subscriptions("account = ? ORDER BY group_id", [Value(account)])
    }

    func subscription(ofGroup groupID: String, account: String) throws -> SubscriptionRow? {
        try subscriptions("account = ? AND group_id = ?", [Value(account), Value(groupID)]).first
    }

    /// Returns the subscriptions that change automatically by this time, in a stable order.
    func subscriptions(dueBy now: Int64) throws -> [SubscriptionRow] {
        try subscriptions("due_ms IS NOT NULL AND due_ms <= ? ORDER BY account, group_id", [.integer(now)])
    }

    func subscriptions(_ condition: String, _ values: [Value]) throws -> [SubscriptionRow] {
        let query = asHeard(subscriptions: "SELECT account, state FROM subscription WHERE \(condition)", values)
        let texts = try database.query(query.text, query.values) { (account: $0.text(0), state: $0.text(1)) }
        var rows: [SubscriptionRow] = []
        rows.reserveCapacity(texts.count)
        for text in texts {
            guard let subscription = try? subscriptionMemory.subscription(text.state) else {
                throw DatabaseError(
                    .failed, "the store's file is damaged: a subscription of \(text.account) cannot be read")
            }
            rows.append(SubscriptionRow(account: text.account, subscription: subscription))
        }
        return rows
    }

    static let nextDueDateQuery = "SELECT min(due_ms) FROM subscription WHERE due_ms IS NOT NULL"

    /// Returns the time of the next automatic change.
    func nextDueDate() throws -> Int64? {
        let renewal = try database.query(Self.nextDueDateQuery, []) { $0.optionalInteger(0) }.first ?? nil
        let update = try database.query(Self.nextLaterUpdateQuery, []) { $0.optionalInteger(0) }.first ?? nil
        return [renewal, update].compactMap(\.self).min()
    }

    func set(_ row: SubscriptionRow) throws {
        guard let state = try? KeptJSON.text(row.subscription) else {
            throw DatabaseError(.failed, "a subscription of \(row.account) cannot be written")
        }
        subscriptionMemory.note(row.subscription, state)
        try database.run(
            """
            INSERT INTO subscription (account, group_id, due_ms, state) VALUES (?, ?, ?, ?)
            ON CONFLICT (account, group_id) DO UPDATE SET due_ms = excluded.due_ms, state = excluded.state
            """,
            [
                Value(row.account), Value(row.groupID), Value(row.subscription.dueDate),
                .text(state),
            ])
    }

    // MARK: Products for sale

    func removedProducts() throws -> Set<ExactText> {
        Set(try database.query("SELECT product_id FROM removed_product") { ExactText($0.text(0)) })
    }

    func set(_ productID: String, isOnSale: Bool) throws {
        try database.run(
            isOnSale
                ? "DELETE FROM removed_product WHERE product_id = ?"
                : "INSERT INTO removed_product (product_id) VALUES (?) ON CONFLICT DO NOTHING",
            [Value(productID)])
    }
}

/// Remembers decoded subscriptions by their JSON in the ledger. A settlement reads every due subscription, and decoding takes
/// longer than the rest of its work. Equal texts are equal subscriptions: entries cannot become outdated. Use it only with the
/// store's lock held.
final class SubscriptionMemory {
    private var byText: [ExactText: GroupSubscription] = [:]
    private static let capacity = 4096

    func subscription(_ text: String) throws -> GroupSubscription {
        if let known = byText[ExactText(text)] { return known }
        let subscription = try KeptJSON.value(GroupSubscription.self, of: text)
        note(subscription, text)
        return subscription
    }

    func note(_ subscription: GroupSubscription, _ text: String) {
        if byText.count >= Self.capacity { byText = [:] }
        byText[ExactText(text)] = subscription
    }
}

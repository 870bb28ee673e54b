internal import IAPDatabase
internal import IAPModel

/// Keeps the ledger's subscriptions up to date. The engine decides, and this records what it decides.
struct SubscriptionKeeper: Sendable {
    let statuses: SubscriptionStatuses
    let notifications: NotificationWriter
    let killSwitch: KillSwitch

    /// Carries out everything that is due.
    func settle(_ ledger: Ledger) throws {
        let now = try ledger.now
        guard let due = try ledger.nextDueDate(), due <= now else { return }
        try settleSubscriptions(ledger, now)
        try ledger.carryOutLaterUpdates(dueBy: now)
    }

    /// Carries out the due changes of subscriptions, each at its own time.
    private func settleSubscriptions(_ ledger: Ledger, _ now: Int64) throws {
        let rows = try ledger.subscriptions(dueBy: now)
        var numbers = try TransactionNumbers(ledger)
        var timeline = SubscriptionTimeline(
            rows.map(\.subscription), try statuses.conditions(ledger), nextTransactionID: numbers.transactionID)
        var recorders = rows.map { recorder(ledger, account: $0.account, $0.subscription) }
        while let events = timeline.step(to: now) {
            numbers.transactionID = timeline.nextTransactionID
            for event in events {
                if event.fact.isRenewal { noteRenewal(ledger) }
                try recorders[event.index].record(event.fact, of: rows[event.index].subscription, &numbers)
            }
            if let index = events.first?.index, ledger.notices?.isEmpty == false {
                // A notification contains the state of its time, which comes from the file.
                if let subscription = timeline.engines[index].subscription {
                    try ledger.set(SubscriptionRow(account: rows[index].account, subscription: subscription))
                }
                try notifications.write(ledger)
            }
            timeline.nextTransactionID = numbers.transactionID
        }
        for (row, engine) in zip(rows, timeline.engines) {
            guard let subscription = engine.subscription else { continue }
            try ledger.set(SubscriptionRow(account: row.account, subscription: subscription))
        }
        try numbers.keep(in: ledger)
    }

    /// Notes that the store charged a renewal.
    private func noteRenewal(_ ledger: Ledger) {
        killSwitch.reach(.beforeRenewal)
        ledger.moment.hasRenewed = true
    }

    private func recorder(
        _ ledger: Ledger, account: String, _ subscription: GroupSubscription?
    ) -> SubscriptionRecorder {
        SubscriptionRecorder(ledger, account: account, after: subscription?.period.transactionID) { [statuses] in
            statuses.catalogue.product(id: $0)?.isFamilyShareable ?? false
        }
    }

    /// Applies a command to an account's subscription that is up to date.
    func perform(
        _ command: SubscriptionCommand, ofGroup groupID: String, account: String, _ ledger: Ledger
    ) throws -> SubscriptionOutcome {
        try run(command, ofGroup: groupID, account: account, expecting: nil, ledger).outcome
    }

    /// Buys a subscription, or changes the next renewal of the account's subscription.
    ///
    /// - Parameters:
    ///   - model: The account, storefront, currency, token and seats of a new transaction.
    ///   - device: The device that requested it; nil if all devices receive it as an update.
    /// - Returns: The new transaction; nil if there is no charge now.
    func subscribe(
        _ purchase: SubscriptionPurchase, as model: LedgerTransaction, answering device: String?, _ ledger: Ledger
    ) throws -> LedgerTransaction? {
        try run(
            .purchase(purchase), ofGroup: model.subscriptionGroupID ?? "", account: model.account,
            expecting: (model, device), ledger
        ).transaction
    }

    private func run(
        _ command: SubscriptionCommand, ofGroup groupID: String, account: String,
        expecting purchase: (model: LedgerTransaction, device: String?)?, _ ledger: Ledger
    ) throws -> (outcome: SubscriptionOutcome, transaction: LedgerTransaction?) {
        let row = try ledger.subscription(ofGroup: groupID, account: account)
        var numbers = try TransactionNumbers(ledger)
        var engine = SubscriptionEngine(
            row?.subscription, try statuses.conditions(ledger), nextTransactionID: numbers.transactionID)
        let outcome = engine.perform(command, at: try ledger.now)
        guard let subscription = engine.subscription else { return (outcome, nil) }
        numbers.transactionID = engine.nextTransactionID
        var recorder = recorder(ledger, account: account, row?.subscription)
        if let purchase { recorder.expect(purchase.model, from: purchase.device) }
        for fact in engine.takeFacts() { try recorder.record(fact, of: subscription, &numbers) }
        try ledger.set(SubscriptionRow(account: account, subscription: subscription))
        try numbers.keep(in: ledger)
        return (outcome, recorder.lastTransaction)
    }
}

extension SubscriptionFact {
    fileprivate var isRenewal: Bool { if case .entered(let period) = kind { period.reason == .renewal } else { false } }
}

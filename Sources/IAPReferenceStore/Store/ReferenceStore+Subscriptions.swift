internal import IAPDatabase
internal import IAPModel

/// The subscriptions of the ledger. The engine keeps them up to date.
extension ReferenceStore {
    // MARK: Time

    /// Carries out everything that is due.
    func settle(_ ledger: Ledger) throws(DatabaseError) {
        let now = try now(ledger)
        guard let due = try ledger.nextDueDate(), due <= now else { return }
        try settleSubscriptions(ledger, now)
        try ledger.carryOutLaterUpdates(dueBy: now)
    }

    /// Carries out the due changes of subscriptions, each at its own time.
    private func settleSubscriptions(_ ledger: Ledger, _ now: Int64) throws(DatabaseError) {
        let rows = try ledger.subscriptions(dueBy: now)
        var numbers = try TransactionNumbers(ledger)
        var timeline = SubscriptionTimeline(
            rows.map(\.subscription), try conditions(ledger), nextTransactionID: numbers.transactionID)
        var recorders = rows.map { recorder(ledger, account: $0.account, $0.subscription) }
        while let events = timeline.step(to: now) {
            numbers.transactionID = timeline.nextTransactionID
            for event in events {
                if event.fact.isRenewal { noteRenewal() }
                try recorders[event.index].record(event.fact, of: rows[event.index].subscription, &numbers)
            }
            if let index = events.first?.index, ledger.notices?.isEmpty == false {
                // A notification contains the state of its time, which comes from the file.
                if let subscription = timeline.engines[index].subscription {
                    try ledger.set(SubscriptionRow(account: rows[index].account, subscription: subscription))
                }
                try writeNotifications(ledger)
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
    private func noteRenewal() {
        reach(.beforeRenewal)
        hasRenewed = true
    }

    /// Returns the store's conditions for all subscriptions.
    func conditions(_ ledger: Ledger) throws(DatabaseError) -> RenewalConditions {
        var conditions = RenewalConditions(timeRate: try timeRate(ledger)) { [catalogue] in catalogue.product(id: $0) }
        conditions.removedProducts = try ledger.removedProducts()
        conditions.renewalsFail = try ledger.integer(.isBillingRetryOnRenewal) == 1
        conditions.gracePolicy = try ledger.integer(.gracePeriodDays).flatMap { GracePolicy(rawValue: Int($0)) }
        conditions.renewalLimit = try ledger.integer(.renewalLimit).flatMap { $0 > 0 ? Int($0) : nil }
        conditions.areWinBackOffersOpenAtOnce = try ledger.has(.winBackAtOnce)
        return conditions
    }

    private func recorder(
        _ ledger: Ledger, account: String, _ subscription: GroupSubscription?
    ) -> SubscriptionRecorder {
        SubscriptionRecorder(ledger, account: account, after: subscription?.period.transactionID) { [catalogue] in
            catalogue.product(id: $0)?.isFamilyShareable ?? false
        }
    }

    // MARK: Commands

    /// Applies a command to an account's subscription that is up to date.
    func perform(
        _ command: SubscriptionCommand, ofGroup groupID: String, account: String, _ ledger: Ledger
    ) throws(DatabaseError) -> SubscriptionOutcome {
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
    ) throws(DatabaseError) -> LedgerTransaction? {
        try run(
            .purchase(purchase), ofGroup: model.subscriptionGroupID ?? "", account: model.account,
            expecting: (model, device), ledger
        ).transaction
    }

    private func run(
        _ command: SubscriptionCommand, ofGroup groupID: String, account: String,
        expecting purchase: (model: LedgerTransaction, device: String?)?, _ ledger: Ledger
    ) throws(DatabaseError) -> (outcome: SubscriptionOutcome, transaction: LedgerTransaction?) {
        let row = try ledger.subscription(ofGroup: groupID, account: account)
        var numbers = try TransactionNumbers(ledger)
        var engine = SubscriptionEngine(
            row?.subscription, try conditions(ledger), nextTransactionID: numbers.transactionID)
        let outcome = engine.perform(command, at: try now(ledger))
        guard let subscription = engine.subscription else { return (outcome, nil) }
        numbers.transactionID = engine.nextTransactionID
        var recorder = recorder(ledger, account: account, row?.subscription)
        if let purchase { recorder.expect(purchase.model, from: purchase.device) }
        for fact in engine.takeFacts() { try recorder.record(fact, of: subscription, &numbers) }
        try ledger.set(SubscriptionRow(account: account, subscription: subscription))
        try numbers.keep(in: ledger)
        return (outcome, recorder.lastTransaction)
    }

    // MARK: Statuses

    /// Returns the account's subscriptions and those that family members share with it, by group. In each group its own come
    /// first.
    ///
    /// - Parameter groupID: The group; nil for all groups.
    func statuses(
        of account: String, groupID: String?, _ ledger: Ledger
    ) throws(DatabaseError) -> [LedgerStatus] {
        var rows: [SubscriptionRow] = []
        if let groupID {
            rows = try ledger.subscription(ofGroup: groupID, account: account).map { [$0] } ?? []
        } else {
            rows = try ledger.subscriptions(of: account)
        }
        let copies = try ledger.sharedSubscriptions(of: account, groupID: groupID)
        if rows.isEmpty, copies.isEmpty { return [] }
        let conditions = try conditions(ledger)
        var statuses: [LedgerStatus] = []
        for row in rows { if let status = try status(row, conditions, ledger) { statuses.append(status) } }
        let own = statuses.count
        for copy in copies { if let status = try status(shared: copy, conditions, ledger) { statuses.append(status) } }
        guard statuses.count > own else { return statuses }
        // The sort is stable: the statuses of one group keep their order.
        return statuses.enumerated().sorted {
            $0.element.groupID == $1.element.groupID
                ? $0.offset < $1.offset : $0.element.groupID.utf8.lexicographicallyPrecedes($1.element.groupID.utf8)
        }.map(\.element)
    }

    private func status(
        _ row: SubscriptionRow, _ conditions: RenewalConditions, _ ledger: Ledger
    ) throws(DatabaseError) -> LedgerStatus? {
        let subscription = row.subscription
        guard let latest = try ledger.transaction(subscription.period.transactionID) else { return nil }
        return LedgerStatus(
            state: subscription.state, groupID: row.groupID, transaction: latest,
            renewal: renewalInfo(subscription, of: latest, conditions), isAfterGrace: subscription.isAfterGrace)
    }

    /// Returns the status of a family member by another member's subscription.
    private func status(
        shared copy: LedgerTransaction, _ conditions: RenewalConditions, _ ledger: Ledger
    ) throws(DatabaseError) -> LedgerStatus? {
        guard let row = try ledger.subscription(behind: copy) else { return nil }
        let subscription = row.subscription
        guard copy.revocation == nil, subscription.period.transactionID == copy.sharedFrom else {
            // The later state of the subscription no longer concerns the member.
            return LedgerStatus(
                state: copy.revocation == nil ? .expired : .revoked, groupID: row.groupID, transaction: copy,
                renewal: LedgerRenewal(afterTheEndOf: copy))
        }
        var info = renewalInfo(subscription, of: copy, conditions)
        info.originalTransactionID = copy.originalID
        info.account = copy.account
        info.eligibleWinBackOfferIDs = []
        return LedgerStatus(
            state: subscription.state, groupID: row.groupID, transaction: copy, renewal: info,
            isAfterGrace: subscription.isAfterGrace)
    }

    private func renewalInfo(
        _ subscription: GroupSubscription, of latest: LedgerTransaction, _ conditions: RenewalConditions
    ) -> LedgerRenewal {
        var info = subscription.renewalInfo(
            account: latest.account, currencyCode: latest.price.currencyCode,
            appAccountToken: latest.appAccountToken, advancedCommerceInfo: latest.advancedCommerceInfo,
            conditions)
        info.seats = latest.seats
        let seats = Int64(latest.seats)
        if let price = info.renewalPrice {
            info.renewalPrice?.milliunits = price.milliunits.clampedMultiplied(by: seats)
        }
        if let price = info.commitment?.renewalPriceMilliunits {
            info.commitment?.renewalPriceMilliunits = price.clampedMultiplied(by: seats)
        }
        return info
    }
}

extension SubscriptionFact {
    fileprivate var isRenewal: Bool {
        if case .entered(let period) = kind { period.reason == .renewal } else { false }
    }
}

internal import IAPModel
internal import IAPSQL

/// What comes in, from whomever.
package struct IncomingChange: Sendable {
    package var purchase: PurchaseFact?
    package var renewal: RenewalFact?
    /// Who says that the purchase is theirs; nil for the App Store, which does not know players.
    package var player: String?
    /// For the entries: "game", "notification DID_RENEW".
    package var cause: String
    /// The notification that tells of it.
    package var sourceID: String?

    package init(
        purchase: PurchaseFact? = nil, renewal: RenewalFact? = nil, player: String? = nil, cause: String,
        sourceID: String? = nil
    ) {
        self.purchase = purchase
        self.renewal = renewal
        self.player = player
        self.cause = cause
        self.sourceID = sourceID
    }
}

package enum ChangeOutcome: Sendable, Hashable {
    /// - Parameters:
    ///   - player: nil while nobody has said whose purchase it is.
    ///   - isNew: the transaction was not known.
    case applied(player: String?, record: PurchaseRule.Record?, isNew: Bool)
    /// The purchase, or its mark, belongs to another player.
    case ofAnotherPlayer
}

extension Book {
    /// Applies what the App Store has signed. All of it, with its entries and events, is one transaction of the database.
    func apply(_ change: IncomingChange, _ page: BookPage) throws(SQLError) -> ChangeOutcome {
        guard let originalID = change.purchase?.originalID ?? change.renewal?.originalID else {
            return .applied(player: nil, record: nil, isNew: false)
        }
        var player = change.player
        if let token = change.purchase?.token {
            let first = player ?? (options.playersAreTokens ? token : nil)
            let marked = try page.owner(ofToken: token, first: first)
            if let player, let marked, player != marked { return try refuse(change, player, page) }
            player = marked ?? player
        }
        var owner = try page.owner(of: originalID, first: player)
        if let claimed = change.player, owner.player != claimed { return try refuse(change, claimed, page) }

        var outcome = ChangeOutcome.applied(player: owner.player, record: nil, isNew: false)
        if let fact = change.purchase {
            let (record, isNew) = try note(fact, of: owner, change, page)
            outcome = .applied(player: owner.player, record: record, isNew: isNew)
        }
        if let renewal = change.renewal, owner.renewal.map({ $0.version < renewal.version }) ?? true {
            owner.renewal = renewal
        }
        try followSubscription(&owner, change, page)
        return outcome
    }

    private func refuse(
        _ change: IncomingChange, _ player: String, _ page: BookPage
    ) throws(SQLError) -> ChangeOutcome {
        var entry = BookEntry(player: player, kind: .refused, cause: change.cause)
        entry.transactionID = change.purchase?.transactionID
        entry.productID = change.purchase?.productID
        entry.detail = "the purchase belongs to another player"
        try page.write(entry)
        return .ofAnotherPlayer
    }

    /// Writes the transaction down, and what changes for its player.
    private func note(
        _ fact: PurchaseFact, of owner: Owner, _ change: IncomingChange, _ page: BookPage
    ) throws(SQLError) -> (PurchaseRule.Record, isNew: Bool) {
        let known = try page.purchase(fact.transactionID)
        let old = known ?? PurchaseRule.Record(fact: fact)
        let new = PurchaseRule.apply(fact, to: old, hasPlayer: owner.player != nil)
        if known == nil { try page.insert(new) } else if new != old { try page.update(new) }
        guard let player = owner.player else { return (new, known == nil) }

        for counter in options.goods.changes(from: old.holding, to: new) {
            try page.add(counter.amount, of: counter.name, to: player)
            var entry = entry(counter.amount > 0 ? .granted : .takenBack, player, new.fact, change)
            entry.name = counter.name
            entry.amount = counter.amount
            try page.write(entry)
        }
        guard new.fact.type != .autoRenewable, old.holding.hasReturnable != new.holding.hasReturnable else {
            return (new, known == nil)
        }
        if options.goods.changes(from: old.holding, to: new).isEmpty {
            try page.write(entry(new.holding.hasReturnable ? .granted : .takenBack, player, new.fact, change))
        }
        let type = new.holding.hasReturnable ? "purchase.granted" : "purchase.revoked"
        try tell(BookEvent(type, of: new.fact, player: player, change.sourceID, page), page)
        return (new, known == nil)
    }

    private func entry(
        _ kind: BookEntry.Kind, _ player: String?, _ fact: PurchaseFact, _ change: IncomingChange
    ) -> BookEntry {
        var entry = BookEntry(player: player, kind: kind, cause: change.cause)
        entry.transactionID = fact.transactionID
        entry.productID = fact.productID
        return entry
    }

    // MARK: Subscriptions

    /// Compares how the subscription stands with what the studio was told, and tells the difference.
    private func followSubscription(
        _ owner: inout Owner, _ change: IncomingChange, _ page: BookPage
    ) throws(SQLError) {
        // What has no end of a period is bought once.
        guard change.renewal != nil || change.purchase?.type == .autoRenewable else { return }
        let records = try page.purchases(of: owner.originalID).filter { $0.fact.type == .autoRenewable }
        guard let latest = records.map(\.fact).max(by: Self.isEarlier) else {
            return try page.update(owner)
        }
        if owner.player != nil { try settle(records, page) }
        let snapshot = SubscriptionSnapshot(latest, owner.renewal, now: page.now)
        let new = ToldSubscription(
            state: snapshot.state, productID: snapshot.productID, transactionID: latest.transactionID,
            willRenew: snapshot.willRenew ?? true, isActive: snapshot.isActive)
        let told = owner.told
        guard new != told, owner.player != nil else { return try page.update(owner) }
        for event in SubscriptionRule.events(from: told, to: new) {
            try page.write(subscriptionEntry(event.rawValue, owner.player, latest, change))
            var told = BookEvent(event.rawValue, of: latest, player: owner.player, change.sourceID, page)
            told.subscription = snapshot
            try tell(told, page)
        }
        if new.isActive != (told?.isActive ?? false) {
            let gate = new.isActive ? "entitlement.granted" : "entitlement.revoked"
            var event = BookEvent(gate, of: latest, player: owner.player, change.sourceID, page)
            event.subscription = snapshot
            try tell(event, page)
        }
        owner.told = new
        try page.update(owner)
    }

    /// Periods that were known before their player.
    private func settle(_ records: [PurchaseRule.Record], _ page: BookPage) throws(SQLError) {
        for old in records {
            let new = PurchaseRule.apply(nil, to: old, hasPlayer: true)
            if new != old { try page.update(new) }
        }
    }

    private func subscriptionEntry(
        _ what: String, _ player: String?, _ fact: PurchaseFact, _ change: IncomingChange
    ) -> BookEntry {
        var entry = entry(.subscription, player, fact, change)
        entry.detail = what
        return entry
    }

    /// Of two periods that begin at one moment the later id counts: ids grow.
    static func isEarlier(_ one: PurchaseFact, _ other: PurchaseFact) -> Bool {
        (one.purchaseDate, UInt64(one.transactionID) ?? 0) < (other.purchaseDate, UInt64(other.transactionID) ?? 0)
    }
}

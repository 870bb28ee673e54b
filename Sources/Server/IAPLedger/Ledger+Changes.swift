internal import IAPModel

struct IncomingChange: Sendable {
    var purchase: PurchaseFact?
    var renewal: RenewalFact?
    /// The player who claims the purchase; nil for the App Store, which does not know players.
    var player: String?
    /// The game has said that the appAccountToken of the purchase is the token of its player.
    var hasPlayersToken = false
    /// The cause that the entries name, such as "game" or "notification DID_RENEW".
    var cause: String
    var notification: NotificationFact?
}

package enum ChangeOutcome: Sendable, Hashable {
    /// - Parameters:
    ///   - player: nil while the owner of the purchase is unknown.
    ///   - record: has the id under which the ledger got the purchase first.
    ///   - isNew: the purchase was not known before, under any id.
    case applied(player: String?, record: PurchaseRule.Record?, isNew: Bool)
    /// The purchase, or its appAccountToken, belongs to another player.
    case ofAnotherPlayer
    /// The purchase has an appAccountToken whose player is unknown.
    case ofUnknownPlayer
}

extension Ledger {
    /// Applies signed data of the App Store. The change, its entries and its events are one transaction of the
    /// database.
    func apply(_ change: IncomingChange, _ page: LedgerPage) throws(SQLError) -> ChangeOutcome {
        guard let originalID = change.purchase?.originalID ?? change.renewal?.originalID else {
            return .applied(player: nil, record: nil, isNew: false)
        }
        let isClaim = change.player != nil
        var player = change.player.map(name)
        let token = options.tokensIdentifyPlayers ? change.purchase?.token : nil
        if let token {
            let marked = options.playersAreTokens ? token : try page.owner(ofToken: token)
            if let player, let marked, ExactText(player) != ExactText(marked) {
                return try refuse(change, player, page)
            }
            // Players can share an Apple account. Only the token says which of them paid.
            if isClaim, marked == nil, !change.hasPlayersToken { return .ofUnknownPlayer }
            player = marked ?? player
        }
        var owner: Owner
        // Nil until an insertion of the purchase was attempted.
        var isNew: Bool?
        if isClaim, let player, let fact = change.purchase {
            (owner, isNew) = try page.claim(first(fact, isOwned: true), for: player)
        } else {
            owner = try page.owner(of: originalID, first: player, isClaim: isClaim)
        }
        if isClaim, let player, owner.player.map(ExactText.init) != ExactText(player) {
            return try refuse(change, player, page)
        }
        // The token is bound last. A refused player does not get it.
        if isClaim, let player, !options.playersAreTokens, let token {
            try page.bind(token, to: player)
            // Another transaction has just bound the token. The next attempt refuses the player.
            guard let marked = try page.owner(ofToken: token), ExactText(marked) == ExactText(player) else {
                throw SQLError(.conflict, "another transaction has bound the appAccountToken of the purchase")
            }
        }

        var change = change
        var outcome = ChangeOutcome.applied(player: owner.player, record: nil, isNew: false)
        if var fact = change.purchase {
            // The token of an erased player is not saved again.
            if owner.isErased, owner.player == nil { fact.token = nil }
            let isNew = if let isNew { isNew } else { try page.insert(first(fact, isOwned: owner.player != nil)) }
            let record = try note(fact, isNew: isNew, of: owner, change, page)
            outcome = .applied(player: owner.player, record: record, isNew: isNew)
            // Entries and events name each purchase by one id.
            change.purchase?.transactionID = record.fact.transactionID
        }
        if let renewal = change.renewal, owner.renewal.map({ $0.signedDate <= renewal.signedDate }) ?? true {
            owner.renewal = renewal
        }
        try followSubscription(&owner, change, page)
        return outcome
    }

    /// - Parameter player: the player's name as the tables store it.
    func refuse(
        _ change: IncomingChange, _ player: String, _ page: LedgerPage
    ) throws(SQLError) -> ChangeOutcome {
        // Repeated attempts must not fill the history of a player.
        if let id = change.purchase?.transactionID, try page.isRefused(id, to: player) { return .ofAnotherPlayer }
        var entry = LedgerEntry(player: player, kind: .refused, cause: change.cause)
        entry.transactionID = change.purchase?.transactionID
        entry.productID = change.purchase?.productID
        entry.detail = "the purchase belongs to another player"
        try page.write(entry)
        return .ofAnotherPlayer
    }

    /// Returns the record of a purchase that is not in the ledger yet.
    private func first(_ fact: PurchaseFact, isOwned: Bool) -> PurchaseRule.Record {
        PurchaseRule.apply(fact, to: PurchaseRule.Record(fact: fact), isGrantable: isGrantable(fact, isOwned))
    }

    /// A product that is not in the list yet grants nothing. The game sends the purchase again later.
    private func isGrantable(_ fact: PurchaseFact, _ isOwned: Bool) -> Bool {
        isOwned && options.goods.isKnown(fact.productID)
    }

    /// Updates the ledger from the signed data of a transaction, and the player's balance from the ledger.
    ///
    /// - Parameter isNew: the purchase has just been inserted.
    private func note(
        _ fact: PurchaseFact, isNew: Bool, of owner: Owner, _ change: IncomingChange, _ page: LedgerPage
    ) throws(SQLError) -> PurchaseRule.Record {
        if let notification = change.notification, notification.type == "REFUND_REVERSED", fact.revocation == nil {
            try page.reverse(fact, at: notification.signedDate)
        }
        if isNew {
            let record = first(fact, isOwned: owner.player != nil)
            if let player = owner.player {
                try carryOut(from: PurchaseRule.Holding(), to: record, player, change, page)
            }
            return record
        }
        // A purchase that is neither new nor there must not be granted.
        guard let old = try page.purchase(of: fact) else {
            throw SQLError(.failed, "the ledger has the purchase \(fact.transactionID), but cannot find it")
        }
        let new = old.applying(fact, isGrantable: isGrantable(fact, owner.player != nil))
        for id in new.ids where !old.ids.contains(id) { try page.update(id, of: new.record.fact.transactionID) }
        if new.record != old.record { try page.update(new.record) }
        if let player = owner.player {
            try carryOut(from: old.record.holding, to: new.record, player, change, page)
        }
        return new.record
    }

    /// Updates the balance to match the record, with an entry for each counter.
    private func carryOut(
        from old: PurchaseRule.Holding, to new: PurchaseRule.Record, _ player: String, _ change: IncomingChange,
        _ page: LedgerPage
    ) throws(SQLError) {
        guard old != new.holding else { return }
        var counters = options.goods.additions(from: old, to: new)
        if !old.hasReturnable, new.holding.hasReturnable, old.hasLasting {
            // If a refund has deducted an amount, its reversal grants the same amount.
            let taken = try page.taken(from: player, of: new.fact.transactionID)
            counters =
                counters.filter { taken[$0.name] == nil } + taken.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }
        if old.hasReturnable, !new.holding.hasReturnable {
            // The product may grant a different amount today.
            counters += try page.given(by: new.fact.transactionID, to: player).filter {
                $0.amount > 0 && options.goods.isReturnable($0.name, of: new.fact.productID)
            }.map { ($0.name, -$0.amount) }
        }
        for counter in counters {
            try page.add(counter.amount, of: counter.name, to: player)
            var entry = entry(counter.amount > 0 ? .granted : .takenBack, player, new.fact, change)
            entry.name = counter.name
            entry.amount = counter.amount
            try page.write(entry)
        }
        guard new.fact.type != .autoRenewable, old.hasReturnable != new.holding.hasReturnable else { return }
        if counters.isEmpty {
            try page.write(entry(new.holding.hasReturnable ? .granted : .takenBack, player, new.fact, change))
        }
        let type = new.holding.hasReturnable ? "purchase.granted" : "purchase.revoked"
        try tell(LedgerEvent(type, of: new.fact, player: player, change.notification?.uuid, page), page)
    }

    private func entry(
        _ kind: LedgerEntry.Kind, _ player: String?, _ fact: PurchaseFact, _ change: IncomingChange
    ) -> LedgerEntry {
        var entry = LedgerEntry(player: player, kind: kind, cause: change.cause)
        entry.transactionID = fact.transactionID
        entry.productID = fact.productID
        return entry
    }

    // MARK: Subscriptions

    /// Sends the event of a notification. Also sends an event if the player's access has changed.
    private func followSubscription(
        _ owner: inout Owner, _ change: IncomingChange, _ page: LedgerPage
    ) throws(SQLError) {
        // Only subscriptions have lifecycle events.
        guard change.renewal != nil || change.purchase?.type == .autoRenewable else { return }
        let records = try page.purchases(of: owner.originalID).filter { $0.fact.type == .autoRenewable }
        try tellLifecycle(&owner, change, page)
        if let latest = Self.latest(records.map(\.fact)), let player = owner.player {
            try settle(records, player, change, page)
            try tellGate(
                &owner, SubscriptionSnapshot(latest, owner.renewal, now: page.now), latest, player, change, page)
        }
        try page.update(owner)
    }

    private func tellLifecycle(
        _ owner: inout Owner, _ change: IncomingChange, _ page: LedgerPage
    ) throws(SQLError) {
        guard let notification = change.notification else { return }
        let isFirst = !owner.hasHistory
        owner.hasHistory = true
        guard let fact = change.purchase,
            let event = LifecycleRule.event(notification.type, notification.subtype, isFirst: isFirst)
        else { return }
        try page.write(subscriptionEntry(event.rawValue, owner.player, fact, change))
        try tell(LedgerEvent(event, of: fact, change.renewal, player: owner.player, notification, page), page)
    }

    private func tellGate(
        _ owner: inout Owner, _ snapshot: SubscriptionSnapshot, _ latest: PurchaseFact, _ player: String,
        _ change: IncomingChange, _ page: LedgerPage
    ) throws(SQLError) {
        guard snapshot.isActive != owner.isOpen else { return }
        owner.isOpen = snapshot.isActive
        let gate = snapshot.isActive ? "entitlement.granted" : "entitlement.revoked"
        try page.write(subscriptionEntry(gate, player, latest, change))
        var event = LedgerEvent(gate, of: latest, player: player, change.notification?.uuid, page)
        event.occurredAt = change.notification?.occurrenceDate ?? latest.version.date
        event.subscription = snapshot
        try tell(event, page)
    }

    /// Grants the periods that arrived before their player was known.
    private func settle(
        _ records: [PurchaseRule.Record], _ player: String, _ change: IncomingChange, _ page: LedgerPage
    ) throws(SQLError) {
        for old in records where options.goods.isKnown(old.fact.productID) {
            let new = PurchaseRule.apply(nil, to: old, isGrantable: true)
            if new != old { try page.update(new) }
            try carryOut(from: old.holding, to: new, player, change, page)
        }
    }

    private func subscriptionEntry(
        _ what: String, _ player: String?, _ fact: PurchaseFact, _ change: IncomingChange
    ) -> LedgerEntry {
        var entry = entry(.subscription, player, fact, change)
        entry.detail = what
        return entry
    }

    /// Returns the transaction of the newest period. Added seats have their own transaction. If that one is refunded,
    /// the other one counts.
    static func latest(_ periods: [PurchaseFact]) -> PurchaseFact? {
        guard let newest = periods.max(by: isEarlier), newest.revocation != nil, newest.hasAddedSeats else {
            return periods.max(by: isEarlier)
        }
        return periods.filter {
            $0.revocation == nil && !$0.isUpgraded && $0.expirationDate == newest.expirationDate
        }.max(by: isEarlier) ?? newest
    }

    /// If two periods start at the same time, the higher id is the later one, because ids grow.
    static func isEarlier(_ one: PurchaseFact, _ other: PurchaseFact) -> Bool {
        (one.purchaseDate, UInt64(one.transactionID) ?? 0) < (other.purchaseDate, UInt64(other.transactionID) ?? 0)
    }
}

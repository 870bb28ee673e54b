package import IAPSQL

extension Book {
    /// Applies a purchase that a game submits.
    ///
    /// - Parameters:
    ///   - fact: the verified purchase.
    ///   - player: nil if the game does not name the player. The appAccountToken of the purchase must then identify the
    ///     player.
    package func submit(
        _ fact: PurchaseFact, player: String?, cause: String = "game"
    ) throws(SQLError) -> ChangeOutcome {
        try inPage(fact.environment) { page throws(SQLError) in
            if player == nil, !options.playersAreTokens {
                // Only the appAccountToken can identify the owner.
                let marked = try fact.token.map { token throws(SQLError) in try page.owner(ofToken: token) } ?? nil
                guard let marked else { return .applied(player: nil, record: nil, isNew: false) }
                return try apply(IncomingChange(purchase: fact, player: marked, cause: cause), page)
            }
            return try apply(IncomingChange(purchase: fact, player: player, cause: cause), page)
        }
    }
}

extension Book {
    /// Applies the data of a look-up in the App Store.
    package func reconcile(_ purchase: PurchaseFact, _ renewal: RenewalFact?) throws(SQLError) {
        _ = try inPage(purchase.environment) { page throws(SQLError) in
            try apply(IncomingChange(purchase: purchase, renewal: renewal, cause: "asked the App Store"), page)
        }
    }
}

extension Book {
    /// Returns the status of the purchase, from the given data and from what the book knows. It changes nothing.
    package func standing(of fact: PurchaseFact) throws(SQLError) -> (fact: PurchaseFact, isOver: Bool) {
        try inPage(fact.environment) { page throws(SQLError) in
            let newest = try page.purchase(of: fact)?.applying(fact, isGrantable: false).record.fact ?? fact
            let isPast = newest.expirationDate.map { $0 <= page.now } ?? false
            guard newest.type == .autoRenewable else { return (newest, isPast) }
            let renewal = try page.renewal(of: fact.originalID)
            return (newest, !SubscriptionSnapshot(newest, renewal, now: page.now).isActive)
        }
    }
}

package import IAPSQL

extension Book {
    /// A player's game says that it has bought something.
    ///
    /// - Parameters:
    ///   - fact: verified before.
    ///   - player: nil where the game does not say; then the mark of the purchase has to tell.
    package func submit(
        _ fact: PurchaseFact, player: String?, cause: String = "game"
    ) throws(SQLError) -> ChangeOutcome {
        try inPage(fact.environment) { page throws(SQLError) in
            if player == nil, !options.playersAreTokens {
                // Only the mark can say whose it is.
                let marked = try fact.token.map { token throws(SQLError) in try page.owner(ofToken: token) } ?? nil
                guard let marked else { return .applied(player: nil, record: nil, isNew: false) }
                return try apply(IncomingChange(purchase: fact, player: marked, cause: cause), page)
            }
            return try apply(IncomingChange(purchase: fact, player: player, cause: cause), page)
        }
    }
}

extension Book {
    /// What the App Store answered when it was asked.
    package func reconcile(_ purchase: PurchaseFact, _ renewal: RenewalFact?) throws(SQLError) {
        _ = try inPage(purchase.environment) { page throws(SQLError) in
            try apply(IncomingChange(purchase: purchase, renewal: renewal, cause: "asked the App Store"), page)
        }
    }
}

extension Book {
    /// How the purchase stands, with what the text says and with what was known before. Nothing is written.
    package func standing(of fact: PurchaseFact) throws(SQLError) -> (fact: PurchaseFact, isOver: Bool) {
        try inPage(fact.environment) { page throws(SQLError) in
            let known = try page.purchase(fact.transactionID)?.fact
            let newest = known.map { $0.version > fact.version ? $0 : fact } ?? fact
            let isPast = newest.expirationDate.map { $0 <= page.now } ?? false
            guard newest.type == .autoRenewable else { return (newest, isPast) }
            let renewal = try page.renewal(of: fact.originalID)
            return (newest, !SubscriptionSnapshot(newest, renewal, now: page.now).isActive)
        }
    }
}

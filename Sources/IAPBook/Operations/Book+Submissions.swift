package import IAPSQL

extension Book {
    /// A player's game says that it has bought something.
    ///
    /// - Parameters:
    ///   - fact: verified before.
    ///   - player: nil where the game does not say; then the mark of the purchase has to tell.
    package func submit(_ fact: PurchaseFact, player: String?) throws(SQLError) -> ChangeOutcome {
        try inPage(fact.environment) { page throws(SQLError) in
            try apply(IncomingChange(purchase: fact, player: player, cause: "game"), page)
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

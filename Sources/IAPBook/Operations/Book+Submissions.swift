internal import IAPModel
package import IAPSQL

extension Book {
    /// Applies a purchase that a game submits.
    ///
    /// - Parameters:
    ///   - fact: the verified purchase.
    ///   - player: nil if the game does not name the player. The appAccountToken of the purchase must then identify the
    ///     player.
    ///   - token: the appAccountToken of the game's current player; nil if the game does not send it.
    package func submit(
        _ fact: PurchaseFact, player: String?, token: String? = nil, cause: String = "game"
    ) throws(SQLError) -> ChangeOutcome {
        try inPage(fact.environment) { page throws(SQLError) in
            var change = IncomingChange(purchase: fact, player: player, cause: cause)
            if let signed = fact.token, let token {
                change.hasPlayersToken = ExactText(token.lowercased()) == ExactText(signed)
                guard change.hasPlayersToken else {
                    guard let player else { return .ofAnotherPlayer }
                    return try refuse(change, name(player), page)
                }
            }
            if player == nil, !options.playersAreTokens {
                // Only the appAccountToken can identify the owner.
                guard options.tokensIdentifyPlayers, let signed = fact.token,
                    let marked = try page.owner(ofToken: signed)
                else { return .applied(player: nil, record: nil, isNew: false) }
                change.player = marked
            }
            return try apply(change, page)
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

package import IAPModel

/// Somebody besides the store who can tell whether a purchase is genuine.
package protocol PurchaseVerifier: Sendable {
    func verify(_ transaction: Transaction) async -> Verdict
}

/// Who has to find a purchase genuine before the game gets it, and how long to wait before asking again.
package struct PaymentVerification: Sendable {
    package enum Judge: Sendable {
        case nobody
        /// Is asked by an event and answers by a call.
        case game
        case verifier(any PurchaseVerifier)
    }

    package var judge: Judge
    package var backoff: Backoff

    package init(_ judge: Judge = .nobody, backoff: Backoff = Backoff(minimum: 1000, maximum: 3_600_000)) {
        self.judge = judge
        self.backoff = backoff
    }

    var isNeeded: Bool { if case .nobody = judge { false } else { true } }
}

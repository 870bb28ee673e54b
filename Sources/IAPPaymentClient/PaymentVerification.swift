package import IAPModel
package import IAPPaymentQueue

/// Tells whether a purchase is genuine, in addition to the store.
package protocol PurchaseVerifier: Sendable {
    func verify(_ transaction: Transaction) async -> Verdict
    /// Whether each launch verifies anew. For what needs no network.
    var looksAgain: Bool { get }
}

/// The extra verification before delivery, and how long to wait before asking again.
package struct PaymentVerification: Sendable {
    package enum Judge: Sendable {
        case nobody
        /// The game is asked by an event and answers by a call.
        case game
        case verifier(any PurchaseVerifier)
    }

    package var judge: Judge
    package var backoff: Backoff

    package init(_ judge: Judge = .nobody, backoff: Backoff = Backoff(minimum: 1000, maximum: 3_600_000)) {
        self.judge = judge
        self.backoff = backoff
    }

    /// Whether a verdict of an earlier run does not count.
    package var looksAgain: Bool { if case .verifier(let verifier) = judge { verifier.looksAgain } else { false } }

    var isNeeded: Bool { if case .nobody = judge { false } else { true } }
}

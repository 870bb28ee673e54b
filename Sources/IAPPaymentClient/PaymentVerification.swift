package import IAPModel
package import IAPPaymentQueue

/// Verifies a purchase, in addition to the store.
package protocol PurchaseVerifier: Sendable {
    func verify(_ transaction: Transaction) async -> Verdict
    /// Whether each launch verifies again. True if the verification needs no network.
    var looksAgain: Bool { get }
}

/// The extra verification before delivery, and the wait before a retry.
package struct PaymentVerification: Sendable {
    package enum Judge: Sendable {
        case nobody
        /// The game receives an event and calls a function with its verdict.
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

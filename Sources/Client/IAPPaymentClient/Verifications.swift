internal import IAPModel
package import IAPPaymentQueue
internal import IAPPlatform

/// The extra verification before delivery, and the wait before a retry.
package struct PaymentVerification: Sendable {
    package enum Judge: Sendable {
        case nobody
        case game
        case verifier(any PurchaseVerifier)
    }

    package var judge: Judge
    package var backoff: Backoff

    package static let usualBackoff = Backoff(minimum: 1000, maximum: 3_600_000)

    package init(_ judge: Judge = .nobody, backoff: Backoff = usualBackoff) {
        self.judge = judge
        self.backoff = backoff
    }

    /// Whether a verdict of an earlier run does not count.
    package var looksAgain: Bool { if case .verifier(let verifier) = judge { verifier.looksAgain } else { false } }

    var isNeeded: Bool { if case .nobody = judge { false } else { true } }
}

/// The extra verification before delivery, in tasks of the client.
struct Verifications: Sendable {
    let verification: PaymentVerification
    let runner: any TaskRunner
    private let limit = VerificationLimit()

    init(_ verification: PaymentVerification, _ runner: any TaskRunner) {
        (self.verification, self.runner) = (verification, runner)
    }

    /// Returns what the verification has found, or that the game must decide. Nil if the client closes, or if nobody verifies.
    func outcome(of transaction: Transaction, attempts: Int, due: Int64) async -> Fact? {
        // The clock may have been set back since the journal was written.
        let latest = runner.now + verification.backoff.maximum
        guard await runner.pause(until: min(due, latest)) else { return nil }
        switch verification.judge {
        // Without verification, each entry is written as verified, so nobody asks.
        case .nobody: return nil
        case .game: return .verificationDue(transaction.id)
        case .verifier(let verifier):
            await limit.enter()
            // If the task was cancelled, this returns immediately.
            let verdict = await verifier.verify(transaction)
            await limit.leave()
            let retryAt = retryTime(transaction.id, attempts, verdict, now: runner.now)
            return .verdictGiven(transaction.id, verdict, retryAt: retryAt)
        }
    }

    func retryTime(_ id: UInt64, _ attempts: Int, _ verdict: Verdict, now: Int64) -> Int64 {
        guard case .undecided(_, let retryAfter) = verdict else { return 0 }
        return now + verification.backoff.wait(attempt: attempts + 1, id: id, retryAfter: retryAfter)
    }
}

/// Limits how many verifications run at the same time. A launch may find many purchases that have no verdict. The width is a
/// choice.
actor VerificationLimit {
    private static let width = 4
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func enter() async {
        if running < Self.width {
            running += 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func leave() {
        if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() }
    }
}

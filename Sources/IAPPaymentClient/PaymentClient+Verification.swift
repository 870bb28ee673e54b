package import IAPModel
internal import IAPPaymentQueue
internal import IAPPlatform

extension PaymentClient {
    func verify(_ transaction: Transaction, attempts: Int, due: Int64) async {
        // The clock may have been set back since the journal was written.
        let latest = runner.now + verification.backoff.maximum
        guard await runner.pause(until: min(due, latest)) else { return }
        switch verification.judge {
        case .nobody: apply(.verdictGiven(transaction.id, .valid, retryAt: 0))
        case .game: apply(.verificationDue(transaction.id))
        case .verifier(let verifier):
            await verificationLimit.enter()
            // If the task was cancelled, this returns immediately.
            let verdict = await verifier.verify(transaction)
            await verificationLimit.leave()
            let retryAt = retryTime(transaction.id, attempts, verdict, now: runner.now)
            apply(.verdictGiven(transaction.id, verdict, retryAt: retryAt))
        }
    }

    /// Takes the verdict of the game.
    package func answerVerification(_ id: UInt64, _ verdict: Verdict) throws(IAPError) {
        // Reads the clock before it takes the lock.
        let now = runner.now
        try change { queue throws(IAPError) in
            try queue.answerQuestion(id, verdict) { attempts in retryTime(id, attempts, verdict, now: now) }
        }
    }

    private func retryTime(_ id: UInt64, _ attempts: Int, _ verdict: Verdict, now: Int64) -> Int64 {
        guard case .undecided(_, let retryAfter) = verdict else { return 0 }
        return now + verification.backoff.wait(attempt: attempts + 1, id: id, retryAfter: retryAfter)
    }
}

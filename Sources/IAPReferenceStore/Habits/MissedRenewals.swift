internal import IAPDatabase
internal import IAPModel

extension StoreDevice {
    /// Applies the habits to renewals that came while the game was closed: whether their originals come with them, their order
    /// and repeats.
    func arrangeMissedRenewals(
        _ batch: inout UpdateBatch, _ habits: HabitValues, _ ledger: Ledger
    ) throws(DatabaseError) {
        guard !habits.changed.isEmpty else { return }
        if habits[.missedIncludesOriginal] != 0 {
            for id in batch.missedSubscriptions {
                guard let original = try ledger.transaction(id), original.isFinished,
                    ExactText(original.account) == ExactText(account)
                else { continue }
                batch.includeOriginal(original)
            }
        }
        if habits[.missedNewestFirst] != 0 { batch.orderRenewalsNewestFirst() }
        if habits[.missedNewestTwice] != 0 { batch.repeatNewestRenewals() }
    }
}

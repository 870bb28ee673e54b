/// What the game's own verification says of a purchase.
public enum Verdict: Sendable, Hashable {
    case valid
    /// - Parameter reason: one line for logs.
    case invalid(reason: String)
    /// The signed text is not the store's after all. It is neither granted nor finished.
    case forged(Verification.Failure)
    /// It could not be found out now.
    ///
    /// - Parameter retryAfter: how many milliseconds whoever was asked wants to be left alone; nil if they did not say.
    case undecided(IAPError, retryAfter: Int64?)
}

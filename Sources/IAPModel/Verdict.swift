/// The result of the game's own verification of a purchase.
public enum Verdict: Sendable, Hashable {
    case valid
    /// - Parameter reason: one line for logs.
    case invalid(reason: String)
    /// The signed text does not come from the store. The purchase is neither granted nor finished.
    ///
    /// - Parameter advice: what the game's developer can do; empty if that is nothing.
    case forged(Verification.Failure, advice: String = "")
    /// There is no verdict now.
    ///
    /// - Parameter retryAfter: the milliseconds that the server asks to wait before the next question; nil if it does not say.
    case undecided(IAPError, retryAfter: Int64?)
}

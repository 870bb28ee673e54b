/// The result of the game's own verification of a purchase.
public enum Verdict: Sendable, Hashable {
    case valid
    /// - Parameter reason: One line for logs.
    case invalid(reason: String)
    /// The signature does not come from the store. The purchase is neither granted nor finished.
    ///
    /// - Parameter advice: What the game's developer can do. Empty if there is no advice.
    case forged(Verification.Failure, advice: String = "")
    /// The verification is undecided.
    ///
    /// - Parameter retryAfter: The milliseconds that the server wants the library to wait before the next request. Nil
    ///   if it names no time.
    case undecided(IAPError, retryAfter: Int64?)
}

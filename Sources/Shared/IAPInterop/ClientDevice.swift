package import IAPModel
package import IAPPlatform

/// A device that a client can run on if the system has no store. An `iap_device` pointer leads to one.
package protocol ClientDevice: AnyObject, Sendable {
    /// Starts to run a client. The device runs one client at a time.
    /// - Parameters:
    ///   - isManual: The work advances only inside `ClientRun.turns`.
    ///   - onTurn: Called in manual mode when the next turn has something to do, with no lock held.
    func run(isManual: Bool, onTurn: @escaping @Sendable () -> Void) throws(IAPError) -> ClientRun
}

package import IAPModel
package import IAPPaymentClient

/// A device that a client can run on if the system has no store. An `iap_device` pointer leads to one.
package protocol ClientDevice: AnyObject, Sendable {
    /// Starts to run a client. The device runs one client at a time.
    /// - Parameters:
    ///   - isManual: The work advances only inside `ClientRun.turns`.
    ///   - onTurn: Called in manual mode when the next turn has something to do, with no lock held.
    func run(isManual: Bool, onTurn: @escaping @Sendable () -> Void) throws(IAPError) -> ClientRun
}

/// Runs a client's work.
package struct ClientRun: Sendable {
    package let runner: any TaskRunner
    /// In manual mode, advances the work; nil otherwise.
    package let turns: ManualTurns?
    /// Called once, when the client is closed or could not be opened.
    package let end: @Sendable () -> Void

    package init(
        runner: any TaskRunner, turns: ManualTurns? = nil, end: @escaping @Sendable () -> Void = {}
    ) {
        self.runner = runner
        self.turns = turns
        self.end = end
    }
}

/// The functions that the pump of a client in manual mode calls.
package struct ManualTurns: Sendable {
    package let turn: @Sendable () -> Void
    /// Whether the next turn has something to do.
    package let hasWork: @Sendable () -> Bool
    /// Whether the next turn may find something to do although nothing has arrived.
    package let hasRetries: @Sendable () -> Bool

    package init(
        turn: @escaping @Sendable () -> Void, hasWork: @escaping @Sendable () -> Bool,
        hasRetries: @escaping @Sendable () -> Bool
    ) {
        self.turn = turn
        self.hasWork = hasWork
        self.hasRetries = hasRetries
    }
}

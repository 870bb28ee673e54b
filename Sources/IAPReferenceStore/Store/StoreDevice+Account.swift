internal import IAPDatabase
internal import IAPModel
internal import IAPPlatform

/// The account that is signed in on the device. Only the memory holds it: a reopened device begins with its first account.
extension StoreDevice {
    struct Session: Sendable {
        /// Nil if no account is signed in.
        var account: String?
        /// Distinguishes the sign-ins of a device, even of the same account.
        var number = 0
    }

    /// Empty if no account is signed in. No account has an empty name: such a device owns nothing.
    package var account: String { currentSession.account ?? "" }
    package var isSignedIn: Bool { currentSession.account != nil }

    var currentSession: Session { session.withLock { $0 } }

    /// Signs in an account. Unfinished transactions, entitlements and updates are then those of this account, as after a launch
    /// of the game.
    package func signIn(_ account: String) throws(StoreFailure) {
        guard currentSession.account.map(ExactText.init) != ExactText(account) else { return }
        try begin(.signIn(account: account), account) { [name] ledger throws(DatabaseError) in
            try ledger.addDevice(name, of: account)
            try ledger.forgetDeliveredMessages(of: account, device: name)
        }
    }

    package func signOut() throws(StoreFailure) {
        guard isSignedIn else { return }
        try begin(.signOut, nil) { _ in }
    }

    /// Changes the account inside the ledger's transaction: no command sees two accounts.
    private func begin(
        _ request: DeviceRequest, _ account: String?,
        _ prepare: (Ledger) throws(DatabaseError) -> Void
    ) throws(StoreFailure) {
        let before = currentSession
        do throws(StoreFailure) {
            try change(request) { [session] ledger throws(DatabaseError) in
                try prepare(ledger)
                session.withLock { session in
                    session.account = account
                    session.number += 1
                }
            }
        } catch {
            session.withLock { $0.account = before.account }
            throw error
        }
    }

    /// Signs in the account that was signed in when the log was written.
    func assume(_ account: String) {
        session.withLock { $0.account = account.isEmpty ? nil : account }
    }

    /// Requires an account. Where the system would ask the player to sign in, the store acts as if the player cancelled.
    func requireAccount() throws(StoreFailure) -> String {
        guard let account = currentSession.account else {
            throw StoreFailure(.userCancelled, "no account is signed in on the device")
        }
        return account
    }
}

internal import Database
internal import IAPModel
internal import Platform

/// Who is signed in on the device. It is kept in memory: a device that is opened again begins with its first account.
extension StoreDevice {
    struct Session: Sendable {
        /// Nil if nobody is signed in.
        var account: String?
        /// Tells the sign-ins of a device apart, also of the same account.
        var number = 0
    }

    /// Empty if nobody is signed in: no account has that name, so that nothing is theirs.
    package var account: String { currentSession.account ?? "" }
    package var isSignedIn: Bool { currentSession.account != nil }

    var currentSession: Session { session.withLock { $0 } }

    /// What is unfinished, owned and news is this account's from now on, as at a launch of the game.
    package func signIn(_ account: String) throws(StoreFailure) {
        guard currentSession.account.map(ExactText.init) != ExactText(account) else { return }
        try begin(.signIn(account: account), account) { [name] ledger throws(DatabaseError) in
            try ledger.addDevice(name, of: account)
            try ledger.forgetToldMessages(of: account, device: name)
        }
    }

    package func signOut() throws(StoreFailure) {
        guard isSignedIn else { return }
        try begin(.signOut, nil) { _ in }
    }

    /// Changes who is signed in inside of the ledger's transaction, so that none sees two accounts.
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

    /// Takes on who was signed in when a log was written.
    func assume(_ account: String) {
        session.withLock { $0.account = account.isEmpty ? nil : account }
    }

    /// Where the system would ask the player to sign in, who does not.
    func requireAccount() throws(StoreFailure) -> String {
        guard let account = currentSession.account else {
            throw StoreFailure(.userCancelled, "nobody is signed in on the device")
        }
        return account
    }
}

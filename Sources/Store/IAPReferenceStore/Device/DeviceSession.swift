internal import IAPDatabase
internal import IAPModel
internal import IAPPlatform

/// A device that makes a request, and its account.
struct DeviceAddress: Sendable, Hashable {
    /// The account with which the device was opened.
    var owner: String
    var name: String
    /// The signed-in account; empty for none.
    var account: String
}

/// The account that is signed in on a device. Only the memory holds it: a reopened device begins with its first account.
package final class DeviceSession: Sendable {
    struct State: Sendable {
        /// Nil if no account is signed in.
        var account: String?
        /// Distinguishes the sign-ins of a device, even of the same account.
        var number = 0
    }

    private let file: LedgerFile
    /// The account with which the device was opened. Together with the name it identifies the device, even if another account
    /// is signed in.
    let owner: String
    let name: String
    private let state: Guarded<State>

    init(file: LedgerFile, owner: String, name: String) {
        self.file = file
        self.owner = owner
        self.name = name
        state = Guarded(State(account: owner))
    }

    /// Empty if no account is signed in.
    package var account: String { current.account ?? "" }

    package var isSignedIn: Bool { current.account != nil }

    var current: State { state.withLock { $0 } }

    var address: DeviceAddress { DeviceAddress(owner: owner, name: name, account: account) }

    /// Signs in an account. Unfinished transactions, entitlements and updates are then those of this account, as after a launch
    /// of the game.
    package func signIn(_ account: String) throws {
        guard current.account.map(ExactText.init) != ExactText(account) else { return }
        try begin(account) { ledger in
            try ledger.addDevice(name, of: account)
            try ledger.forgetDeliveredMessages(of: account, device: name)
        }
    }

    package func signOut() throws {
        guard isSignedIn else { return }
        try begin(nil) { _ in }
    }

    /// Changes the account inside the ledger's transaction: no command sees two accounts.
    private func begin(_ account: String?, _ prepare: (Ledger) throws -> Void) throws {
        let before = current
        do {
            try file.change { ledger in
                try prepare(ledger)
                state.withLock { state in
                    state.account = account
                    state.number += 1
                }
            }
        } catch {
            state.withLock { $0 = before }
            throw error
        }
    }

    /// Requires an account. Where the system would ask the player to sign in, the store acts as if the player cancelled.
    func requireAccount() throws -> String {
        if let account = current.account { return account }
        throw StoreFailure(.userCancelled, "no account is signed in on the device")
    }
}

/// Lets requests through, unless a test removed their feature from the devices or makes their API fail.
struct RequestGate: Sendable {
    let file: LedgerFile

    func check(_ feature: Feature?, _ api: StoreAPI? = nil) throws {
        if let failure = try file.read({ ledger in try self.failure(ledger, feature, api) }) { throw failure }
    }

    func check(_ api: StoreAPI) throws { try check(nil, api) }

    /// Makes a change in one transaction of the ledger.
    func change<Result>(
        _ feature: Feature?, _ api: StoreAPI?,
        _ body: (Ledger) throws -> Swift.Result<Result, StoreFailure>
    ) throws -> Result {
        let result = try file.change { ledger -> Swift.Result<Result, StoreFailure> in
            if let failure = try self.failure(ledger, feature, api) { return .failure(failure) }
            return try body(ledger)
        }
        return try result.get()
    }

    private func failure(_ ledger: Ledger, _ feature: Feature?, _ api: StoreAPI?) throws -> StoreFailure? {
        if let feature, try !ledger.isSupported(feature) {
            return StoreFailure(.unsupported, "the device does not support \(feature)")
        }
        if let api, let kind = try ledger.simulatedError(api) { return StoreFailure(kind, "a test makes \(api) fail") }
        return nil
    }
}

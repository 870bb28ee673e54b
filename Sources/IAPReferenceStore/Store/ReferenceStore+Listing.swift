internal import IAPDatabase
package import IAPModel

/// A device that was opened at some time.
package struct ListedDevice: Sendable, Hashable {
    /// The account with which it was opened.
    package var account: String
    package var name: String
    package var isDown: Bool
    /// Whether it accepts requests but receives no responses.
    package var neverAnswers: Bool
    /// The delay of each response, in milliseconds of the store's time.
    package var latency: Int64
}

/// An overview of all accounts, for a person who looks at the store.
extension ReferenceStore {
    /// By account, then by name.
    package var devices: [ListedDevice] {
        get throws(StoreFailure) {
            try readAsItIs { ledger throws(DatabaseError) in try ledger.devices() }
        }
    }

    /// The accounts that have a device or a transaction, in order.
    package var accounts: [String] {
        get throws(StoreFailure) {
            try readAsItIs { ledger throws(DatabaseError) in try ledger.accounts() }
        }
    }

    /// Returns an account's own subscriptions and those that family members share with it, by group.
    package func subscriptions(of account: String) throws(StoreFailure) -> [LedgerStatus] {
        try read { ledger throws(DatabaseError) in
            try self.statuses(of: account, groupID: nil, ledger)
        }
    }

    /// The products that are not for sale now.
    package var removedProducts: Set<ExactText> {
        get throws(StoreFailure) {
            try readAsItIs { ledger throws(DatabaseError) in try ledger.removedProducts() }
        }
    }

    /// All habits with their values.
    package var habits: [Habit: Int64] {
        get throws(StoreFailure) {
            let values = try readAsItIs { ledger throws(DatabaseError) in try ledger.habits() }
            return Dictionary(Habit.allCases.map { ($0, values[$0]) }, uniquingKeysWith: { $1 })
        }
    }
}

extension Ledger {
    fileprivate func devices() throws(DatabaseError) -> [ListedDevice] {
        try database.query(
            """
            SELECT device.account, device.name, coalesce(network.is_down, 0), coalesce(network.never_answers, 0),
            coalesce(network.latency_ms, 0) FROM device
            LEFT JOIN network ON network.account = device.account AND network.device = device.name
            ORDER BY device.account, device.name
            """
        ) {
            ListedDevice(
                account: $0.text(0), name: $0.text(1), isDown: $0.bool(2), neverAnswers: $0.bool(3),
                latency: $0.integer(4))
        }
    }

    func accounts() throws(DatabaseError) -> [String] {
        try database.query("SELECT account FROM ledger UNION SELECT account FROM device ORDER BY account") {
            $0.text(0)
        }
    }
}

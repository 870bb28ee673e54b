internal import IAPDatabase
internal import IAPModel
internal import IAPSignedData

/// The account's copy of the app, and its receipt.
extension StoreDevice {
    /// Returns the app transaction. The device keeps its first one until a refresh.
    package func appTransaction(isRefresh: Bool) throws(StoreFailure) -> AppRecord {
        _ = try requireAccount()
        return try change(.takeAppTransaction(isRefresh: isRefresh), .appTransaction, .appTransaction) {
            ledger throws(DatabaseError) in
            let identity = self.store.identity
            var date = isRefresh ? nil : try ledger.appTransactionDate(on: self.name, of: self.account)
            if date == nil {
                date = try self.store.now(ledger)
                try ledger.set(appTransactionDate: date, on: self.name, of: self.account)
            }
            return .success(
                AppRecord(
                    bundleID: identity.bundleID, appleID: identity.appleIDInProduction,
                    appTransactionID: identity.appTransactionID(of: self.account), receiptDate: date ?? 0))
        }
    }

    /// Returns PKCS#7 in DER, with all purchases except finished consumables. The device keeps its first receipt until a
    /// refresh, unless a habit makes a new one each time. It does not keep forged receipts.
    package func appReceipt(isRefresh: Bool) throws(StoreFailure) -> [UInt8] {
        if isRefresh { _ = try requireAccount() }
        return try change(.takeReceipt(isRefresh: isRefresh), .appReceipt, .appReceipt) {
            ledger throws(DatabaseError) in
            let forgery = try ledger.forgery()
            let isKept = try ledger.has(.receiptHasPurchases)
            if !isRefresh, forgery == nil, isKept, let kept = try ledger.receipt(on: self.name, of: self.account) {
                return .success(kept)
            }
            let known = isRefresh ? ledger : try self.known(ledger)
            let content = try self.store.receipt(for: self.address, known)
            let receipt: [UInt8]
            do throws(SignedDataError) {
                receipt = try self.store.identity.sign(content, forgedAs: forgery)
            } catch {
                return .failure(StoreFailure(.systemError, "the store cannot sign the receipt: \(error.description)"))
            }
            if forgery == nil { try ledger.set(receipt: receipt, on: self.name, of: self.account) }
            return .success(receipt)
        }
    }
}

extension Ledger {
    fileprivate func appTransactionDate(on device: String, of account: String) throws(DatabaseError) -> Int64? {
        try database.query(
            "SELECT app_transaction_ms FROM device WHERE account = ? AND name = ?", [Value(account), Value(device)]
        ) { $0.optionalInteger(0) }.first ?? nil
    }

    fileprivate func set(
        appTransactionDate date: Int64?, on device: String, of account: String
    ) throws(DatabaseError) {
        try database.run(
            "UPDATE device SET app_transaction_ms = ? WHERE account = ? AND name = ?",
            [Value(date), Value(account), Value(device)])
    }

    fileprivate func receipt(on device: String, of account: String) throws(DatabaseError) -> [UInt8]? {
        try database.query(
            "SELECT receipt FROM device WHERE account = ? AND name = ? AND receipt IS NOT NULL",
            [Value(account), Value(device)]
        ) { $0.blob(0) }.first
    }

    fileprivate func set(receipt: [UInt8], on device: String, of account: String) throws(DatabaseError) {
        try database.run(
            "UPDATE device SET receipt = ? WHERE account = ? AND name = ?",
            [.blob(receipt), Value(account), Value(device)])
    }
}

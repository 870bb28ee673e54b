internal import Database
internal import IAPModel
internal import SignedData

/// The account's copy of the app, and its receipt.
extension StoreDevice {
    /// The device keeps what it got first until it refreshes it.
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
                    bundleID: identity.bundleID, appTransactionID: identity.appTransactionID(of: self.account),
                    receiptDate: date ?? 0))
        }
    }

    /// PKCS#7 in DER: all purchases but the finished consumables, as they are now.
    package func appReceipt(isRefresh: Bool) throws(StoreFailure) -> [UInt8] {
        if isRefresh { _ = try requireAccount() }
        try check(.appReceipt, .appReceipt)
        let app = AppRecord(bundleID: store.identity.bundleID, appTransactionID: "", receiptDate: try store.now)
        let receipt = Receipt(
            bundleID: app.bundleID, appVersion: app.appVersion,
            opaqueValue: Array(store.identity.derived("receipt \(firstAccount)\0\(name)").prefix(16)),
            deviceIdentifier: Array(store.identity.derived("vendor \(firstAccount)\0\(name)").prefix(16)),
            creationDate: app.receiptDate, originalPurchaseDate: app.originalPurchaseDate,
            originalAppVersion: app.originalAppVersion, purchases: try history().map(Receipt.Purchase.init))
        do throws(SignedDataError) {
            return try ReceiptWriter(store.identity.chain).write(receipt)
        } catch {
            throw StoreFailure(.systemError, "the receipt cannot be signed: \(error.description)")
        }
    }
}

extension Receipt.Purchase {
    fileprivate init(_ transaction: LedgerTransaction) {
        self.init(
            quantity: transaction.quantity, productID: transaction.productID,
            transactionID: String(transaction.id), purchaseDate: transaction.purchaseDate,
            originalTransactionID: String(transaction.originalID),
            originalPurchaseDate: transaction.originalPurchaseDate, expirationDate: transaction.expirationDate,
            webOrderLineItemID: transaction.webOrderLineItemID, cancellationDate: transaction.revocation?.date)
        switch transaction.productType {
        case .consumable: productType = .consumable
        case .nonConsumable: productType = .nonConsumable
        case .nonRenewingSubscription: productType = .nonRenewingSubscription
        case .autoRenewableSubscription:
            productType = .autoRenewableSubscription
            isInTrialPeriod = transaction.offer?.paymentMode == .freeTrial
            isInIntroductoryOffer = transaction.offer?.type == .introductory && isInTrialPeriod == false
        case .unknown: break
        }
        if transaction.offer?.type == .promotional { promotionalOfferID = transaction.offer?.id }
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
}

internal import IAPDatabase
internal import IAPModel
internal import IAPSignedData

/// App receipts, as the store makes them for a device.
extension ReferenceStore {
    /// What stands in a receipt of this moment: all purchases of the account but the finished consumables.
    func receipt(for device: DeviceAddress, _ ledger: Ledger) throws(DatabaseError) -> Receipt {
        let app = AppRecord(bundleID: identity.bundleID, appTransactionID: "", receiptDate: try now(ledger))
        return Receipt(
            environment: identity.environment.receiptType, bundleID: app.bundleID, appVersion: app.appVersion,
            opaqueValue: opaqueValue(of: device),
            deviceIdentifier: Array(identity.derived("vendor \(device.owner)\0\(device.name)").prefix(16)),
            creationDate: app.receiptDate, originalPurchaseDate: app.originalPurchaseDate,
            originalAppVersion: app.originalAppVersion,
            purchases: try ledger.history(of: device.account).map(Receipt.Purchase.init))
    }

    /// The opaque value of receipts. The store finds the device of a receipt by it.
    private func opaqueValue(of device: DeviceAddress) -> [UInt8] {
        Array(identity.derived("receipt \(device.owner)\0\(device.name)").prefix(16))
    }

    /// The device for which the store made a receipt, with the account whose purchases it lists. Nil for one that it does not
    /// know, or whose purchases are all gone.
    func device(of receipt: AppReceipt, _ ledger: Ledger) throws(DatabaseError) -> DeviceAddress? {
        let devices = try ledger.devices()
        guard var device = devices.first(where: { receipt.opaqueValue == opaqueValue(of: $0) }) else { return nil }
        for id in receipt.purchases.compactMap(\.transactionID) {
            guard let transaction = try ledger.transaction(id) else { continue }
            device.account = transaction.account
            return device
        }
        return nil
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
            isInTrialPeriod = transaction.isInTrialPeriod
            isInIntroductoryOffer = transaction.isInIntroductoryOffer
        case .unknown: break
        }
        if transaction.offer?.type == .promotional { promotionalOfferID = transaction.offer?.id }
    }
}

extension LedgerTransaction {
    var isInTrialPeriod: Bool { offer?.paymentMode == .freeTrial }

    /// A trial is not called so.
    var isInIntroductoryOffer: Bool { offer?.type == .introductory && !isInTrialPeriod }
}

extension Ledger {
    /// All that were ever opened, each with the accounts that have been signed in.
    fileprivate func devices() throws(DatabaseError) -> [DeviceAddress] {
        try database.query("SELECT account, name FROM device ORDER BY account, name") {
            DeviceAddress(owner: $0.text(0), name: $0.text(1), account: $0.text(0))
        }
    }
}

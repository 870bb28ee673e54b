internal import IAPDatabase
internal import IAPModel
internal import IAPSignedData

/// The app receipts that the store makes for devices.
extension ReferenceStore {
    /// Returns the content of a receipt now: all purchases of the account except finished consumables.
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

    /// The opaque value of receipts. The store uses it to find the device of a receipt.
    private func opaqueValue(of device: DeviceAddress) -> [UInt8] {
        Array(identity.derived("receipt \(device.owner)\0\(device.name)").prefix(16))
    }

    /// Returns the device for which the store made a receipt, with the account whose purchases the receipt lists. Returns nil
    /// if the store does not know the device, or if all of the account's purchases are gone.
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

    /// A free trial has its own flag.
    var isInIntroductoryOffer: Bool { offer?.type == .introductory && !isInTrialPeriod }
}

extension Ledger {
    /// Returns every device that was ever opened, with each account that was signed in there.
    fileprivate func devices() throws(DatabaseError) -> [DeviceAddress] {
        try database.query("SELECT account, name FROM device ORDER BY account, name") {
            DeviceAddress(owner: $0.text(0), name: $0.text(1), account: $0.text(0))
        }
    }
}

internal import IAPDatabase
internal import IAPModel
internal import IAPSignedData

/// The notifications that the App Store signs for the game server.
extension ReferenceStore {
    /// Signs any bytes.
    package func sign(payload: [UInt8]) throws(StoreFailure) -> String {
        let forgery = try readAsItIs { ledger throws(DatabaseError) in try ledger.forgery() }
        let bytes = forgery == .duplicateName ? ObjectText.repeatingFirst(of: payload) : payload
        return try identity.sign(payload: bytes, forgedAs: forgery)
    }

    /// Returns a signed notification; nil if the store does not have the transaction. It sends nothing.
    package func sign(_ request: NotificationRequest) throws(StoreFailure) -> String? {
        let content = try read { ledger throws(DatabaseError) in
            try self.content(request, at: try self.now(ledger), ledger)
        }
        guard let content else { return nil }
        var uuid = request.uuid
        if uuid == nil { uuid = try freshNonce() }
        return try sign(request, content, uuid: uuid ?? "")
    }

    func sign(
        _ request: NotificationRequest, _ content: NotificationContent, uuid: String
    ) throws(StoreFailure) -> String {
        try sign(try payload(request, content, uuid: uuid), content.forgery)
    }

    /// Returns the ledger's present data; nil if the store does not have the transaction.
    func content(
        _ request: NotificationRequest, at date: Int64, _ ledger: Ledger
    ) throws(DatabaseError) -> NotificationContent? {
        let forgery = try ledger.forgery()
        let seal = serverSeal(at: date, forgery)
        switch request.content {
        case .test, .summary, .externalPurchase, .unclaimedSeats:
            return NotificationContent(seal: seal, forgery: forgery)
        case .app(let account):
            let id = identity.appTransactionID(of: account)
            let app = AppRecord(
                bundleID: identity.bundleID, appleID: identity.appleIDInProduction, appTransactionID: id,
                receiptDate: date)
            return NotificationContent(seal: seal, forgery: forgery, app: app)
        case .transaction(let id, _):
            guard let transaction = try ledger.transaction(id) else { return nil }
            return NotificationContent(
                seal: seal, forgery: forgery, transaction: transaction, status: try status(of: transaction, ledger))
        }
    }

    func status(of transaction: LedgerTransaction, _ ledger: Ledger) throws(DatabaseError) -> LedgerStatus? {
        guard let groupID = transaction.subscriptionGroupID else { return nil }
        return try statuses(of: transaction.account, groupID: groupID, ledger).first {
            $0.transaction.originalID == transaction.originalID
        }
    }

    func serverSeal(at date: Int64, _ forgery: Forgery?) -> DeviceSeal {
        DeviceSeal(
            date: date, bundleID: forgery == .otherBundle ? "\(identity.bundleID).other" : identity.bundleID,
            environment: identity.environmentName(forgery), nonce: "", deviceVerificationID: "")
    }

    // MARK: Payloads

    private func payload(
        _ request: NotificationRequest, _ content: NotificationContent, uuid: String
    ) throws(StoreFailure) -> NotificationPayload {
        let (seal, forgery) = (content.seal, content.forgery)
        var payload = NotificationPayload(
            notificationType: request.type, subtype: request.subtype, notificationUUID: uuid,
            signedDate: seal.date)
        switch request.content {
        case .test: payload.data = data(seal)
        case .transaction(_, let reason):
            var data = data(seal)
            data.signedTransactionInfo = try content.transaction.map { transaction throws(StoreFailure) in
                let id = identity.appTransactionID(of: transaction.account)
                return try sign(TransactionPayload(transaction, appTransactionID: id, seal).forServers, forgery)
            }
            if let status = content.status {
                let id = identity.appTransactionID(of: status.renewal.account)
                data.signedRenewalInfo = try sign(
                    RenewalPayload(status.renewal, appTransactionID: id, seal).forServers, forgery)
                data.status = status.state.rawValue
            }
            data.consumptionRequestReason = reason
            payload.data = data
        case .summary(let productID, let requestID, let succeeded, let failed, let storefronts):
            payload.summary = NotificationPayload.Summary(
                environment: seal.environment, appAppleId: identity.appleIDInProduction, bundleId: seal.bundleID,
                productId: productID,
                requestIdentifier: requestID, storefrontCountryCodes: storefronts, succeededCount: succeeded,
                failedCount: failed)
        case .externalPurchase(let id, let date):
            payload.externalPurchaseToken = NotificationPayload.ExternalPurchaseToken(
                externalPurchaseId: id, tokenCreationDate: date ?? seal.date,
                appAppleId: identity.appleIDInProduction, bundleId: seal.bundleID)
        case .unclaimedSeats(let ids):
            payload.unclaimInfo = NotificationPayload.UnclaimInfo(
                environment: seal.environment, appAppleId: identity.appleIDInProduction, bundleId: seal.bundleID,
                unclaimSeatIds: ids)
        case .app:
            guard let app = content.app else { break }
            payload.appData = NotificationPayload.AppData(
                environment: seal.environment, appAppleId: identity.appleIDInProduction, bundleId: seal.bundleID,
                signedAppTransactionInfo: try sign(AppPayload(app, seal).forServers, forgery))
        }
        return payload
    }

    private func data(_ seal: DeviceSeal) -> NotificationPayload.Content {
        NotificationPayload.Content(
            environment: seal.environment, appAppleId: identity.appleIDInProduction, bundleId: seal.bundleID,
            bundleVersion: "1.0")
    }

    func sign(_ payload: some SignedPayload, _ forgery: Forgery?) throws(StoreFailure) -> String {
        var bytes = try identity.encode(payload)
        if forgery == .duplicateName { bytes = ObjectText.repeatingFirst(of: bytes) }
        return try identity.sign(payload, bytes, forgedAs: forgery).text
    }
}

/// The ledger's data for a notification.
struct NotificationContent: Sendable {
    var seal: DeviceSeal
    var forgery: Forgery?
    var transaction: LedgerTransaction?
    /// Only for a subscription.
    var status: LedgerStatus?
    var app: AppRecord?
}

internal import IAPDatabase
internal import IAPJSON
internal import IAPModel
internal import IAPSignatures

/// Writes and signs the notifications for the game server, inside a command.
struct NotificationWriter: Sendable {
    let identity: StoreIdentity
    let statuses: SubscriptionStatuses

    /// Signs and stores a notification for each change of the command.
    func write(_ ledger: Ledger) throws {
        guard let notices = ledger.notices, !notices.isEmpty else { return }
        for notice in notices.take() {
            let request = NotificationRequest(
                type: notice.event.type, subtype: notice.event.subtype, uuid: nil,
                content: .transaction(id: notice.transactionID, consumptionRequestReason: notice.event.reason))
            _ = try write(request, at: notice.date, ledger)
        }
    }

    /// - Returns: The UUID of the notification; nil if the store does not have the transaction.
    func write(_ request: NotificationRequest, at date: Int64, _ ledger: Ledger) throws -> String? {
        guard let content = try content(request, at: date, ledger) else { return nil }
        let number = try ledger.nextNotificationNumber()
        let uuid = request.uuid ?? identity.uuid("notification \(number)")
        try ledger.insert(
            StoredNotification(
                number: number, uuid: uuid, type: request.type, subtype: request.subtype, date: date,
                transactionID: content.transaction?.id, originalID: content.transaction?.originalID,
                payload: try sign(request, content, uuid: uuid), dueDate: date))
        return uuid
    }

    func sign(
        _ request: NotificationRequest, _ content: NotificationContent, uuid: String
    ) throws -> String { try content.context.sign(payload(request, content, uuid: uuid)) }

    /// Returns the ledger's present data; nil if the store does not have the transaction.
    func content(_ request: NotificationRequest, at date: Int64, _ ledger: Ledger) throws -> NotificationContent? {
        let context = SigningContext(identity: identity, date: date, forgery: try ledger.forgery())
        switch request.content {
        case .test, .summary, .externalPurchase, .unclaimedSeats:
            return NotificationContent(context: context)
        case .app(let account):
            let id = identity.appTransactionID(of: account)
            let app = AppRecord(
                bundleID: identity.bundleID, appleID: identity.appleIDInProduction, appTransactionID: id,
                receiptDate: date)
            return NotificationContent(context: context, app: app)
        case .transaction(let id, _):
            guard let transaction = try ledger.transaction(id) else { return nil }
            return NotificationContent(
                context: context, transaction: transaction, status: try status(of: transaction, ledger))
        }
    }

    func status(of transaction: LedgerTransaction, _ ledger: Ledger) throws -> LedgerStatus? {
        guard let groupID = transaction.subscriptionGroupID else { return nil }
        return try statuses.list(of: transaction.account, groupID: groupID, ledger).first {
            $0.transaction.originalID == transaction.originalID
        }
    }

    // MARK: Payloads

    /// Apple's ResponseBodyV2DecodedPayload. It contains one of five objects. In the sandbox an app has no `appAppleId`.
    private func payload(
        _ request: NotificationRequest, _ ledger: NotificationContent, uuid: String
    ) throws -> SignedPayload {
        let context = ledger.context
        var content: [String: JSONValue] = [
            "environment": .text(context.environment), "bundleId": .text(context.bundleID),
        ]
        content["appAppleId"] = .whole(identity.appleIDInProduction)
        let name: String
        switch request.content {
        case .test:
            name = "data"
            content["bundleVersion"] = .text("1.0")
        case .transaction(_, let reason):
            name = "data"
            content["bundleVersion"] = .text("1.0")
            if let transaction = ledger.transaction {
                content["signedTransactionInfo"] = .text(try context.sign(SignedPayload(transaction, context)))
            }
            if let status = ledger.status {
                content["signedRenewalInfo"] = .text(try context.sign(SignedPayload(status.renewal, context)))
                content["status"] = .whole(status.state.rawValue)
            }
            content["consumptionRequestReason"] = .optional(reason)
        case .summary(let productID, let requestID, let succeeded, let failed, let storefronts):
            name = "summary"
            content["productId"] = .text(productID)
            content["requestIdentifier"] = .text(requestID)
            content["storefrontCountryCodes"] = .optional(storefronts)
            content["succeededCount"] = .whole(succeeded)
            content["failedCount"] = .whole(failed)
        case .externalPurchase(let id, let date):
            name = "externalPurchaseToken"
            content["environment"] = nil
            content["externalPurchaseId"] = .text(id)
            content["tokenCreationDate"] = .whole(date ?? context.date)
        case .unclaimedSeats(let ids):
            name = "unclaimInfo"
            // Apple's pages name only the ids. The app and the environment show receivers the owner.
            content["unclaimSeatIds"] = .optional(ids)
        case .app:
            name = "appData"
            if let app = ledger.app {
                content["signedAppTransactionInfo"] = .text(try context.sign(SignedPayload(app, context)))
            }
        }
        return SignedPayload([
            "notificationType": .text(request.type), "subtype": .optional(request.subtype),
            "notificationUUID": .text(uuid), "version": .text("2.0"), "signedDate": .whole(context.date),
            name: .object(of: content),
        ])
    }
}

/// The ledger's data for a notification.
struct NotificationContent: Sendable {
    var context: SigningContext
    var transaction: LedgerTransaction?
    /// Only for a subscription.
    var status: LedgerStatus?
    var app: AppRecord?
}

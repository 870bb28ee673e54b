internal import IAPDatabase
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
    ) throws -> String { try sign(try payload(request, content, uuid: uuid), content.forgery) }

    /// Returns the ledger's present data; nil if the store does not have the transaction.
    func content(_ request: NotificationRequest, at date: Int64, _ ledger: Ledger) throws -> NotificationContent? {
        let forgery = try ledger.forgery()
        let context = serverContext(at: date, forgery)
        switch request.content {
        case .test, .summary, .externalPurchase, .unclaimedSeats:
            return NotificationContent(context: context, forgery: forgery)
        case .app(let account):
            let id = identity.appTransactionID(of: account)
            let app = AppRecord(
                bundleID: identity.bundleID, appleID: identity.appleIDInProduction, appTransactionID: id,
                receiptDate: date)
            return NotificationContent(context: context, forgery: forgery, app: app)
        case .transaction(let id, _):
            guard let transaction = try ledger.transaction(id) else { return nil }
            return NotificationContent(
                context: context, forgery: forgery, transaction: transaction,
                status: try status(of: transaction, ledger))
        }
    }

    func status(of transaction: LedgerTransaction, _ ledger: Ledger) throws -> LedgerStatus? {
        guard let groupID = transaction.subscriptionGroupID else { return nil }
        return try statuses.list(of: transaction.account, groupID: groupID, ledger).first {
            $0.transaction.originalID == transaction.originalID
        }
    }

    func serverContext(at date: Int64, _ forgery: Forgery?) -> SigningContext {
        SigningContext(
            date: date, bundleID: forgery == .otherBundle ? "\(identity.bundleID).other" : identity.bundleID,
            environment: identity.environmentName(forgery), nonce: "", deviceVerificationID: "")
    }

    // MARK: Payloads

    private func payload(
        _ request: NotificationRequest, _ ledger: NotificationContent, uuid: String
    ) throws -> NotificationPayload {
        let (context, forgery) = (ledger.context, ledger.forgery)
        var payload = NotificationPayload(
            notificationType: request.type, subtype: request.subtype, notificationUUID: uuid,
            signedDate: context.date)
        var content = NotificationPayload.Content(
            environment: context.environment, appAppleId: identity.appleIDInProduction, bundleId: context.bundleID)
        switch request.content {
        case .test:
            content.bundleVersion = "1.0"
            payload.data = content
        case .transaction(_, let reason):
            content.bundleVersion = "1.0"
            content.signedTransactionInfo = try ledger.transaction.map { transaction in
                let id = identity.appTransactionID(of: transaction.account)
                return try sign(TransactionPayload(transaction, appTransactionID: id, context).forServers, forgery)
            }
            if let status = ledger.status {
                let id = identity.appTransactionID(of: status.renewal.account)
                content.signedRenewalInfo = try sign(
                    RenewalPayload(status.renewal, appTransactionID: id, context).forServers, forgery)
                content.status = status.state.rawValue
            }
            content.consumptionRequestReason = reason
            payload.data = content
        case .summary(let productID, let requestID, let succeeded, let failed, let storefronts):
            content.productId = productID
            content.requestIdentifier = requestID
            content.storefrontCountryCodes = storefronts
            content.succeededCount = succeeded
            content.failedCount = failed
            payload.summary = content
        case .externalPurchase(let id, let date):
            content.environment = nil
            content.externalPurchaseId = id
            content.tokenCreationDate = date ?? context.date
            payload.externalPurchaseToken = content
        case .unclaimedSeats(let ids):
            content.unclaimSeatIds = ids
            payload.unclaimInfo = content
        case .app:
            guard let app = ledger.app else { break }
            content.signedAppTransactionInfo = try sign(AppPayload(app, context).forServers, forgery)
            payload.appData = content
        }
        return payload
    }

    func sign(_ payload: some SignedPayload, _ forgery: Forgery?) throws -> String {
        var bytes = try identity.encode(payload)
        if forgery == .duplicateName { bytes = ObjectText.repeatingFirst(of: bytes) }
        return try identity.sign(payload, bytes, forgedAs: forgery).text
    }
}

/// The ledger's data for a notification.
struct NotificationContent: Sendable {
    var context: SigningContext
    var forgery: Forgery?
    var transaction: LedgerTransaction?
    /// Only for a subscription.
    var status: LedgerStatus?
    var app: AppRecord?
}

/// The content of an App Store Server Notification, with the names and types of Apple's ResponseBodyV2DecodedPayload. It
/// contains one of the five objects.
struct NotificationPayload: SignedPayload {
    var notificationType: String
    var subtype: String?
    var notificationUUID: String
    var version = "2.0"
    var signedDate: Int64
    var data: Content?
    var summary: Content?
    var externalPurchaseToken: Content?
    var appData: Content?
    /// Apple's pages name only the ids. The app and the environment are added for receivers that need to know the owner.
    var unclaimInfo: Content?

    /// The fields of all five objects. In the sandbox an app has no `appAppleId`.
    struct Content: Encodable {
        var environment: String?
        var appAppleId: Int64?
        var bundleId: String
        // data
        var bundleVersion: String?
        var signedTransactionInfo: String?
        var signedRenewalInfo: String?
        /// 1 to 5, for a subscription.
        var status: Int?
        var consumptionRequestReason: String?
        // summary
        var productId: String?
        var requestIdentifier: String?
        var storefrontCountryCodes: [String]?
        var succeededCount: Int64?
        var failedCount: Int64?
        // externalPurchaseToken
        var externalPurchaseId: String?
        var tokenCreationDate: Int64?
        // appData
        var signedAppTransactionInfo: String?
        // unclaimInfo
        var unclaimSeatIds: [String]?
    }

    /// The same notification with a new id, as if the server had not received it yet.
    var altered: Self {
        var altered = self
        let last = notificationUUID.last?.hexDigitValue ?? 0
        altered.notificationUUID = notificationUUID.dropLast() + String((last + 1) % 16, radix: 16)
        return altered
    }
}

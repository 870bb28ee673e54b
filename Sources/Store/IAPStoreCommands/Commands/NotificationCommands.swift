internal import Foundation
internal import IAPModel
package import IAPReferenceStore
internal import IAPSignatures

/// The notifications from the store to the game server.
package enum NotificationCommands {
    static let all = [notifications, notification, notify, resend, notificationURL]

    private static let uuid = Command.Argument("UUID", "the notificationUUID")

    static let notifications = Command(
        name: "notifications", summary: "List the notifications to the game server",
        options: [
            .init("failed", nil, "only notifications that were never delivered"),
            .init("type", "TYPE", "only this notificationType"),
            .init("limit", "N", "only the newest N"),
        ],
        details: "The store keeps notifications from the moment when it has an address for them.",
        example: "iap-store notifications --failed"
    ) { call, store in
        var query = NotificationQuery(start: .min, end: .max, limit: Int(Int32.max))
        query.onlyFailures = call.has("failed")
        query.type = call.option("type")
        let limit = try call.wholeNumber("limit", 1...1_000_000)
        let found = try store.notifications.list(query)
        let columns = [
            Column("signedDate", "DATE"), Column("notificationType", "TYPE"), Column("subtype", "SUBTYPE"),
            Column("transactionId", "TRANSACTION"), Column("state", "STATE"), Column("attempts", "ATTEMPTS"),
            Column("nextAttemptDate", "NEXT ATTEMPT"), Column("notificationUUID", "UUID"),
        ]
        let rows = found.suffix(limit ?? found.count).map { notification in
            [
                Cell.time(notification.date), .text(notification.type), .text(notification.subtype),
                notification.transactionID.map(Cell.id) ?? .none, notification.state,
                .number(Int64(notification.attempts.count)), .time(notification.dueDate), .text(notification.uuid),
            ]
        }
        return .rows(columns, Array(rows), none: "There are no notifications to the game server.")
    }

    static let notification = Command(
        name: "notification", summary: "Show a notification, its delivery attempts and its content",
        arguments: [uuid], example: "iap-store notification 6a5e0b0e-6d0c-4a5e-9d0b-5b1f0e6a5e0b"
    ) { call, store in return try shown(call.argument("UUID"), store) }

    private static func shown(_ uuid: String, _ store: ReferenceStore) throws -> Response {
        guard let found = try store.notifications.find(uuid.lowercased()) else {
            throw CommandError.refused(
                "the store has no notification \(quoted(uuid)); 'iap-store notifications' lists them")
        }
        let attempts = found.attempts.map { attempt in
            "\(Times.iso(attempt.date)) \(attempt.result.rawValue)"
                + (attempt.status.map { " \($0)" } ?? "") + (attempt.detail.map { " \($0)" } ?? "")
        }
        return .fields([
            Field("notificationUUID", "UUID", .text(found.uuid)), Field("notificationType", "Type", .text(found.type)),
            Field("subtype", "Subtype", .text(found.subtype)), Field("signedDate", "Date", .time(found.date)),
            Field("transactionId", "Transaction", found.transactionID.map(Cell.id) ?? .none),
            Field("state", "State", found.state), Field("nextAttemptDate", "Next attempt", .time(found.dueDate)),
            Field("attempts", "Attempts", .text(attempts.joined(separator: "; "))),
            Field("payload", "Content", .text(found.decodedPayload)),
            Field("signedPayload", "Signed payload", .text(found.payload)),
        ])
    }

    static let notify = Command(
        name: "notify",
        summary: "Send any notification to the game server, also one that the store does not send itself",
        arguments: [
            .init("TYPE", "the notificationType, with a slash and its subtype if it has one"),
            .init("ID", "the transaction for the notification", .optional),
        ],
        options: [
            .init("reason", "WHY", "the consumptionRequestReason of a CONSUMPTION_REQUEST"),
            .init("account", "ACCOUNT", "the account whose app a RESCIND_CONSENT concerns"),
            .init("product", "PRODUCT", "the productId of a RENEWAL_EXTENSION/SUMMARY"),
            .init("request", "ID", "the requestIdentifier of a RENEWAL_EXTENSION/SUMMARY"),
            .init("succeeded", "N", "the succeededCount of a RENEWAL_EXTENSION/SUMMARY"),
            .init("failed", "N", "the failedCount of a RENEWAL_EXTENSION/SUMMARY"),
            .init("token", "ID", "the externalPurchaseId of an EXTERNAL_PURCHASE_TOKEN"),
            .init("seats", "UUIDS", "the ids of an UNCLAIM_SEATS, separated by commas"),
        ],
        details: """
            The command does not change purchases. The store needs an address for notifications: use 'iap-store serve
            --notify-url URL' or 'iap-store notification-url URL'. 'iap-store serve' sends the notification.

            Types: \(NotificationTypes.all.keys.sorted().joined(separator: ", "))
            """,
        example: "iap-store notify REFUND_DECLINED 2000000123000001"
    ) { call, store in
        let request = try request(call)
        guard try store.notifications.url != nil else {
            throw CommandError.refused(
                "the store has no address for notifications; set one with 'iap-store notification-url URL'")
        }
        guard let uuid = try store.notifications.send(request) else {
            throw CommandError.refused("the store has no transaction \(call.argument("ID"))")
        }
        return try shown(uuid, store)
    }

    private static func request(_ call: Call) throws -> NotificationRequest {
        let parts = call.argument("TYPE").uppercased().split(separator: "/", maxSplits: 1).map(String.init)
        let (type, subtype) = (parts.first ?? "", parts.count == 2 ? parts[1] : nil)
        guard let subtypes = NotificationTypes.all[type] else {
            throw CommandError.usage(
                "there is no notification \(quoted(type)); 'iap-store help notify' lists the types")
        }
        guard subtypes.contains(subtype ?? "") else {
            let known = subtypes.map { $0.isEmpty ? type : "\(type)/\($0)" }.joined(separator: ", ")
            throw CommandError.usage("the notification must be one of \(known), not \(quoted(call.argument("TYPE")))")
        }
        return NotificationRequest(type: type, subtype: subtype, uuid: nil, content: try content(type, subtype, call))
    }

    private static func content(
        _ type: String, _ subtype: String?, _ call: Call
    ) throws -> NotificationRequest.Content {
        func needed(_ option: String) throws -> String {
            guard let value = call.option(option) else { throw CommandError.usage("\(type) needs --\(option)") }
            return value
        }
        switch type {
        case "TEST": return .test
        case "RENEWAL_EXTENSION" where subtype == "SUMMARY":
            return .summary(
                productID: try needed("product"), requestID: try needed("request"),
                succeeded: Int64(try call.wholeNumber("succeeded", 0...1_000_000_000) ?? 0),
                failed: Int64(try call.wholeNumber("failed", 0...1_000_000_000) ?? 0))
        case "EXTERNAL_PURCHASE_TOKEN": return .externalPurchase(id: try needed("token"), tokenDate: nil)
        case "RESCIND_CONSENT": return .app(account: try needed("account"))
        case "UNCLAIM_SEATS":
            return .unclaimedSeats(ids: try needed("seats").split(separator: ",").map(String.init))
        default:
            guard call.optionalArgument("ID") != nil else {
                throw CommandError.usage("\(type) needs a transaction: iap-store notify \(type) ID")
            }
            let reason = type == "CONSUMPTION_REQUEST" ? call.option("reason") ?? "OTHER" : nil
            return .transaction(id: try call.id("ID"), consumptionRequestReason: reason)
        }
    }

    static let resend = Command(
        name: "resend", summary: "Send a notification again", arguments: [uuid],
        example: "iap-store resend 6a5e0b0e-6d0c-4a5e-9d0b-5b1f0e6a5e0b"
    ) { call, store in
        let uuid = call.argument("UUID").lowercased()
        _ = try store.notifications.sendAgain(uuid)
        return try shown(uuid, store)
    }

    /// - Parameters:
    ///   - text: an HTTP address, or "none".
    ///   - retries: "sandbox" for one attempt; any other value means the schedule of production.
    package static func setAddress(of store: ReferenceStore, _ text: String, _ retries: String?) throws {
        let url = URL(string: text)
        guard text == "none" || ["http", "https"].contains(url?.scheme) && url?.host?.isEmpty == false else {
            throw CommandError.usage("\(quoted(text)) is not an address; an example is http://127.0.0.1:9000/apple")
        }
        try store.notifications.setURL(
            text == "none" ? nil : text, retries: retries == "sandbox" ? [] : Notifications.productionRetries)
    }

    static let notificationURL = Command(
        name: "notification-url", summary: "Show or set the address for notifications",
        arguments: [.init("URL", "the address of the game server, or none", .optional)],
        options: [
            .init(
                "retries", "SCHEDULE", "production: retries after 1, 12, 24, 48 and 72 hours; sandbox: no retries",
                choices: ["production", "sandbox"])
        ],
        example: "iap-store notification-url http://127.0.0.1:9000/apple --retries sandbox"
    ) { call, store in
        if let url = call.optionalArgument("URL") { try setAddress(of: store, url, call.option("retries")) }
        let url = try store.notifications.url
        return .fields([Field("url", "Address", url.map(Cell.text) ?? .text("none"))])
    }
}

extension StoredNotification {
    fileprivate var state: Cell {
        if attempts.contains(where: { $0.result == .success }) { return .text("delivered") }
        if dueDate != nil { return .text(attempts.isEmpty ? "waiting" : "failing") }
        return .text(attempts.isEmpty ? "not sent" : "failed")
    }

    /// The JSON inside the signed notification.
    fileprivate var decodedPayload: String? {
        guard let text = try? CompactJWS(payload.utf8), let bytes = try? text.decodedPayload() else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

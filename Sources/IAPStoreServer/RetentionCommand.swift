internal import IAPModel
internal import IAPReferenceStore
internal import IAPStoreCommands

/// Simulates a player who is about to cancel. The command is in this module because it needs HTTP.
enum RetentionCommand {
    static let command = Command(
        name: "retention",
        summary:
            "Request a retention message from the game server, as the App Store does when a player is about to cancel",
        arguments: [.init("ID", "any transaction of the subscription")],
        options: [.init("locale", "LOCALE", "the player's language (default: en-US)")],
        details: """
            The command uses the realtime URL of the Retention Messaging API. If there is no such URL or no usable response, it
            shows the default message of the product and the locale.
            """,
        example: "iap-store retention 2000000123000001 --locale de-DE"
    ) { call throws(CommandError) in
        let id = try call.id("ID")
        let store = try call.files.store()
        defer { call.files.release(store) }
        let locale = call.option("locale") ?? "en-US"
        guard let transaction = try asking({ () throws(StoreFailure) in try store.transaction(id) }),
            transaction.subscriptionGroupID != nil
        else { throw .refused("\(id) is not a transaction of a subscription") }
        let url = try asking { () throws(StoreFailure) in try store.serverObject(.realtimeURL, "") }
        let answer = url.map { RetentionQuestion(store: store, url: $0.content).ask(id, locale: locale) }
        let fallback = try asking { () throws(StoreFailure) in
            try store.serverObject(.defaultMessage, "\(transaction.productID) \(locale)")
        }
        let isAnswered = answer?.failure == nil && answer?.body.isEmpty == false
        return .fields([
            Field("productId", "Product", .text(transaction.productID)),
            Field("url", "Request URL", .text(url?.content)),
            Field("milliseconds", "Response time in ms", .number(answer?.milliseconds)),
            Field("failure", "Failed with", .text(answer?.failure)),
            Field("answer", "Response", .text(answer.map { String(decoding: $0.body, as: UTF8.self) })),
            Field(
                "shown", "Shown", .text(isAnswered ? "the answer" : fallback == nil ? "nothing" : "the default message")
            ),
            Field("defaultMessage", "Default message", .text(fallback?.content)),
            Field("signedPayload", "Signed request", .text(answer?.request)),
        ])
    }
}

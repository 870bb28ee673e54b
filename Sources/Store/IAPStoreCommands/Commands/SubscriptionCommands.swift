internal import IAPModel
internal import IAPReferenceStore

/// Events of a subscription. Any transaction of a subscription identifies it.
enum SubscriptionCommands {
    static let all = [renew, expire, cancel, resubscribe, resolve, change, priceIncrease]

    private static let transaction = Command.Argument("ID", "any transaction of the subscription")

    private static func simple(
        _ name: String, _ summary: String, details: String = "", _ control: SubscriptionCommand
    ) -> Command {
        Command(
            name: name, summary: summary, arguments: [transaction], details: details,
            example: "iap-store \(name) 2000000123000001"
        ) { call in try perform(call) { store, id in try store.subscriptions.perform(control, ofTransaction: id) } }
    }

    static let renew = simple("renew", "Renew a subscription now", .forceRenewal)
    static let expire = simple("expire", "End a subscription now", .expire)
    static let cancel = simple(
        "cancel", "Turn off the renewal of a subscription, as the player does in the settings",
        .setAutoRenewal(false))
    static let resubscribe = simple("resubscribe", "Turn the renewal of a subscription on again", .setAutoRenewal(true))

    static let resolve = Command(
        name: "resolve", summary: "Resolve a failed renewal or an interrupted purchase by payment",
        arguments: [.init("ID", "a transaction of the subscription, or the id of the purchase")],
        example: "iap-store resolve 2000000123000001"
    ) { call in try perform(call) { store, id in try store.subscriptions.resolveIssue(id) } }

    static let change = Command(
        name: "change", summary: "Change a subscription to another product of its group",
        arguments: [transaction, .init("PRODUCT", "the id of the other product")],
        details: "A product of a higher level is bought immediately, any other product at the next renewal.",
        example: "iap-store change 2000000123000001 com.example.caves.club.year"
    ) { call in
        try perform(call) { store, id in
            try store.subscriptions.changeSubscription(ofTransaction: id, to: call.argument("PRODUCT"), nil)
        }
    }

    static let priceIncrease = Command(
        name: "price-increase",
        summary: "Raise the price of a subscription, or respond to a price increase as the player",
        arguments: [transaction, .init("PRICE", "the new price, or the player's response: agree or decline", .one)],
        options: [.init("consent", nil, "the player must agree, or the subscription ends")],
        example: "iap-store price-increase 2000000123000001 12.99 --consent"
    ) { call in
        let control: SubscriptionCommand
        switch call.argument("PRICE") {
        case "agree": control = .consentToPriceIncrease
        case "decline": control = .declinePriceIncrease
        case let text:
            guard let price = milliunits(ofPrice: text) else {
                throw CommandError.usage(
                    "PRICE must be a price such as 12.99, or agree or decline, not \(quoted(text))")
            }
            control = .increasePrice(milliunits: price, needsConsent: call.has("consent"))
        }
        return try perform(call) { store, id in try store.subscriptions.perform(control, ofTransaction: id) }
    }

    private static func perform(
        _ call: Call, _ body: (ReferenceStore, UInt64) throws -> Subscriptions.Result
    ) throws -> Response {
        let id = try call.id("ID")
        let store = try call.files.store()
        defer { call.files.release(store) }
        let result = try body(store, id)
        try result.check(id)
        return try shown(id, store)
    }
}

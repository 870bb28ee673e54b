internal import IAPModel
internal import IAPReferenceStore

/// Actions of players, parents and the support on purchases.
enum PurchaseCommands {
    static let all = [buy, approve, decline, refund, revoke]

    private static let waiting = Command.Argument("ID", "the purchase's id from 'iap-store approvals'")
    private static let transaction = Command.Argument("ID", "the transaction's id")
    private static let reason = Command.Option(
        "reason", "WHY", "the player's reason for the refund (default: other)", choices: ["other", "issue"])

    static let buy = Command(
        name: "buy", summary: "Buy outside the game, for example in the App Store or on another device",
        arguments: [.init("ACCOUNT", "the account that buys"), .init("PRODUCT", "the product's id")],
        options: [
            .init("quantity", "N", "quantity of a consumable (default: 1)"),
            .init("token", "UUID", "the appAccountToken"),
            .init("offer", "KIND:ID", "an offer: promotional, code or win-back, and its id"),
        ],
        details: "The purchase needs no approval. The devices of the account receive it as an update.",
        example: "iap-store buy anna com.example.caves.coins.small --quantity 2"
    ) { call in
        var purchase = Purchases.OutsidePurchase(productID: call.argument("PRODUCT"))
        purchase.quantity = try call.wholeNumber("quantity", 1...1_000_000) ?? 1
        purchase.appAccountToken = try call.option("token").map { text in try token(text) }
        purchase.offer = try call.option("offer").map { text in try offer(text) }
        let store = try call.files.storeOrNew()
        defer { call.files.release(store) }
        let bought = try store.purchases.buyOutside(purchase, account: call.argument("ACCOUNT"))
        return try shown(bought.id, store)
    }

    static let approve = Command(
        name: "approve", summary: "Approve a waiting purchase, as a parent does", arguments: [waiting],
        example: "iap-store approve 2000000123000004"
    ) { call, store in
        try shown(store.purchases.approve(call.id("ID")).id, store)
    }

    static let decline = Command(
        name: "decline", summary: "Decline a waiting purchase; devices receive no event, as with the App Store",
        arguments: [waiting], example: "iap-store decline 2000000123000004"
    ) { call, store in
        let id = try call.id("ID")
        try store.purchases.decline(id)
        return .fields([Field("declined", "Declined", .id(id))])
    }

    static let refund = Command(
        name: "refund", summary: "Refund a purchase and revoke it", arguments: [transaction],
        options: [reason, .init("prorated", nil, "refund only the unused time of a subscription")],
        example: "iap-store refund 2000000123000001 --reason issue"
    ) { call in try takeBack(call, call.has("prorated") ? .prorated : .full) }

    static let revoke = Command(
        name: "revoke", summary: "Revoke a purchase without a refund", arguments: [transaction],
        options: [reason], example: "iap-store revoke 2000000123000001"
    ) { call in try takeBack(call, .nothing) }

    private static func takeBack(_ call: Call, _ kind: RefundKind) throws -> Response {
        let id = try call.id("ID")
        let store = try call.files.store()
        defer { call.files.release(store) }
        _ = try store.refunds.refund(id, kind, reason: call.option("reason") == "issue" ? 1 : 0)
        return try shown(id, store)
    }

    private static func token(_ text: String) throws -> String {
        let lengths = text.split(separator: "-", omittingEmptySubsequences: false).map(\.count)
        guard lengths == [8, 4, 4, 4, 12], text.allSatisfy({ $0 == "-" || $0.isHexDigit && $0.isASCII }) else {
            throw CommandError.usage("--token must be a UUID, not \(quoted(text))")
        }
        return text.lowercased()
    }

    private static func offer(_ text: String) throws -> OfferChoice {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        let kinds: [String: OfferType] = ["promotional": .promotional, "code": .code, "win-back": .winBack]
        guard parts.count == 2, let type = kinds[parts[0]] else {
            throw CommandError.usage("--offer must be promotional:ID, code:NAME or win-back:ID, not \(quoted(text))")
        }
        return OfferChoice(type: type, id: parts[1])
    }
}

/// Returns the current state of a transaction with all its details.
func shown(_ id: UInt64, _ store: ReferenceStore) throws -> Response {
    guard let listed = try store.transactions.listed(id) else {
        throw CommandError.refused("the store has no transaction \(id)")
    }
    return .fields(listed.fields)
}

internal import IAPBook
internal import IAPHTTP
internal import IAPJSON
internal import IAPSQL

/// What the studio's other servers and its support ask.
struct StudioRoutes: Sendable {
    let book: Book

    private struct Player: Encodable {
        var player: String
        var environment: String
        var balances: [String: Int64]
        var unlocks: [Unlock]
        var subscriptions: [SubscriptionSnapshot]

        struct Unlock: Encodable {
            var name: String
            var productId: String?
            var expiresAt: Int64?
        }
    }

    func player(_ name: String, environment: String) throws(SQLError) -> HTTPResponse {
        let holdings = try book.holdings(of: name, environment: environment)
        return .object(
            Player(
                player: name, environment: environment, balances: holdings.balances,
                unlocks: holdings.unlocks.map {
                    .init(name: $0.name, productId: $0.productID, expiresAt: $0.end)
                }, subscriptions: holdings.subscriptions))
    }

    func history(_ entries: [BookEntry]) -> HTTPResponse {
        .object(["entries": entries.map(EntryRow.init)])
    }

    /// A grant, or a revocation, by hand.
    func change(_ player: String, _ request: HTTPRequest, by name: String) throws(SQLError) -> HTTPResponse {
        guard let object = JSONReader.object(request.body), let key = object.text("key"), !key.isEmpty,
            let reason = object.text("reason"), !reason.isEmpty, let item = object.text("name"), !item.isEmpty
        else { return StudioRoutes.refused("key, reason and name are texts that are needed") }
        let environment = object.text("environment") ?? "Production"
        var change = ManualChange(
            player: player, environment: environment, key: key, reason: reason, name: item, by: name)
        if let amount = object.wholeNumber("amount") {
            guard abs(amount) <= 1_000_000_000_000 else { return StudioRoutes.refused("amount is out of range") }
            change.kind = .counter(amount)
        } else if let word = object.text("unlock"), word == "give" || word == "take" {
            change.kind = word == "give" ? .give(end: object.wholeNumber("expiresAt")) : .take
        } else {
            return StudioRoutes.refused("amount is a whole number, or unlock is \"give\" or \"take\"")
        }
        let isNew = try book.change(change)
        return .object(["isNew": isNew])
    }

    static func refused(_ reason: String, status: Int = 400) -> HTTPResponse {
        .object(["error": reason], status: status)
    }
}

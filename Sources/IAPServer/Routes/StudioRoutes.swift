internal import IAPBook
internal import IAPHTTP
internal import IAPJSON
internal import IAPSQL

/// The requests of the studio's other servers and of its support.
struct StudioRoutes: Sendable {
    let book: Book
    /// The first one is the default for requests that name none.
    let environments: [String]

    private struct Player: Encodable {
        var player: String
        var environment: String
        var balances: [String: Int64]
        var unlocks: [Unlock]
        var subscriptions: [Subscription]

        struct Subscription: Encodable {
            var originalTransactionId: String
            var productId: String
            var state: String
            var active: Bool
            var startedAt: Int64
            var expiresAt: Int64?
            var renewsAt: Int64?
            var willRenew: Bool?
            var cancellationReason: String?
            var seats: Int64

            init(_ snapshot: SubscriptionSnapshot) {
                originalTransactionId = snapshot.originalID
                productId = snapshot.productID
                state = snapshot.state.rawValue
                active = snapshot.isActive
                startedAt = snapshot.start
                expiresAt = snapshot.end
                renewsAt = snapshot.renewalDate
                willRenew = snapshot.willRenew
                cancellationReason = snapshot.cancellation?.rawValue
                seats = snapshot.seats
            }
        }

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
                }, subscriptions: holdings.subscriptions.map(Player.Subscription.init)))
    }

    func history(_ entries: [BookEntry]) -> HTTPResponse {
        .object(["entries": entries.map(EntryRow.init)])
    }

    private static let amounts: ClosedRange<Int64> = -1_000_000_000_000...1_000_000_000_000

    /// Grants or revokes manually.
    func change(_ player: String, _ request: HTTPRequest, by name: String) throws(SQLError) -> HTTPResponse {
        let change: ManualChange
        do throws(JSONFieldError) {
            change = try manualChange(
                player, JSONField.read(request.body).object(), request.value("environment"), by: name)
        } catch {
            return Self.refused(error.description)
        }
        guard Names.isAcceptable(player), Names.isAcceptable(change.name) else {
            return Self.refused("a name must have 1 to \(Names.longest) characters and no NUL")
        }
        return .object(["isNew": try book.change(change)])
    }

    private func manualChange(
        _ player: String, _ fields: JSONFields, _ environment: String?, by name: String
    ) throws(JSONFieldError) -> ManualChange {
        func notEmpty(_ text: String) -> String? {
            text.isEmpty || text.utf8.contains(0) ? "is empty or contains a NUL" : nil
        }
        var change = ManualChange(
            player: player, environment: environment ?? environments[0], key: try fields["key"].text(notEmpty),
            reason: try fields["reason"].text(notEmpty), name: try fields["name"].text(notEmpty), by: name)
        if fields["environment"].isPresent {
            change.environment = try fields["environment"].word(environments.map { ($0, $0) })
        }
        guard environments.contains(change.environment), environment ?? change.environment == change.environment else {
            throw fields["environment"].error(
                "is not one of \(environments.joined(separator: ", ")), or does not match the query")
        }
        let known = ["key", "reason", "name", "environment", "amount", "unlock", "expiresAt"]
        if let name = fields.names.first(where: { !known.contains($0) }) {
            throw fields.error("has the unknown member \(name.quotedInMessage)")
        }
        guard fields["unlock"].isPresent else {
            change.kind = .counter(try fields["amount"].wholeNumber(Self.amounts))
            return change
        }
        let isGiven = try fields["unlock"].word([("give", true), ("take", false)])
        let end = fields["expiresAt"].isPresent ? try fields["expiresAt"].wholeNumber(0...Int64.max) : nil
        change.kind = isGiven ? .give(end: end) : .take
        return change
    }

    static func refused(_ reason: String, status: Int = 400) -> HTTPResponse {
        .object(["error": reason], status: status)
    }
}

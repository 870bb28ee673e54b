internal import Foundation
internal import IAPLedger
internal import IAPHTTPServer
internal import IAPJSON
internal import IAPSignatures

struct StudioRoutes: Sendable {
    let ledger: Ledger
    /// The first one is the default for requests that name none.
    let environments: [String]
    let verifier: SignedDataVerifier
    /// Nil if no key for the App Store is configured.
    let client: AppStoreClient?
    let log: RequestLog

    private struct Player: Encodable {
        var player: String
        var environment: String
        var balances: [String: Int64]
        var unlocks: [PlayerHoldings.Unlock]
        var subscriptions: [Joined<SubscriptionSnapshot, Subscription>]
    }

    private struct Subscription: Encodable {
        var originalTransactionId: String
        var startedAt: Int64
        var seats: Int64
    }

    func player(_ name: String, environment: String) throws(SQLError) -> HTTPResponse {
        let holdings = try ledger.holdings(of: name, environment: environment)
        let subscriptions = holdings.subscriptions.map {
            Joined($0, Subscription(originalTransactionId: $0.originalID, startedAt: $0.start, seats: $0.seats))
        }
        return .object(
            Player(
                player: name, environment: environment, balances: holdings.balances, unlocks: holdings.unlocks,
                subscriptions: subscriptions))
    }

    private struct History: Encodable {
        var entries: [LedgerEntry]
        var environment: String?
    }

    /// - Parameter environment: nil for the history of a purchase. Each entry names its environment too.
    func history(_ entries: [LedgerEntry], _ environment: String? = nil) -> HTTPResponse {
        .object(History(entries: entries, environment: environment))
    }

    private static let amounts: ClosedRange<Int64> = -1_000_000_000_000...1_000_000_000_000

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
        return .object(["isNew": try ledger.change(change)])
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

// MARK: Support and operations

extension StudioRoutes {
    func overview() throws(SQLError) -> HTTPResponse {
        .object(try ledger.overview(environments))
    }

    func search(_ request: HTTPRequest) throws(SQLError) -> HTTPResponse {
        if let id = request.value("transaction"), !id.utf8.contains(0) {
            return .object(["players": try ledger.players(transaction: id)])
        }
        if let token = request.value("token"), !token.utf8.contains(0) {
            return .object(["players": try ledger.players(token: token)])
        }
        if let order = request.value("order") { return try search(order: order) }
        return Self.refused(
            "the query needs a transaction, an order or a token: ?transaction=ID, ?order=ID or ?token=UUID")
    }

    /// Looks up the order number from a player's mail. Only the App Store knows orders.
    private func search(order: String) throws(SQLError) -> HTTPResponse {
        guard let client else {
            return Self.refused(
                "no key for the App Store Server API is configured, so the server cannot look up orders")
        }
        guard (1...64).contains(order.utf8.count), order.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else {
            return Self.refused("an order must contain only letters and digits")
        }
        guard client.enter() else {
            return Self.refused("too many requests to the App Store are running; try again soon", status: 503)
        }
        defer { client.leave() }
        var players: Set<String> = []
        var fault: String?
        for environment in environments {
            switch client.get("/inApps/v1/lookup/\(order)", environment: environment) {
            case .object(let response): players.formUnion(try self.players(in: response))
            case .empty, .notFound: continue
            case .unavailable(let reason, _), .refused(let reason): fault = "\(environment): \(reason)"
            }
        }
        if players.isEmpty, let fault {
            return Self.refused("the order cannot be looked up in the App Store: \(fault)", status: 503)
        }
        return .object(["players": players.sorted()])
    }

    private func players(in response: JSONObject) throws(SQLError) -> Set<String> {
        var players: Set<String> = []
        for case .text(let text) in response.list("signedTransactions") ?? [] {
            guard let data = try? verifier.check(.transaction, Array(text.utf8)) else { continue }
            // The ledger may have the purchase under another id. All ids have the same original id.
            for id in [data.text(.transactionId), data.text(.originalTransactionId)].compactMap({ $0 }) {
                players.formUnion(try ledger.players(transaction: id))
            }
        }
        return players
    }

    func deliveries(_ request: HTTPRequest) throws(SQLError) -> HTTPResponse {
        .object(["deliveries": try ledger.deliveries(state: request.value("state") ?? "waiting")])
    }

    func sendAgain(_ eventID: String) throws(SQLError) -> HTTPResponse {
        try ledger.sendAgain(eventID)
            ? .object(["eventId": eventID]) : Self.refused("the event does not exist", status: 404)
    }

    func work() throws(SQLError) -> HTTPResponse { .object(["work": try ledger.openWork()]) }

    // MARK: Export

    private static let part = 1000

    /// Writes one entry per line: JSON, or CSV with a header line.
    func export(_ request: HTTPRequest) -> HTTPResponse {
        let isCSV = request.value("format") == "csv"
        guard isCSV || request.value("format") ?? "json" == "json" else {
            return Self.refused("format must be json or csv")
        }
        let (ledger, log) = (ledger, log)
        var response = HTTPResponse(200)
        response.headers = [("Content-Type", isCSV ? "text/csv; charset=utf-8" : "application/x-ndjson")]
        response.stream = { stream in
            // Uses its own thread, because the server's threads send what it writes.
            Thread { Self.write(ledger, log, isCSV: isCSV, to: stream) }.start()
        }
        return response
    }

    private static func write(_ ledger: Ledger, _ log: RequestLog, isCSV: Bool, to stream: HTTPStream) {
        var place: (date: Int64, id: String)?
        var isOpen = !isCSV || stream.write(Array((CSV.line(CSV.names) + "\r\n").utf8))
        while isOpen {
            let entries: [LedgerEntry]
            do throws(SQLError) { entries = try ledger.entries(after: place, limit: part) } catch {
                log.note("error", "an export is not complete", detail: error.description)
                // The reader must not take the partial export for a complete one.
                let mark = isCSV ? "error: not complete\r\n" : #"{"error":"not complete"}"# + "\n"
                _ = stream.write(Array(mark.utf8))
                return
            }
            guard let last = entries.last else { return }
            place = (last.date, last.id)
            let lines = entries.map { isCSV ? CSV.line(of: $0) + "\r\n" : (JSONEncoder.sortedText($0) ?? "{}") + "\n" }
            isOpen = stream.write(Array(lines.joined().utf8)) && waitForReader(stream)
        }
    }

    /// Waits for the reader. Returns false if the reader takes no data for a minute.
    private static func waitForReader(_ stream: HTTPStream) -> Bool {
        for _ in 0..<6000 {
            if stream.unreadCount < 1 << 18 { return true }
            usleep(10_000)
        }
        return false
    }
}

/// Comma-separated values (RFC 4180).
enum CSV {
    static let names = [
        "id", "at", "environment", "player", "kind", "cause", "transactionId", "productId", "name", "amount", "detail",
    ]

    static func line(of entry: LedgerEntry) -> String {
        line([
            entry.id, String(entry.date), entry.environment, entry.player ?? "", entry.kind.rawValue, entry.cause,
            entry.transactionID ?? "", entry.productID ?? "", entry.name ?? "",
            entry.amount.map { String($0) } ?? "", entry.detail ?? "",
        ])
    }

    static func line(_ values: [String]) -> String { values.map(field).joined(separator: ",") }

    /// Spreadsheets treat such a text as a formula. A leading apostrophe prevents this.
    private static func field(_ text: String) -> String {
        let isFormula = text.first.map { "=+-@\t\r".contains($0) } ?? false && Int64(text) == nil
        let shown = isFormula ? "'" + text : text
        guard shown.contains(where: { ",\"\r\n".contains($0) }) else { return shown }
        return "\"" + shown.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
}

internal import Foundation
internal import IAPBook
internal import IAPHTTP
internal import IAPJSON
internal import IAPSQL
internal import IAPSignedData

/// Data for support and operations.
struct SupportRoutes: Sendable {
    let book: Book
    let environments: [String]
    let verifier: SignedDataVerifier
    /// Nil if no key for the App Store is configured.
    let client: AppStoreClient?

    private struct Overview: Encodable {
        var bundleId: String
        var environments: [String]
        var now: Int64
        var purchases: Int64
        var players: Int64
        var notifications: Int64
        var deliveries: [String: Int64]
        var work: [String: Int64]
    }

    func overview() throws(SQLError) -> HTTPResponse {
        let overview = try book.overview()
        return .object(
            Overview(
                bundleId: book.options.bundleID, environments: environments, now: book.now,
                purchases: overview.purchases, players: overview.players, notifications: overview.notifications,
                deliveries: overview.deliveries, work: overview.work))
    }

    func search(_ request: HTTPRequest) throws(SQLError) -> HTTPResponse {
        if let id = request.value("transaction"), !id.utf8.contains(0) {
            return .object(["players": try book.players(transaction: id)])
        }
        if let token = request.value("token"), !token.utf8.contains(0) {
            return .object(["players": try book.players(token: token)])
        }
        if let order = request.value("order") { return try search(order: order) }
        return StudioRoutes.refused(
            "the query needs a transaction, an order or a token: ?transaction=ID, ?order=ID or ?token=UUID")
    }

    /// Looks up the order number from a player's mail. Only the App Store knows orders.
    private func search(order: String) throws(SQLError) -> HTTPResponse {
        guard let client else {
            return StudioRoutes.refused(
                "no key for the App Store Server API is configured, so the server cannot look up orders")
        }
        guard (1...64).contains(order.utf8.count), order.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else {
            return StudioRoutes.refused("an order must contain only letters and digits")
        }
        guard client.enter() else {
            return StudioRoutes.refused("too many requests to the App Store are running; try again soon", status: 503)
        }
        defer { client.leave() }
        var players: Set<String> = []
        var fault: String?
        for environment in environments {
            switch client.get("/inApps/v1/lookup/\(order)", environment: environment) {
            case .object(let answer): players.formUnion(try self.players(in: answer))
            case .empty, .notFound: continue
            case .unavailable(let reason, _), .refused(let reason): fault = "\(environment): \(reason)"
            }
        }
        if players.isEmpty, let fault {
            return StudioRoutes.refused("the order cannot be looked up in the App Store: \(fault)", status: 503)
        }
        return .object(["players": players.sorted()])
    }

    private func players(in answer: JSONObject) throws(SQLError) -> Set<String> {
        var players: Set<String> = []
        for case .text(let text) in answer.list("signedTransactions") ?? [] {
            guard let data = try? verifier.check(.transaction, Array(text.utf8)) else { continue }
            // The book may have the purchase under another id. All ids have the same original id.
            for id in [data.text(.transactionId), data.text(.originalTransactionId)].compactMap({ $0 }) {
                players.formUnion(try book.players(transaction: id))
            }
        }
        return players
    }

    private struct Delivery: Encodable {
        var eventId: String
        var type: String
        var endpoint: String
        var state: String
        var attempts: Int64
        var dueAt: Int64?
        var lastStatus: Int64?
        var lastError: String?
    }

    func deliveries(_ request: HTTPRequest) throws(SQLError) -> HTTPResponse {
        let rows = try book.deliveries(state: request.value("state") ?? "waiting")
        return .object([
            "deliveries": rows.map {
                Delivery(
                    eventId: $0.eventID, type: $0.type, endpoint: $0.endpoint, state: $0.state, attempts: $0.attempts,
                    dueAt: $0.dueDate, lastStatus: $0.lastStatus, lastError: $0.lastError)
            }
        ])
    }

    func sendAgain(_ eventID: String) throws(SQLError) -> HTTPResponse {
        try book.sendAgain(eventID)
            ? .object(["eventId": eventID]) : StudioRoutes.refused("the event does not exist", status: 404)
    }

    private struct OpenWork: Encodable {
        var id: String
        var kind: String
        var environment: String
        var subject: String
        var attempts: Int64
        var dueAt: Int64
        var lastError: String?
    }

    func work() throws(SQLError) -> HTTPResponse {
        .object([
            "work": try book.openWork().map {
                OpenWork(
                    id: $0.id, kind: $0.kind.rawValue, environment: $0.environment, subject: $0.subject,
                    attempts: $0.attempts, dueAt: $0.dueDate, lastError: $0.lastError)
            }
        ])
    }

    // MARK: Export

    private static let part = 1000

    /// Writes one entry per line: JSON, or CSV with a header line.
    func export(_ request: HTTPRequest) -> HTTPResponse {
        let isCSV = request.value("format") == "csv"
        guard isCSV || request.value("format") ?? "json" == "json" else {
            return StudioRoutes.refused("format must be json or csv")
        }
        let book = book
        var response = HTTPResponse(200)
        response.headers = [("Content-Type", isCSV ? "text/csv; charset=utf-8" : "application/x-ndjson")]
        response.stream = { stream in
            // Uses its own thread, because the server's threads send what it writes.
            Thread { Self.write(book, isCSV: isCSV, to: stream) }.start()
        }
        return response
    }

    private static func write(_ book: Book, isCSV: Bool, to stream: HTTPStream) {
        var place: (date: Int64, id: String)?
        var isOpen = !isCSV || stream.write(Array((CSV.line(EntryRow.names) + "\r\n").utf8))
        while isOpen {
            guard let entries = try? book.entries(after: place, limit: part) else {
                // The reader must not take the partial export for a complete one.
                let mark = isCSV ? "error: not complete\r\n" : #"{"error":"not complete"}"# + "\n"
                _ = stream.write(Array(mark.utf8))
                return
            }
            guard let last = entries.last else { return }
            place = (last.date, last.id)
            let lines = entries.map { isCSV ? CSV.line(EntryRow($0).values) + "\r\n" : EntryRow($0).json + "\n" }
            isOpen = stream.write(Array(lines.joined().utf8)) && waitForReader(stream)
        }
    }

    /// Waits for the reader. Returns false if the reader takes no data for a minute.
    private static func waitForReader(_ stream: HTTPStream) -> Bool {
        for _ in 0..<6000 {
            if stream.unreadCount < 1 << 18 { return true }
            Pause.milliseconds(10)
        }
        return false
    }
}

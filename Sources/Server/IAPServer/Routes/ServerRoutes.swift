internal import CIAPPages
internal import Foundation
internal import IAPLedger
internal import IAPHTTPServer
internal import IAPJSON
internal import IAPPlatform
internal import IAPSignatures

/// Checks access and sends each request to the part of the server that handles it.
struct ServerRoutes: Sendable {
    private static let page = HTTPPage(server_page_files())

    let game: GameRoutes
    let appStore: AppStoreRoutes
    let studio: StudioRoutes
    let commerce: CommerceRoutes
    let ledger: Ledger
    let readiness: PromptRead<Void>
    let keys: AccessKeys
    let metrics: Metrics
    let backlog: BacklogReader
    let database: MeasuredDatabase
    let log: RequestLog
    let byPlayer: RequestLimits
    let byAddress: RequestLimits
    let environments: [String]

    private struct Routed {
        var route: String
        var response: HTTPResponse
        var detail: String?
    }

    func respond(to request: HTTPRequest) -> HTTPResponse {
        let start = DispatchTime.now().uptimeNanoseconds
        let id = UniqueID.make()
        let routed = route(request)
        var response = routed.response
        response.headers += [("Request-Id", id), ("X-Content-Type-Options", "nosniff")]
        // Only the page and the product list may stay in a cache. Everything else can be about a player.
        if routed.route != "page", !response.headers.contains(where: { $0.name == "Cache-Control" }) {
            response.headers.append(("Cache-Control", "no-store"))
        }
        let nanoseconds = DispatchTime.now().uptimeNanoseconds - start
        metrics.time(Double(nanoseconds) / 1_000_000_000, route: routed.route)
        metrics.count("iap_requests_total", "route=\"\(routed.route)\",status=\"\(response.status)\"")
        log.request(
            id, method: request.method, route: routed.route, status: response.status,
            milliseconds: Int(nanoseconds / 1_000_000), detail: routed.detail)
        return response
    }

    private func route(_ request: HTTPRequest) -> Routed {
        var request = request
        // The HTTP server sends no body after HEAD.
        if request.method == "HEAD" { request.method = "GET" }
        let path = request.segments
        if let file = Self.page.respond(to: request) { return Routed(route: "page", response: file) }
        let isCommerce = request.path == CommerceRoutes.prefix || request.path.hasPrefix(CommerceRoutes.prefix + "/")
        // The App Store sends from few addresses, and monitoring sends many requests.
        let isLimited = !["health", "metrics"].contains(path.first ?? "") && path != ["v1", "notifications"]
        if isLimited, let seconds = byAddress.secondsToWait(request.address, now: ledger.now) {
            return Routed(
                route: "limited",
                response: Self.tooMany(seconds, isCommerce ? CommerceRoutes.response(.rateLimited) : nil))
        }
        if isCommerce {
            let (route, response, reason) = commerce.respond(to: request)
            return Routed(route: CommerceRoutes.prefix + "/" + route, response: response, detail: reason)
        }
        switch (request.method, path) {
        case ("GET", ["health", "live"]): return Routed(route: "/health/live", response: .text("alive\n"))
        case ("GET", ["health", "ready"]): return ready()
        case ("GET", ["metrics"]):
            let text = metrics.text(backlog.backlog, connections: database.connectionsInUse)
            return Routed(route: "/metrics", response: .text(text))
        case ("POST", ["v1", "notifications"]):
            return attempt("/v1/notifications", orElse: appStore.unavailable, try appStore.receive(request))
        case ("GET", ["v1", "products"]):
            return allowed("/v1/products", request, .game, .studio) { _ in game.products(request) }
        case ("POST", ["v1", "purchases"]): return submit(request)
        case ("GET", ["v1", "overview"]):
            return supported("/v1/overview", request, try studio.overview())
        case ("GET", ["v1", "players"]):
            return supported("/v1/players", request, try studio.search(request))
        case ("GET", ["v1", "deliveries"]):
            return supported("/v1/deliveries", request, try studio.deliveries(request))
        case ("POST", _) where path.count == 4 && path.starts(with: ["v1", "deliveries"]) && path[3] == "again":
            return supported("/v1/deliveries/*/again", request, try studio.sendAgain(path[2]))
        case ("GET", ["v1", "work"]):
            return supported("/v1/work", request, try studio.work())
        case ("GET", ["v1", "export"]):
            return allowed("/v1/export", request, .studio) { _ in studio.export(request) }
        case ("GET", _) where path.starts(with: ["v1", "players"]) || path.starts(with: ["v1", "transactions"]):
            return look(request, path)
        case ("POST", _) where path.count == 4 && path.starts(with: ["v1", "players"]) && path[3] == "changes":
            return allowed("/v1/players/*/changes", request, .studio, .support) { key throws(SQLError) in
                try studio.change(Self.player(path, request), request, by: key.name)
            }
        default:
            return Routed(route: "none", response: StudioRoutes.refused("the path does not exist", status: 404))
        }
    }

    private func submit(_ request: HTTPRequest) -> Routed {
        allowed("/v1/purchases", request, .game, .studio, orElse: game.unavailable) { _ throws(SQLError) in
            let player = request.player
            if let player, !Names.isAcceptable(player) {
                return game.refusedPlayer
            }
            if let player, let seconds = byPlayer.secondsToWait(Self.question(player, request), now: ledger.now) {
                return Self.tooMany(seconds)
            }
            return try game.verdict(request, player: player)
        }
    }

    /// The key of the game is public, so anybody can send requests that name a player. Each limits only itself: who does
    /// not have the player's purchase cannot use up what the player may send.
    private static func question(_ player: String, _ request: HTTPRequest) -> String {
        "\(Hex.text(Digest.sha256(request.body))) \(player)"
    }

    private func look(_ request: HTTPRequest, _ path: [String]) -> Routed {
        let environment = request.value("environment") ?? environments[0]
        let isOfPlayer = path[1] == "players"
        let route = "/v1/\(path[1])/*" + (path.count > 3 ? "/history" : "")
        return allowed(route, request, .studio, .support) { _ throws(SQLError) in
            guard environments.contains(environment) else {
                return StudioRoutes.refused("environment must be one of \(environments.joined(separator: ", "))")
            }
            if isOfPlayer, !Names.isAcceptable(Self.player(path, request)) {
                return StudioRoutes.refused(
                    "the name of a player must have 1 to \(Names.longest) characters and no NUL")
            }
            switch (isOfPlayer, path.count) {
            case (true, 3): return try studio.player(Self.player(path, request), environment: environment)
            case (true, 4) where path[3] == "history":
                return studio.history(
                    try ledger.history(of: Self.player(path, request), environment: environment), environment)
            case (false, 3): return studio.history(try ledger.history(ofTransaction: path[2]))
            default: return StudioRoutes.refused("the path does not exist", status: 404)
            }
        }
    }

    /// A name with a slash cannot be part of a path. "-" means that the name is in the query.
    private static func player(_ path: [String], _ request: HTTPRequest) -> String {
        path[2] == "-" ? request.value("player") ?? "" : path[2]
    }

    private func ready() -> Routed {
        do throws(SQLError) {
            try readiness.response()
            return Routed(route: "/health/ready", response: .text("ready\n"))
        } catch {
            return Routed(
                route: "/health/ready", response: .text("the database is not available\n", status: 503),
                detail: error.description)
        }
    }

    private func supported(
        _ route: String, _ request: HTTPRequest, _ body: @autoclosure () throws(SQLError) -> HTTPResponse
    ) -> Routed {
        allowed(route, request, .studio, .support) { _ throws(SQLError) in try body() }
    }

    private func allowed(
        _ route: String, _ request: HTTPRequest, _ roles: Configuration.Role...,
        orElse unavailable: @autoclosure () -> HTTPResponse = Self.unavailable,
        body: (Configuration.Key) throws(SQLError) -> HTTPResponse
    ) -> Routed {
        switch keys.check(request, roles) {
        case .unknown:
            return Routed(route: route, response: StudioRoutes.refused("the request needs a known key", status: 401))
        case .forbidden:
            return Routed(route: route, response: StudioRoutes.refused("the key has another role", status: 403))
        case .allowed(let key):
            return attempt(route, orElse: unavailable(), try body(key))
        }
    }

    private static var unavailable: HTTPResponse {
        StudioRoutes.refused("the database is not available now", status: 503)
    }

    /// If the database fails, the log has the reason and the client has another response.
    private func attempt(
        _ route: String, orElse unavailable: @autoclosure () -> HTTPResponse,
        _ body: @autoclosure () throws(SQLError) -> HTTPResponse
    ) -> Routed {
        do throws(SQLError) { return Routed(route: route, response: try body()) } catch {
            return Routed(route: route, response: unavailable(), detail: error.description)
        }
    }

    private static func tooMany(_ seconds: Int, _ body: HTTPResponse? = nil) -> HTTPResponse {
        var response = body ?? StudioRoutes.refused("too many requests", status: 429)
        response.headers.append(("Retry-After", String(seconds)))
        return response
    }
}

/// Checks access keys and their roles. The server stores only the digest of a key.
final class AccessKeys: Sendable {
    private let keys: Guarded<[Configuration.Key]>

    init(_ keys: [Configuration.Key]) { self.keys = Guarded(keys) }

    /// Later requests need one of these keys.
    func replace(with keys: [Configuration.Key]) { self.keys.value = keys }

    enum Decision: Sendable {
        case allowed(Configuration.Key)
        case unknown
        case forbidden
    }

    func check(_ request: HTTPRequest, _ roles: [Configuration.Role]) -> Decision {
        guard let bearer = request.bearer, !bearer.isEmpty else { return .unknown }
        // Comparing digests does not reveal how much of a guess is right.
        let digest = Digest.sha256(Array(bearer.utf8))
        guard let key = keys.value.first(where: { $0.digest == digest }) else { return .unknown }
        return roles.contains(key.role) ? .allowed(key) : .forbidden
    }
}

/// Limits the requests per minute, for each address, and for each player and purchase.
final class RequestLimits: Sendable {
    private static let minute: Int64 = 60_000
    private static let mostCounts = 100_000

    private struct Counts {
        var minute: Int64 = 0
        var byName: [String: Int] = [:]
    }

    private let limit: Int
    private let counts = Guarded(Counts())

    init(_ limit: Int) { self.limit = limit }

    /// Returns nil within the limit, otherwise the seconds to wait.
    func secondsToWait(_ name: String, now: Int64) -> Int? {
        counts.withLock { counts in
            let minute = now / Self.minute
            if counts.minute != minute { counts = Counts(minute: minute) }
            // Invented names must not push out other counts, and must not lock out the names that come after them.
            guard counts.byName.count < Self.mostCounts || counts.byName[name] != nil else { return nil }
            let count = (counts.byName[name] ?? 0) + 1
            counts.byName[name] = count
            return count <= limit ? nil : Int((minute + 1) * Self.minute - now + 999) / 1000
        }
    }
}

/// The rule for names of players, counters and unlocks.
enum Names {
    static let longest = 256

    /// Refuses NUL, because C functions end a text there. Refuses the replacement character, because it stands for
    /// bytes that are not UTF-8: two different names could become equal.
    static func isAcceptable(_ text: String) -> Bool {
        (1...longest).contains(text.unicodeScalars.count)
            && !text.unicodeScalars.contains { $0.value == 0 || $0 == "\u{FFFD}" }
    }
}

/// The headers with which a game names its current player.
extension HTTPRequest {
    var player: String? { trimmed("Iap-Player") }

    /// The player's appAccountToken. The client library sends it with each purchase.
    var appAccountToken: String? { trimmed("Iap-App-Account-Token") }

    /// White space around a header does not count (RFC 9110, section 5.5). It is rare.
    private func trimmed(_ name: String) -> String? {
        guard let value = header(name) else { return nil }
        let isSpace = { (byte: UInt8?) in byte == 0x20 || byte == 0x09 }
        guard isSpace(value.utf8.first) || isSpace(value.utf8.last) else { return value }
        return value.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
    }
}

/// The members of two objects in one.
struct Joined<One: Encodable, Other: Encodable>: Encodable {
    let one: One
    let other: Other

    init(_ one: One, _ other: Other) { (self.one, self.other) = (one, other) }

    func encode(to encoder: any Encoder) throws {
        try one.encode(to: encoder)
        try other.encode(to: encoder)
    }
}

extension HTTPResponse {
    static func object(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
        // These values can always be encoded: they contain only strings, numbers and lists of them.
        .json(JSONEncoder.sortedText(value) ?? "{}", status: status)
    }
}

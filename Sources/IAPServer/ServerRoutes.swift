internal import CIAPServerPage
internal import Foundation
internal import IAPBook
internal import IAPHTTP
internal import IAPSQL
internal import IAPSignedData

/// Checks access and sends each request to the part of the server that handles it.
struct ServerRoutes: Sendable {
    private static let page = HTTPPage(server_page_files())

    let game: GameRoutes
    let appStore: AppStoreRoutes
    let studio: StudioRoutes
    let support: SupportRoutes
    let commerce: CommerceRoutes
    let book: Book
    let keys: AccessKeys
    let metrics: Metrics
    let log: RequestLog
    let byPlayer: RequestLimits
    let byAddress: RequestLimits
    let environments: [String]

    /// A response and the pattern of the path, for the log.
    private struct Answered {
        var route: String
        var response: HTTPResponse
        var detail: String?
    }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        let start = DispatchTime.now().uptimeNanoseconds
        let id = UniqueID.make()
        let answered = route(request)
        var response = answered.response
        response.headers += [("Request-Id", id), ("X-Content-Type-Options", "nosniff")]
        let milliseconds = Int((DispatchTime.now().uptimeNanoseconds - start) / 1_000_000)
        metrics.count("iap_requests_total", "route=\"\(answered.route)\",status=\"\(response.status)\"")
        log.request(
            id, method: request.method, route: answered.route, status: response.status, milliseconds: milliseconds,
            detail: answered.detail)
        return response
    }

    private func route(_ request: HTTPRequest) -> Answered {
        var request = request
        // The HTTP server sends no body after HEAD.
        if request.method == "HEAD" { request.method = "GET" }
        let path = request.segments
        if let file = Self.page.answer(request) { return Answered(route: "page", response: file) }
        let isCommerce = request.path == CommerceRoutes.prefix || request.path.hasPrefix(CommerceRoutes.prefix + "/")
        // The App Store sends from few addresses, and monitoring sends many requests.
        let isLimited = !["health", "metrics"].contains(path.first ?? "") && path != ["v1", "notifications"]
        if isLimited, let seconds = byAddress.secondsToWait(request.address, now: book.now) {
            return Answered(
                route: "limited",
                response: Self.tooMany(seconds, isCommerce ? CommerceRoutes.response(.rateLimited) : nil))
        }
        if isCommerce {
            let (route, response) = commerce.answer(request)
            return Answered(route: CommerceRoutes.prefix + "/" + route, response: response)
        }
        switch (request.method, path) {
        case ("GET", ["health", "live"]): return Answered(route: "/health/live", response: .text("alive\n"))
        case ("GET", ["health", "ready"]): return ready()
        case ("GET", ["metrics"]): return Answered(route: "/metrics", response: .text(metrics.text))
        case ("POST", ["v1", "notifications"]):
            return Answered(route: "/v1/notifications", response: appStore.receive(request))
        case ("GET", ["v1", "products"]):
            return allowed("/v1/products", request, .game, .studio) { _ in game.products(request) }
        case ("POST", ["v1", "purchases"]): return submit(request)
        case ("GET", ["v1", "overview"]):
            return supported("/v1/overview", request) { () throws(SQLError) in try support.overview() }
        case ("GET", ["v1", "players"]):
            return supported("/v1/players", request) { () throws(SQLError) in try support.search(request) }
        case ("GET", ["v1", "deliveries"]):
            return supported("/v1/deliveries", request) { () throws(SQLError) in try support.deliveries(request) }
        case ("POST", _) where path.count == 4 && path.starts(with: ["v1", "deliveries"]) && path[3] == "again":
            return supported("/v1/deliveries/*/again", request) { () throws(SQLError) in try support.sendAgain(path[2])
            }
        case ("GET", ["v1", "work"]):
            return supported("/v1/work", request) { () throws(SQLError) in try support.work() }
        case ("GET", ["v1", "export"]):
            return allowed("/v1/export", request, .studio) { _ in support.export(request) }
        case ("GET", _) where path.starts(with: ["v1", "players"]) || path.starts(with: ["v1", "transactions"]):
            return look(request, path)
        case ("POST", _) where path.count == 4 && path.starts(with: ["v1", "players"]) && path[3] == "changes":
            return allowed("/v1/players/*/changes", request, .studio, .support) { key throws(SQLError) in
                try studio.change(Self.player(path, request), request, by: key.name)
            }
        default:
            return Answered(route: "none", response: StudioRoutes.refused("the path does not exist", status: 404))
        }
    }

    private func submit(_ request: HTTPRequest) -> Answered {
        allowed("/v1/purchases", request, .game, .studio) { _ in
            let player = request.player
            if let player, !Names.isAcceptable(player) {
                return game.refusedPlayer
            }
            if let player, let seconds = byPlayer.secondsToWait(player, now: book.now) { return Self.tooMany(seconds) }
            return game.verdict(request, player: player)
        }
    }

    private func look(_ request: HTTPRequest, _ path: [String]) -> Answered {
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
                    try book.history(of: Self.player(path, request), environment: request.value("environment")))
            case (false, 3): return studio.history(try book.history(ofTransaction: path[2]))
            default: return StudioRoutes.refused("the path does not exist", status: 404)
            }
        }
    }

    /// A name with a slash cannot be part of a path. "-" means that the name is in the query.
    private static func player(_ path: [String], _ request: HTTPRequest) -> String {
        path[2] == "-" ? request.value("player") ?? "" : path[2]
    }

    private func ready() -> Answered {
        do throws(SQLError) {
            try book.checkDatabase()
            return Answered(route: "/health/ready", response: .text("ready\n"))
        } catch {
            return Answered(
                route: "/health/ready", response: .text("the database is not available\n", status: 503),
                detail: error.description)
        }
    }

    private func supported(
        _ route: String, _ request: HTTPRequest, body: () throws(SQLError) -> HTTPResponse
    ) -> Answered {
        allowed(route, request, .studio, .support) { _ throws(SQLError) in try body() }
    }

    private func allowed(
        _ route: String, _ request: HTTPRequest, _ roles: Configuration.Role...,
        body: (Configuration.Key) throws(SQLError) -> HTTPResponse
    ) -> Answered {
        switch keys.check(request, roles) {
        case .unknown:
            return Answered(route: route, response: StudioRoutes.refused("the request needs a known key", status: 401))
        case .forbidden:
            return Answered(route: route, response: StudioRoutes.refused("the key has another role", status: 403))
        case .allowed(let key):
            do throws(SQLError) { return Answered(route: route, response: try body(key)) } catch {
                return Answered(
                    route: route, response: StudioRoutes.refused("the database is not available now", status: 503),
                    detail: error.description)
            }
        }
    }

    private static func tooMany(_ seconds: Int, _ body: HTTPResponse? = nil) -> HTTPResponse {
        var response = body ?? StudioRoutes.refused("too many requests", status: 429)
        response.headers.append(("Retry-After", String(seconds)))
        return response
    }
}

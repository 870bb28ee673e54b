internal import IAPHTTPServer
internal import IAPJSON
internal import IAPModel
internal import IAPReferenceStore
internal import IAPSignatures

/// The App Store Server API 1.23, with Apple's paths, responses and errors.
struct ServerAPI: Sendable {
    let store: ReferenceStore

    /// Returns nil for a path that is not part of this API.
    ///
    /// - Parameter isForOtherEnvironment: the request is for the other environment, in which the store has no
    ///   transactions.
    func respond(to request: HTTPRequest, isForOtherEnvironment: Bool) -> HTTPResponse? {
        let path = request.segments
        guard path.first == "inApps" || path.first == "groups" else { return nil }
        do throws(Rejection) {
            guard let token = request.bearer else { throw Rejection(.malformed, "the bearer token is missing") }
            try store.serverKeys.authorize(token)
        } catch {
            // Like Apple, this response is not JSON. Apple's text does not give the reason; ours helps testers.
            return .text("Unauthenticated: \(error.detail)\n", status: 401)
        }
        return respondAuthorized(request, isForOtherEnvironment: isForOtherEnvironment)
    }

    private func respondAuthorized(_ request: HTTPRequest, isForOtherEnvironment: Bool) -> HTTPResponse {
        let path = request.segments
        do {
            var request = request
            // The HTTP server sends no body after HEAD.
            if request.method == "HEAD" { request.method = "GET" }
            let rest = Array(path.dropFirst())
            if path.first == "groups" {
                let seats = SeatRoutes(store: store)
                return try seats.respond(to: request, rest, isForOtherEnvironment: isForOtherEnvironment)
                    ?? missing(request)
            }
            if rest.starts(with: ["v1", "messaging"]) {
                let retention = RetentionRoutes(store: store)
                return try retention.respond(to: request, Array(rest.dropFirst(2))) ?? missing(request)
            }
            return try route(request, rest, isForOtherEnvironment)
        } catch let error as ServerAPIError {
            return .failure(error)
        } catch {
            return .failure(.internalRetryable)
        }
    }

    private func route(_ request: HTTPRequest, _ path: [String], _ isForOtherEnvironment: Bool) throws -> HTTPResponse {
        let customers = CustomerRoutes(store: store, isForOtherEnvironment: isForOtherEnvironment)
        let changes = ChangeRoutes(store: store, isForOtherEnvironment: isForOtherEnvironment)
        let notifications = NotificationRoutes(store: store, isForOtherEnvironment: isForOtherEnvironment)
        switch (request.method, path.count, path.first, path.dropFirst().first) {
        case ("GET", 3, "v1", "history"): return try customers.history(path[2], request, isFirstVersion: true)
        case ("GET", 3, "v2", "history"): return try customers.history(path[2], request, isFirstVersion: false)
        case ("GET", 3, "v1", "transactions"): return try customers.transaction(path[2])
        case ("GET", 4, "v1", "transactions") where path[2] == "appTransactions":
            return try customers.appTransaction(path[3])
        case ("GET", 3, "v1", "subscriptions"): return try customers.statuses(path[2], request)
        case ("GET", 4, "v2", "refund") where path[2] == "lookup": return try customers.refunds(path[3], request)
        case ("GET", 3, "v1", "lookup"): return try customers.order(path[2])
        case ("PUT", 4, "v1", "transactions") where path[3] == "appAccountToken":
            return try changes.setAppAccountToken(path[2], request)
        case ("POST", 4, "v1", "transactions") where path[3] == "finish": return try changes.finish(path[2])
        case ("PUT", 4, let version?, "transactions")
        where path[2] == "consumption" && (version == "v1" || version == "v2"):
            return try changes.reportConsumption(path[3], request, isFirstVersion: version == "v1")
        case ("PUT", 4, "v1", "subscriptions") where path[2] == "extend":
            return try changes.extend(path[3], request)
        case ("POST", 4, "v1", "subscriptions") where path[2...] == ["extend", "mass"]:
            return try changes.extendAll(request)
        case ("GET", 6, "v1", "subscriptions") where path[2...3] == ["extend", "mass"]:
            return try changes.massExtension(productID: path[4], requestID: path[5])
        case ("POST", 3, "v1", "notifications") where path[2] == "test": return try notifications.requestTest()
        case ("GET", 4, "v1", "notifications") where path[2] == "test": return try notifications.testStatus(path[3])
        case ("POST", 3, "v1", "notifications") where path[2] == "history":
            return try notifications.history(request)
        default: return missing(request)
        }
    }

    private func missing(_ request: HTTPRequest) -> HTTPResponse {
        .text("The App Store Server API has no \(request.method) \(request.path).\n", status: 404)
    }
}

extension HTTPResponse {
    static func object(_ members: [String: JSONValue?]) -> HTTPResponse { .json(JSONValue.object(of: members).json) }

    static func failure(_ error: ServerAPIError) -> HTTPResponse {
        var response = object(["errorCode": .whole(error.code), "errorMessage": .text(error.message)])
        response.status = error.status
        return response
    }

    /// Returns a response without a body.
    static func empty(_ status: Int) -> HTTPResponse { HTTPResponse(status) }
}

extension HTTPRequest {
    /// Returns the body as a JSON object.
    var object: JSONObject? { if case .object(let object) = try? JSONReader.read(body) { object } else { nil } }
}

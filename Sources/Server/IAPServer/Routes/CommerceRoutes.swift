internal import IAPLedger
internal import IAPHTTPServer
internal import IAPJSON
internal import IAPSignatures

/// The OpenIAP Commerce Protocol 1.0 over REST. Apple's store is the only store of this provider.
struct CommerceRoutes: Sendable {
    let ledger: Ledger
    let verifier: SignedDataVerifier
    let keys: AccessKeys
    /// The first one is the default for requests that name none.
    let environments: [String]
    let hasEvents: Bool
    /// True if the server looks up subscriptions again after their period has ended.
    let reconciles: Bool

    static let prefix = "/commerce/v1"

    enum Failure: Error {
        case invalidRequest
        case unauthorized
        case forbidden
        case notFound
        case unsupportedStore
        /// With the reason for the log.
        case internalError(String)
        case verificationFailed
        case rateLimited

        /// Fixed texts. A message never repeats data of the request.
        var response: (status: Int, code: String, message: String) {
            switch self {
            case .invalidRequest:
                (400, "INVALID_REQUEST", "the request does not have the form that the operation needs")
            case .unauthorized: (401, "UNAUTHORIZED", "the header Authorization must contain a known credential")
            case .forbidden: (403, "FORBIDDEN", "the credential has another role")
            case .notFound: (404, "NOT_FOUND", "the protocol has no such operation")
            case .unsupportedStore: (422, "UNSUPPORTED_STORE", "this provider supports only the store apple")
            case .rateLimited: (429, "RATE_LIMITED", "too many requests")
            case .internalError: (500, "INTERNAL_ERROR", "the database is not available now")
            case .verificationFailed: (502, "VERIFICATION_FAILED", "the evidence cannot be verified now")
            }
        }

        var reason: String? { if case .internalError(let reason) = self { reason } else { nil } }
    }

    private struct ErrorBody: Encodable {
        var error: Content

        struct Content: Encodable {
            var code: String
            var message: String
        }
    }

    static func response(_ failure: Failure) -> HTTPResponse {
        let (status, code, message) = failure.response
        return .object(ErrorBody(error: .init(code: code, message: message)), status: status)
    }

    /// The reason is that of a failure of the database, for the log.
    typealias Outcome = (route: String, response: HTTPResponse, reason: String?)

    func respond(to request: HTTPRequest) -> Outcome {
        switch "\(request.method) \(request.path.dropFirst(Self.prefix.count))" {
        case "GET /capabilities": return ("capabilities", .object(capabilities), nil)
        case "GET /subscriptions/status": return perform("status", request, [.studio], status)
        case "GET /entitlements": return perform("entitlements", request, [.studio], entitlements)
        case "POST /purchases/verify": return perform("verify", request, [.studio, .game], verify)
        case "POST /purchases/bind": return perform("bind", request, [.studio], bind)
        case "POST /users/erase": return perform("erase", request, [.studio], erase)
        default: return ("error", Self.response(.notFound), nil)
        }
    }

    private func perform(
        _ route: String, _ request: HTTPRequest, _ roles: [Configuration.Role],
        _ body: (HTTPRequest) throws(Failure) -> HTTPResponse
    ) -> Outcome {
        do throws(Failure) {
            try authorize(request, roles)
            return (route, try body(request), nil)
        } catch {
            return (route, Self.response(error), error.reason)
        }
    }

    private func authorize(_ request: HTTPRequest, _ roles: [Configuration.Role]) throws(Failure) {
        switch keys.check(request, roles) {
        case .allowed: return
        // The operation that both roles can use declares no such error.
        case .forbidden: throw roles.count > 1 ? .unauthorized : .forbidden
        case .unknown: throw .unauthorized
        }
    }

    // MARK: Status

    private func asked<Result>(_ body: @autoclosure () throws(SQLError) -> Result) throws(Failure) -> Result {
        do throws(SQLError) { return try body() } catch { throw .internalError(error.description) }
    }

    private func user(_ text: String?) throws(Failure) -> String {
        guard let text, Names.isAcceptable(text) else {
            throw .invalidRequest
        }
        return text
    }

    private struct Held {
        var user: String
        var environment: String
        var holdings: PlayerHoldings
    }

    /// The holdings in one environment: a purchase in the sandbox costs nothing, so it must not open what others pay
    /// for. Production is the default.
    private func held(_ request: HTTPRequest) throws(Failure) -> Held {
        let user = try user(request.value("userId"))
        // The protocol writes an environment in lower case, the rest of the server does not.
        let name = request.value("environment")?.lowercased() ?? environments[0].lowercased()
        guard let environment = environments.first(where: { $0.lowercased() == name }) else { throw .invalidRequest }
        let holdings = try asked(try ledger.holdings(of: user, environment: environment))
        return Held(user: user, environment: environment, holdings: holdings)
    }

    /// The protocol allows no further member in these results, so a header names the environment.
    private static func result(_ value: some Encodable, _ environment: String) -> HTTPResponse {
        var response = HTTPResponse.object(value)
        response.headers.append(("Iap-Environment", environment))
        return response
    }

    private struct Status: Encodable {
        var active: Bool
        var subscription: Standing?
    }

    private struct More: Encodable {
        var store = "apple"
        var startedAt: Int64
        var updatedAt: Int64
    }

    private typealias Standing = Joined<SubscriptionSnapshot, More>

    private static func standing(_ snapshot: SubscriptionSnapshot) -> Standing {
        Standing(snapshot, More(startedAt: snapshot.start, updatedAt: snapshot.updateDate))
    }

    private func status(_ request: HTTPRequest) throws(Failure) -> HTTPResponse {
        let held = try held(request)
        // An active one comes first, then the newest.
        let best = held.holdings.subscriptions.max {
            ($0.isActive ? 1 : 0, $0.updateDate) < ($1.isActive ? 1 : 0, $1.updateDate)
        }
        return Self.result(
            Status(active: best?.isActive ?? false, subscription: best.map(Self.standing)), held.environment)
    }

    private struct Entitlements: Encodable {
        var userId: String
        var productIds: [String]
        var subscriptions: [Standing]
    }

    private func entitlements(_ request: HTTPRequest) throws(Failure) -> HTTPResponse {
        let held = try held(request)
        let active = held.holdings.subscriptions.filter(\.isActive)
        let products = Set(held.holdings.unlocks.compactMap(\.productID) + active.map(\.productID))
        return Self.result(
            Entitlements(
                userId: held.user, productIds: products.sorted(), subscriptions: active.map(Self.standing)),
            held.environment)
    }

    // MARK: Evidence

    private struct Verification: Encodable {
        var store = "apple"
        var isValid: Bool
        var state: String
        var productId: String?
        var environment: String?
    }

    private func evidence(_ object: JSONObject) throws(Failure) -> String {
        guard let store = object.text("store"), Self.isStore(store) else { throw .invalidRequest }
        guard store == "apple" else { throw .unsupportedStore }
        guard let jws = object.object("apple")?.text("jws"), (1...16_384).contains(jws.unicodeScalars.count) else {
            throw .invalidRequest
        }
        return jws
    }

    private static func isStore(_ text: String) -> Bool {
        guard let first = text.utf8.first, ("a"..."z").contains(Character(UnicodeScalar(first))) else { return false }
        return text.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || $0 == UInt8(ascii: "_")
        }
    }

    private func body(_ request: HTTPRequest) throws(Failure) -> JSONObject {
        guard let object = JSONReader.object(request.body) else { throw .invalidRequest }
        return object
    }

    /// Returns nil if the evidence is not signed by the App Store for this app.
    private func read(_ jws: String, _ undecided: Failure) throws(Failure) -> PurchaseFact? {
        do throws(Rejection) { return try PurchaseFact(verifier.check(.transaction, Array(jws.utf8))) } catch {
            if error.reason.isRetryable { throw undecided }
            return nil
        }
    }

    private func verify(_ request: HTTPRequest) throws(Failure) -> HTTPResponse {
        guard let evidence = try read(evidence(body(request)), .verificationFailed) else {
            return .object(Verification(isValid: false, state: "INAUTHENTIC"))
        }
        // The evidence may be old. The ledger may know of a later refund.
        let (fact, isOver) = try asked(try ledger.standing(of: evidence))
        let (isValid, state) =
            if fact.revocation != nil {
                (false, "CANCELED")
            } else if isOver {
                (false, "EXPIRED")
            } else {
                (true, fact.type == .consumable ? "READY_TO_CONSUME" : "ENTITLED")
            }
        return .object(
            Verification(
                isValid: isValid, state: state, productId: fact.productID, environment: fact.environment.lowercased()))
    }

    private static let unverified = "the evidence of a purchase cannot be verified now"

    private func bind(_ request: HTTPRequest) throws(Failure) -> HTTPResponse {
        let object = try body(request)
        let user = try user(object.text("userId"))
        guard let fact = try read(evidence(object), .internalError(Self.unverified)) else {
            return .object(Binding(bound: false))
        }
        let outcome = try asked(
            try ledger.submit(fact, player: user, token: request.appAccountToken, cause: "bind"))
        guard case .applied = outcome else { return .object(Binding(bound: false)) }
        return .object(Binding(bound: true, environment: fact.environment.lowercased()))
    }

    private struct Binding: Encodable {
        var bound: Bool
        /// Only of a bound purchase: a refusal must not say whether the purchase exists.
        var environment: String?
    }

    private struct Erasure: Encodable {
        var accepted = true
        var status = "completed"
    }

    private func erase(_ request: HTTPRequest) throws(Failure) -> HTTPResponse {
        let user = try user(body(request).text("userId"))
        try asked(try ledger.erase(user))
        return .object(Erasure(), status: 202)
    }

    // MARK: Capabilities

    private struct Capabilities: Encodable {
        var commerceProtocolVersion = "1.0"
        var implementation = ["name": "iap-server"]
        var eventTypes = LedgerEvent.types
        var profiles: [String: String]
        var bindings = ["rest": "1.0"]
        var stores: [String: [String: Support]]

        struct Support: Encodable {
            var provider = true
            var implementation = true
            var notes: String?
        }
    }

    private var capabilities: Capabilities {
        var profiles = ["verification": "1.0", "entitlements": "1.0", "accountLifecycle": "1.0"]
        if hasEvents { profiles["events"] = "1.0" }
        var supports: [String: Capabilities.Support] = [:]
        for name in [
            "initialValidation", "serverNotifications", "subscriptions", "renewalEvents", "refundEvents", "expiration",
            "reconciliation", "entitlements", "revenueAmount",
        ] { supports[name] = .init() }
        if !reconciles {
            supports["reconciliation"] = .init(
                implementation: false,
                notes: "No key for the App Store Server API is configured, so the server makes no requests to it.")
        }
        return Capabilities(profiles: profiles, stores: ["apple": supports])
    }
}

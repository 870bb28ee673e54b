internal import IAPBook
internal import IAPHTTP
internal import IAPJSON
internal import IAPSQL
internal import IAPSignedData
internal import IAPSignedText

/// The OpenIAP Commerce Protocol 1.0 over REST. Apple's store is the only store of this provider.
struct CommerceRoutes: Sendable {
    let book: Book
    let verifier: SignedDataVerifier
    let keys: AccessKeys
    let environments: [String]
    let hasEvents: Bool
    /// True if the server looks up subscriptions again after their period has ended.
    let reconciles: Bool

    static let prefix = "/commerce/v1"

    enum Failure: String, Error {
        case invalidRequest = "INVALID_REQUEST"
        case unauthorized = "UNAUTHORIZED"
        case forbidden = "FORBIDDEN"
        case notFound = "NOT_FOUND"
        case unsupportedStore = "UNSUPPORTED_STORE"
        case internalError = "INTERNAL_ERROR"
        case verificationFailed = "VERIFICATION_FAILED"
        case rateLimited = "RATE_LIMITED"

        /// Fixed texts. A message never repeats data of the request.
        var answer: (status: Int, message: String) {
            switch self {
            case .invalidRequest: (400, "the request does not have the form that the operation needs")
            case .unauthorized: (401, "the header Authorization must contain a known credential")
            case .forbidden: (403, "the credential has another role")
            case .notFound: (404, "the protocol has no such operation")
            case .unsupportedStore: (422, "this provider supports only the store apple")
            case .rateLimited: (429, "too many requests")
            case .internalError: (500, "the database is not available now")
            case .verificationFailed: (502, "the evidence cannot be verified now")
            }
        }
    }

    private struct ErrorBody: Encodable {
        var error: Content

        struct Content: Encodable {
            var code: String
            var message: String
        }
    }

    static func response(_ failure: Failure) -> HTTPResponse {
        let (status, message) = failure.answer
        return .object(ErrorBody(error: .init(code: failure.rawValue, message: message)), status: status)
    }

    /// - Returns: the response and the pattern of the path.
    func answer(_ request: HTTPRequest) -> (route: String, response: HTTPResponse) {
        let operation = "\(request.method) \(request.path.dropFirst(Self.prefix.count))"
        do throws(Failure) {
            switch operation {
            case "GET /capabilities": return ("capabilities", .object(capabilities))
            case "GET /subscriptions/status":
                try authorize(request, [.studio])
                return ("status", try status(request))
            case "GET /entitlements":
                try authorize(request, [.studio])
                return ("entitlements", try entitlements(request))
            case "POST /purchases/verify":
                try authorize(request, [.studio, .game])
                return ("verify", try verify(request))
            case "POST /purchases/bind":
                try authorize(request, [.studio])
                return ("bind", try bind(request))
            case "POST /users/erase":
                try authorize(request, [.studio])
                return ("erase", try erase(request))
            default: throw .notFound
            }
        } catch {
            return ("error", Self.response(error))
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

    private func asked<Result>(_ body: () throws(SQLError) -> Result) throws(Failure) -> Result {
        do throws(SQLError) { return try body() } catch { throw .internalError }
    }

    private func user(_ text: String?) throws(Failure) -> String {
        guard let text, Names.isAcceptable(text) else {
            throw .invalidRequest
        }
        return text
    }

    /// Holdings of all environments together. Active ones come first, then the newest.
    private func holdings(_ request: HTTPRequest) throws(Failure) -> (user: String, list: [PlayerHoldings]) {
        let user = try user(request.value("userId"))
        var list: [PlayerHoldings] = []
        for environment in environments {
            list.append(try asked { () throws(SQLError) in try book.holdings(of: user, environment: environment) })
        }
        return (user, list)
    }

    private struct Status: Encodable {
        var active: Bool
        var subscription: Standing?
    }

    private struct Standing: Encodable {
        var productId: String
        var state: String
        var active: Bool
        var store = "apple"
        var expiresAt: Int64?
        var renewsAt: Int64?
        var willRenew: Bool?
        var cancellationReason: String?
        var startedAt: Int64
        var updatedAt: Int64

        init(_ snapshot: SubscriptionSnapshot) {
            productId = snapshot.productID
            state = snapshot.state.rawValue
            active = snapshot.isActive
            expiresAt = snapshot.end
            renewsAt = snapshot.renewalDate
            willRenew = snapshot.willRenew
            cancellationReason = snapshot.cancellation?.rawValue
            startedAt = snapshot.start
            updatedAt = snapshot.updateDate
        }
    }

    private func status(_ request: HTTPRequest) throws(Failure) -> HTTPResponse {
        let subscriptions = try holdings(request).list.flatMap(\.subscriptions)
        let best = subscriptions.max { ($0.isActive ? 1 : 0, $0.updateDate) < ($1.isActive ? 1 : 0, $1.updateDate) }
        return .object(Status(active: best?.isActive ?? false, subscription: best.map(Standing.init)))
    }

    private struct Entitlements: Encodable {
        var userId: String
        var productIds: [String]
        var subscriptions: [Standing]
    }

    private func entitlements(_ request: HTTPRequest) throws(Failure) -> HTTPResponse {
        let (user, list) = try holdings(request)
        let active = list.flatMap(\.subscriptions).filter(\.isActive)
        let products = Set(list.flatMap(\.unlocks).compactMap(\.productID) + active.map(\.productID))
        return .object(
            Entitlements(userId: user, productIds: products.sorted(), subscriptions: active.map(Standing.init)))
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
        // The evidence may be old. The book may know of a later refund.
        let (fact, isOver) = try asked { () throws(SQLError) in try book.standing(of: evidence) }
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

    private func bind(_ request: HTTPRequest) throws(Failure) -> HTTPResponse {
        let object = try body(request)
        let user = try user(object.text("userId"))
        guard let fact = try read(evidence(object), .internalError) else { return .object(["bound": false]) }
        let outcome = try asked { () throws(SQLError) in
            try book.submit(fact, player: user, token: request.appAccountToken, cause: "bind")
        }
        if case .applied = outcome { return .object(["bound": true]) }
        return .object(["bound": false])
    }

    private struct Erasure: Encodable {
        var accepted = true
        var status = "completed"
    }

    private func erase(_ request: HTTPRequest) throws(Failure) -> HTTPResponse {
        let user = try user(body(request).text("userId"))
        try asked { () throws(SQLError) in try book.erase(user) }
        return .object(Erasure(), status: 202)
    }

    // MARK: Capabilities

    private struct Capabilities: Encodable {
        var commerceProtocolVersion = "1.0"
        var implementation = ["name": "iap-server"]
        var eventTypes = BookEvent.types
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

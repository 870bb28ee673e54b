internal import CIAPStorePage
internal import IAPHTTP
internal import IAPJSON
internal import IAPModel
internal import IAPReferenceStore

/// Sends each request to the part of the server that handles it.
struct StoreRoutes: Sendable {
    static let page = HTTPPage(store_page_files())

    let store: ReferenceStore
    let events: EventFeed
    private let options: StoreServer.Options
    private let faults: FaultBook
    private let limits: RateLimits?
    private let admin: AdminAPI
    private let serverAPI: ServerAPI

    init(_ store: ReferenceStore, _ options: StoreServer.Options, faults: FaultBook, events: EventFeed) {
        self.store = store
        self.events = events
        self.options = options
        self.faults = faults
        limits = options.hasRateLimits ? RateLimits(store) : nil
        admin = AdminAPI(store: store, token: options.token, events: events)
        serverAPI = ServerAPI(store: store)
    }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        if let response = admin.answer(request) { return secured(response) }
        if let file = Self.page.answer(request) { return secured(file) }
        switch (request.method, request.path) {
        case ("GET", "/openapi.json"): return secured(.json(OpenAPI.text))
        case ("GET", "/health"): return secured(.json("{\"status\":\"ok\"}"))
        default: return faults.applyingFault(request, now: store.time) { answerAsApple(request) }
        }
    }

    /// Reads the faults of the store again.
    func lookForFaults() { faults.refresh() }

    /// Responds as Apple's servers do.
    private func answerAsApple(_ request: HTTPRequest) -> HTTPResponse {
        var request = request
        // Apple has one host per environment. Here production is a path prefix.
        let isForProduction = request.path.hasPrefix("/production/")
        if isForProduction { request.path.removeFirst("/production".count) }
        if let limited = limits?.answer(request) { return limited }
        let isForOther = isForProduction != (store.environment == .production)
        if let response = serverAPI.answer(request, isForOtherEnvironment: isForOther) { return response }
        switch request.path {
        case "/verifyReceipt": return verifyReceipt(request, isForProduction)
        case "/ocsp": return ocsp(request)
        default: return .text("The server has no \(request.method) \(request.path).\n", status: 404)
        }
    }

    /// The HTTP status is always 200; the body contains the result.
    private func verifyReceipt(_ request: HTTPRequest, _ isForProduction: Bool) -> HTTPResponse {
        var question = VerifyReceiptRequest(body: request.body)
        question.isForProduction = isForProduction
        question.sharedSecret = options.sharedSecret
        if request.method != "POST" { question.status = 21000 }
        do throws(StoreFailure) { return .json(try store.answer(question)) } catch {
            return .json("{\"status\":21009,\"is_retryable\":true}")
        }
    }

    private func ocsp(_ request: HTTPRequest) -> HTTPResponse {
        guard request.method == "POST" else { return .text("OCSP requests need the method POST.\n", status: 405) }
        do throws(StoreFailure) {
            return HTTPResponse(
                200, headers: [("Content-Type", "application/ocsp-response")],
                body: try store.answerOCSP(request.body, .delegate, isByMachine: true))
        } catch {
            return .text("\(error.detail)\n", status: 500)
        }
    }

    private func secured(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        response.headers += [
            ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
        ]
        return response
    }
}

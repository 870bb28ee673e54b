internal import IAPHTTP
internal import IAPJSON
internal import IAPModel
internal import IAPReferenceStore

/// Which part of the server answers what.
struct StoreRoutes: Sendable {
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
        if let file = PageFiles.page.answer(request) { return secured(file) }
        switch (request.method, request.path) {
        case ("GET", "/openapi.json"): return secured(.json(OpenAPI.text))
        case ("GET", "/health"): return secured(.json("{\"status\":\"ok\"}"))
        default: return faults.applyingFault(request, now: store.time) { answerAsApple(request) }
        }
    }

    /// The store may have other faults now.
    func lookForFaults() { faults.refresh() }

    /// What the App Store's own servers answer.
    private func answerAsApple(_ request: HTTPRequest) -> HTTPResponse {
        var request = request
        // Apple has a host for each environment; here production is a prefix.
        let isForProduction = request.path.hasPrefix("/production/")
        if isForProduction { request.path.removeFirst("/production".count) }
        if let limited = limits?.answer(request) { return limited }
        let isForOther = isForProduction != (store.environment == .production)
        if let response = serverAPI.answer(request, isForOtherEnvironment: isForOther) { return response }
        switch request.path {
        case "/verifyReceipt": return verifyReceipt(request, isForProduction)
        case "/ocsp": return ocsp(request)
        default: return .text("There is no \(request.method) \(request.path).\n", status: 404)
        }
    }

    /// The status of HTTP is 200, whatever the answer says.
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
        guard request.method == "POST" else { return .text("OCSP requests are sent with POST.\n", status: 405) }
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

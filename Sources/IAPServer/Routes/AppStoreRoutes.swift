internal import IAPBook
internal import IAPHTTP
internal import IAPJSON
internal import IAPSQL
internal import IAPSignedData
internal import IAPSignedText

/// Receives notifications from the App Store. Their signature authorizes them.
struct AppStoreRoutes: Sendable {
    let book: Book
    let verifier: SignedDataVerifier
    let metrics: Metrics
    static let bodyLimit = 1 << 20

    /// Returns 200 when the notification is applied, also if it was applied earlier. Apple sends it again after any
    /// 5xx.
    func receive(_ request: HTTPRequest) -> HTTPResponse {
        guard request.body.count <= Self.bodyLimit, let object = JSONReader.object(request.body),
            let text = object.text("signedPayload")
        else { return refused("the request has no signedPayload", type: "unknown") }
        let fact: NotificationFact
        do throws(Rejection) { fact = try NotificationFact(text: text, verifier) } catch {
            if error.reason.isRetryable { return unavailable(error.detail) }
            return refused(error.detail, type: "unknown")
        }
        do throws(SQLError) {
            let isNew = try book.receive(fact)
            metrics.count(
                "iap_notifications_total",
                "type=\"\(Self.label(fact.type))\",outcome=\"\(isNew ? "applied" : "repeated")\"")
            return HTTPResponse(200)
        } catch {
            return unavailable("the server's database is not available now")
        }
    }

    private func refused(_ reason: String, type: String) -> HTTPResponse {
        metrics.count("iap_notifications_total", "type=\"\(type)\",outcome=\"refused\"")
        return .object(["error": reason], status: 400)
    }

    private func unavailable(_ reason: String) -> HTTPResponse {
        .object(["error": reason], status: 503)
    }

    /// Accepts capital letters and underscores, as in Apple's types.
    private static func label(_ type: String) -> String {
        String(type.filter { $0.isASCII && ($0.isLetter || $0 == "_") }.prefix(40))
    }
}

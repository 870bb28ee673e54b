internal import Foundation
internal import IAPLedger
internal import IAPHTTP
internal import IAPHTTPServer
internal import IAPJSON
internal import IAPPlatform
internal import IAPSignatures

/// Calls the App Store Server API with the studio's key.
final class AppStoreClient: Sendable {
    /// Apple accepts tokens for at most one hour. The client creates a new one before that.
    private static let tokenLifetime: Int64 = 1200

    enum Response: Sendable {
        case object(JSONObject)
        /// A 2xx response without JSON.
        case empty
        /// The environment has no such transaction.
        case notFound
        /// The request may succeed later.
        case unavailable(String, notBefore: Int64?)
        case refused(String)
    }

    private struct Token: Sendable {
        var text: String
        var end: Int64
    }

    private let options: Configuration.AppStore
    private let key: AppServerKey
    /// The machine's time, because the App Store checks tokens against its own clock.
    private let now: @Sendable () -> Int64
    private let token = Guarded<Token?>(nil)
    private let calls = Guarded(0)
    private static let mostCalls = 2

    init(
        _ options: Configuration.AppStore, bundleID: String,
        now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1000) }
    ) throws(SignedDataError) {
        self.options = options
        self.now = now
        key = AppServerKey(
            id: options.keyID, issuerID: options.issuerID, bundleID: bundleID,
            key: try PrivateKey(pkcs8Text: options.privateKey))
    }

    /// Returns true if a thread that serves a client may call the App Store now. The thread must call `leave`
    /// afterwards.
    func enter() -> Bool {
        calls.withLock { count in
            guard count < Self.mostCalls else { return false }
            count += 1
            return true
        }
    }

    func leave() { calls.withLock { $0 -= 1 } }

    /// Encodes a text for use in a query.
    static func query(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~")))
            ?? ""
    }

    func get(_ path: String, environment: String) -> Response { send("GET", path, environment, nil) }

    func send(_ method: String, _ path: String, _ environment: String, _ body: (any Encodable)?) -> Response {
        let base = environment == "Production" ? options.productionURL : options.sandboxURL
        var call = HTTPCall(method, base + path)
        call.timeoutMilliseconds = 30_000
        call.responseLimit = 16 << 20
        do {
            call.headers = [
                ("Authorization", "Bearer \(try bearer())"), ("Accept", "application/json"),
                ("User-Agent", "iap-server"),
            ]
        } catch {
            return .refused("the server cannot sign a token: \(error.description)")
        }
        if let body {
            call.headers.append(("Content-Type", "application/json"))
            call.body = Array((JSONEncoder.sortedText(body) ?? "{}").utf8)
        }
        do throws(HTTPCall.Failure) { return response(try call.perform()) } catch {
            return .unavailable("the App Store cannot be reached: \(error.detail)", notBefore: nil)
        }
    }

    private func response(_ received: ServerResponse) -> Response {
        let object = JSONReader.object(received.body)
        let code = object?.wholeNumber("errorCode")
        switch received.status {
        case 200..<300: return object.map(Response.object) ?? .empty
        case 404 where code == 4_040_010 || code == 4_040_005: return .notFound
        case 429:
            return .unavailable("the App Store returned status 429", notBefore: received.retryAfter.flatMap(moment))
        case 500..., 408: return .unavailable("the App Store returned status \(received.status)", notBefore: nil)
        // These are the errors with "retryable" in their name. Production also returns 401 before the app's first
        // release.
        case 401: return .unavailable("the App Store does not accept the key", notBefore: nil)
        case _ where code.map { [4_040_002, 4_040_004, 4_040_006].contains($0) } ?? false:
            return .unavailable("the App Store returned status \(received.status), error \(code ?? 0)", notBefore: nil)
        default:
            return .refused(
                "the App Store returned status \(received.status), \(code.map { "error \($0)" } ?? "no error code")")
        }
    }

    /// Apple uses milliseconds since 1970, where HTTP has seconds. The client waits at most one day.
    private func moment(_ text: String) -> Int64? {
        guard let number = Int64(text), number >= 0 else { return nil }
        let (now, day): (Int64, Int64) = (now(), 86_400_000)
        let isMoment = number > 1_000_000_000_000
        return isMoment ? min(number, now + day) : now + min(number, day / 1000) * 1000
    }

    private func bearer() throws(SignedDataError) -> String {
        let now = now()
        if let known = token.value, known.end > now { return known.text }
        var request = ServerRequest(.apiToken)
        request.lifetime = Self.tokenLifetime
        let text = try key.sign(request, at: now).text
        token.value = Token(text: text, end: now + Self.tokenLifetime * 500)
        return text
    }
}

/// Reads the purchases of a legacy app receipt. If the server has a key for the App Store, it uses the App Store's
/// current data; otherwise it uses the receipt's data.
struct ReceiptReader: Sendable {
    let verifier: SignedDataVerifier
    let receipts: ReceiptVerifier
    /// Nil if no key for the App Store is configured.
    let client: AppStoreClient?
    /// The owner of a purchase must come from its appAccountToken.
    let needsMarks: Bool
    private static let mostPages = 100

    enum Outcome: Sendable {
        case purchases([PurchaseFact])
        case invalid(String)
        case undecided(String)
    }

    /// - Parameter text: the receipt in Base64.
    func read(_ text: String) -> Outcome {
        let receipt: AppReceipt
        do throws(Rejection) { receipt = try receipts.verify(Array(text.utf8)) } catch {
            return error.reason.isRetryable ? .undecided(error.detail) : .invalid(error.detail)
        }
        let environment = receipt.receiptType?.hasSuffix("Sandbox") == true ? "Sandbox" : "Production"
        // A request to the App Store occupies a thread of the HTTP server.
        guard let client else {
            if needsMarks {
                return .undecided("a receipt contains no appAccountToken, so the server needs a key for the App Store")
            }
            return .purchases(receipt.purchases.compactMap { PurchaseFact($0, of: receipt, environment: environment) })
        }
        guard client.enter() else { return .undecided("the server is already reading too many receipts") }
        defer { client.leave() }
        guard let first = receipt.purchases.compactMap(\.transactionID).first else {
            return .purchases([])
        }
        return history(of: first, environment, client)
    }

    private func history(of id: UInt64, _ environment: String, _ client: AppStoreClient) -> Outcome {
        var (facts, revision): ([PurchaseFact], String?) = ([], nil)
        for _ in 0..<Self.mostPages {
            let query = revision.map { "?revision=\(AppStoreClient.query($0))" } ?? ""
            switch client.get("/inApps/v2/history/\(id)\(query)", environment: environment) {
            case .object(let object):
                for case .text(let text) in object.list("signedTransactions") ?? [] {
                    do throws(Rejection) {
                        facts.append(try PurchaseFact(verifier.check(.transaction, Array(text.utf8))))
                    } catch {
                        return .undecided("the history from the App Store is not valid: \(error.detail)")
                    }
                }
                guard case .flag(true) = object["hasMore"], let next = object.text("revision"), next != revision else {
                    return .purchases(facts)
                }
                revision = next
            case .notFound: return .invalid("the App Store does not know the receipt's purchases")
            case .empty: return .undecided("the App Store returned no history")
            case .unavailable(let reason, _), .refused(let reason): return .undecided(reason)
            }
        }
        return .purchases(facts)
    }
}

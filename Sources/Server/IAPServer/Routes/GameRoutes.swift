internal import Foundation
internal import IAPLedger
internal import IAPHTTPServer
internal import IAPJSON
internal import IAPSignatures

struct GameRoutes: Sendable {
    let ledger: Ledger
    let verifier: SignedDataVerifier
    let receipts: ReceiptReader
    let metrics: Metrics
    /// Allows a signed transaction and some more fields, or a receipt with thousands of purchases.
    static let bodyLimit = 1 << 20
    static let transactionLimit = 64 << 10

    /// Returns the product list of the server model. It has a tag: a game that already has the list receives no body.
    func products(_ request: HTTPRequest) -> HTTPResponse {
        let list = HTTPResponse.object(["products": ledger.options.goods.productIDs])
        let tag = "\"\(Hex.text(Array(Digest.sha256(list.body).prefix(16))))\""
        let known = (request.header("If-None-Match") ?? "").split(separator: ",").map {
            let tag = $0.trimmingCharacters(in: .whitespaces)
            return tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
        }
        var response = known.contains(tag) || known == ["*"] ? HTTPResponse(304) : list
        response.headers += [("ETag", tag), ("Cache-Control", "private, max-age=300")]
        return response
    }

    // MARK: Purchases

    var refusedPlayer: HTTPResponse {
        result("invalid", "Iap-Player must be a name of 1 to \(Names.longest) characters in UTF-8", status: 400)
    }

    private struct Verdict: Encodable {
        var verdict: String
        var reason: String?
        var environment: String?
        var transactionId: String?
        var productId: String?
        /// What the player has received for the purchase, now or earlier.
        var granted: [Item]?

        struct Item: Encodable {
            var counter: String?
            var amount: Int64?
            var unlock: String?
            var expiresAt: Int64?
        }
    }

    /// The response while the database fails. The purchase waits in the game.
    var unavailable: HTTPResponse { undecided("the server's database is not available now", seconds: 5) }

    func verdict(_ request: HTTPRequest, player: String?) throws(SQLError) -> HTTPResponse {
        guard request.body.count <= Self.bodyLimit else {
            return result("invalid", "the request is larger than \(Self.bodyLimit) bytes", status: 413)
        }
        guard let object = JSONReader.object(request.body) else {
            return result("invalid", "the request is not a JSON object", status: 400)
        }
        if let receipt = object.text("receipt") {
            return try verdict(
                receipt: receipt, of: object.text("transactionId"), player: player, token: request.appAccountToken)
        }
        guard let text = object.text("signedTransaction") else {
            return result("invalid", "the request has neither signedTransaction nor receipt", status: 400)
        }
        guard text.utf8.count <= Self.transactionLimit else {
            return result("invalid", "signedTransaction is longer than \(Self.transactionLimit) bytes", status: 413)
        }
        let fact: PurchaseFact
        do throws(Rejection) {
            fact = try PurchaseFact(verifier.check(.transaction, Array(text.utf8)))
        } catch {
            if error.reason.isRetryable { return undecided(error.detail, seconds: 60) }
            return result("invalid", error.detail)
        }
        for (name, signed) in [
            ("transactionId", fact.transactionID), ("productId", fact.productID), ("environment", fact.environment),
        ] {
            guard let value = object[name], value != .null else { continue }
            guard case .text(let named) = value else {
                return result("invalid", "\(name) is not a string", status: 400)
            }
            if named != signed { return result("invalid", "\(name) does not match the signed transaction") }
        }
        // The studio may add the product to the list later. The purchase waits for that.
        guard ledger.options.goods.isKnown(fact.productID) else {
            return undecided("the server's product list does not contain \(fact.productID)", seconds: 3600)
        }
        return verdict(fact, try ledger.submit(fact, player: player, token: request.appAccountToken))
    }

    /// Submits all purchases of the receipt. The receipt is valid if it contains an unrevoked purchase of the player;
    /// if the game names a transaction, that one must be such a purchase. A purchase of another player is not invalid.
    private func verdict(
        receipt: String, of transactionID: String?, player: String?, token: String?
    ) throws(SQLError) -> HTTPResponse {
        switch receipts.read(receipt) {
        case .invalid(let reason): return result("invalid", reason)
        case .undecided(let reason): return undecided(reason, seconds: 60)
        case .purchases(let facts):
            guard player != nil else {
                return undecided("the owner of the receipt is unknown; send the header Iap-Player", seconds: 3600)
            }
            var granted: [Verdict.Item] = []
            var isValid = false
            var isOfOthers = false
            var purchases: Set<String> = []
            // The receipt may have another id of the purchase than the game.
            let named = try transactionID.map { id throws(SQLError) in try ledger.ids(ofTransaction: id) }
            for fact in facts where ledger.options.goods.isKnown(fact.productID) {
                let isNamed = named?.contains(fact.transactionID) ?? true
                switch try ledger.submit(fact, player: player, token: token, cause: "receipt") {
                case .ofAnotherPlayer, .ofUnknownPlayer, .applied(nil, _, _):
                    if isNamed { isOfOthers = true }
                case .applied(_?, let record, _):
                    guard let record, record.fact.revocation == nil else { continue }
                    if purchases.insert(record.fact.transactionID).inserted { granted += items(fact) }
                    if isNamed { isValid = true }
                }
            }
            guard isValid || !isOfOthers else {
                return undecided(
                    "the receipt contains no valid purchase of this player, but one of another player", seconds: 3600)
            }
            guard isValid else {
                return result("invalid", "the receipt contains no such valid purchase of this player")
            }
            metrics.count("iap_verdicts_total", "verdict=\"valid\"")
            return .object(Verdict(verdict: "valid", granted: granted))
        }
    }

    private func verdict(_ fact: PurchaseFact, _ outcome: ChangeOutcome) -> HTTPResponse {
        switch outcome {
        // The library finishes an invalid purchase. The player who paid may still be the next to sign in.
        case .ofAnotherPlayer: return undecided("the purchase belongs to another player", seconds: 3600)
        case .ofUnknownPlayer:
            return undecided(
                "the server does not know the player of the purchase's app account token; "
                    + "send the header Iap-App-Account-Token", seconds: 3600)
        case .applied(nil, _, _):
            return undecided("the owner of the purchase is unknown; send the header Iap-Player", seconds: 3600)
        case .applied(_?, let record, _):
            if let revocation = record?.fact.revocation {
                return result("invalid", "the App Store revoked the purchase at \(revocation.date) ms")
            }
            metrics.count("iap_verdicts_total", "verdict=\"valid\"")
            var verdict = Verdict(verdict: "valid")
            verdict.environment = fact.environment
            verdict.transactionId = fact.transactionID
            verdict.productId = fact.productID
            verdict.granted = items(fact)
            return .object(verdict)
        }
    }

    private func items(_ fact: PurchaseFact) -> [Verdict.Item] {
        let goods = ledger.options.goods
        var items = goods.counters(fact).map { Verdict.Item(counter: $0.name, amount: $0.amount) }
        if fact.type != .consumable {
            items += goods.unlocks(fact.productID).map {
                Verdict.Item(unlock: $0.name, expiresAt: fact.expirationDate)
            }
        }
        return items
    }

    private func result(_ verdict: String, _ reason: String, status: Int = 200) -> HTTPResponse {
        metrics.count("iap_verdicts_total", "verdict=\"\(verdict)\"")
        return .object(["verdict": verdict, "reason": reason], status: status)
    }

    private func undecided(_ reason: String, seconds: Int) -> HTTPResponse {
        var response = result("undecided", reason)
        response.headers.append(("Retry-After", String(seconds)))
        return response
    }
}

/// Receives notifications from the App Store. Their signature authorizes them.
struct AppStoreRoutes: Sendable {
    let ledger: Ledger
    let verifier: SignedDataVerifier
    let metrics: Metrics
    static let bodyLimit = 1 << 20

    /// Returns 200 when the notification is applied, even if it was applied earlier. Apple sends it again after any
    /// 5xx.
    func receive(_ request: HTTPRequest) throws(SQLError) -> HTTPResponse {
        guard request.body.count <= Self.bodyLimit, let object = JSONReader.object(request.body),
            let text = object.text("signedPayload")
        else { return refused("the request has no signedPayload") }
        let fact: NotificationFact
        do throws(Rejection) { fact = try NotificationFact(text: text, verifier) } catch {
            if error.reason.isRetryable { return unavailable(error.detail) }
            return refused(error.detail)
        }
        let isNew = try ledger.receive(fact)
        metrics.count(
            "iap_notifications_total",
            "type=\"\(Self.label(fact.type))\",outcome=\"\(isNew ? "applied" : "repeated")\"")
        return HTTPResponse(200)
    }

    /// The response while the database fails. The App Store sends the notification again.
    var unavailable: HTTPResponse { unavailable("the server's database is not available now") }

    private func refused(_ reason: String) -> HTTPResponse {
        metrics.count("iap_notifications_total", "type=\"unknown\",outcome=\"refused\"")
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

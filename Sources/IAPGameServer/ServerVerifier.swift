internal import Foundation
internal import IAPJSON
package import IAPModel

/// Requests verdicts about purchases from the game server. It is thread-safe.
package final class ServerVerifier: Sendable {
    private static let answerLimit = 64 << 10

    private let address: ServerAddress
    private let connection: ServerConnection
    private let headers: ServerHeaders
    private let appAccountToken: String?
    private let timeoutMilliseconds: UInt32

    /// - Parameter appAccountToken: The token of the current player, a UUID. The server compares it with the token of
    ///   each purchase, because players can share an Apple account. Nil if the game gives its players no tokens.
    package init(
        address: ServerAddress, headers: ServerHeaders = .none, appAccountToken: String? = nil,
        timeoutMilliseconds: UInt32
    ) {
        self.address = address
        connection = ServerConnection(to: address)
        self.headers = headers
        self.appAccountToken = appAccountToken
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// Verifies a transaction. A response without a clear verdict is `.undecided`. A cancelled request is `.undecided`
    /// immediately.
    package func verify(_ transaction: Transaction) async -> Verdict {
        var fields = [ServerHeaders.Field(name: "Idempotency-Key", value: Self.idempotencyKey(of: transaction))]
        if let appAccountToken { fields.append(.init(name: "Iap-App-Account-Token", value: appAccountToken)) }
        let question = ServerQuestion(
            headers: headers, fields: fields,
            body: Self.body(of: transaction), timeoutMilliseconds: timeoutMilliseconds, answerLimit: Self.answerLimit)
        switch await connection.ask(question) {
        case .success(let answer):
            return Self.verdict(
                answer, from: address.host, now: Int64(Date().timeIntervalSince1970 * 1000))
        case .failure(let error): return .undecided(error, retryAfter: nil)
        }
    }

    /// Returns the same key for every request about one transaction, also after a restart.
    static func idempotencyKey(of transaction: Transaction) -> String {
        let environment = transaction.environment.unicodeScalars.filter { "a"..."z" ~= $0 || "A"..."Z" ~= $0 }
        return (["iap", String(String.UnicodeScalarView(environment)), String(transaction.id)].filter { !$0.isEmpty })
            .joined(separator: "-")
    }

    /// Returns the same bytes for the same transaction.
    static func body(of transaction: Transaction) -> [UInt8] {
        var object = [
            "signedTransaction": transaction.signedText, "transactionId": String(transaction.id),
            "productId": transaction.productID,
        ]
        object["appAccountToken"] = transaction.appAccountToken
        object["environment"] = transaction.environment.isEmpty ? nil : transaction.environment
        // Strings can always be encoded.
        return Array((JSONEncoder.sortedText(object) ?? "{}").utf8)
    }

    static func verdict(_ answer: ServerAnswer, from host: String, now: Int64) -> Verdict {
        let retryAfter = answer.retryAfter.flatMap { RetryAfter.milliseconds($0, date: answer.date, now: now) }
        guard answer.status == 200 else {
            return .undecided(IAPError(answer: answer, from: host, ", not a verdict"), retryAfter: retryAfter)
        }
        guard let verdict = ServerVerdict(json: answer.body) else {
            return .undecided(IAPError(answer: answer, from: host, " without a verdict"), retryAfter: retryAfter)
        }
        switch verdict.word {
        case .valid: return .valid
        case .invalid: return .invalid(reason: verdict.reason)
        case .undecided:
            var error = IAPError(answer: answer, from: host, " with the verdict undecided")
            error.reason = verdict.reason
            return .undecided(error, retryAfter: retryAfter)
        }
    }
}

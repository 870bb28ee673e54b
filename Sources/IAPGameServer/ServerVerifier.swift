internal import Foundation
internal import IAPJSON
package import IAPModel

/// Asks the game's server whether a purchase is genuine. Any thread may use it.
package final class ServerVerifier: Sendable {
    private static let answerLimit = 64 << 10

    private let address: ServerAddress
    private let connection: ServerConnection
    private let headers: ServerHeaders
    private let timeoutMilliseconds: UInt32

    package init(address: ServerAddress, headers: ServerHeaders = .none, timeoutMilliseconds: UInt32) {
        self.address = address
        connection = ServerConnection(to: address)
        self.headers = headers
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// An answer that is no plain verdict is `.undecided`. A question that is cancelled is `.undecided` at once.
    package func verify(_ transaction: Transaction) async -> Verdict {
        let question = ServerQuestion(
            headers: headers,
            fields: [.init(name: "Idempotency-Key", value: Self.idempotencyKey(of: transaction))],
            body: Self.body(of: transaction), timeoutMilliseconds: timeoutMilliseconds, answerLimit: Self.answerLimit)
        switch await connection.ask(question) {
        case .success(let answer):
            return Self.verdict(
                answer, from: address.host, now: Int64(Date().timeIntervalSince1970 * 1000))
        case .failure(let error): return .undecided(error, retryAfter: nil)
        }
    }

    /// The same key for each question about one transaction, also after a restart.
    static func idempotencyKey(of transaction: Transaction) -> String {
        let environment = transaction.environment.unicodeScalars.filter { "a"..."z" ~= $0 || "A"..."Z" ~= $0 }
        return (["iap", String(String.UnicodeScalarView(environment)), String(transaction.id)].filter { !$0.isEmpty })
            .joined(separator: "-")
    }

    /// The same bytes for the same transaction.
    static func body(of transaction: Transaction) -> [UInt8] {
        var object = [
            "signedTransaction": transaction.signedText, "transactionId": String(transaction.id),
            "productId": transaction.productID,
        ]
        object["appAccountToken"] = transaction.appAccountToken
        object["environment"] = transaction.environment.isEmpty ? nil : transaction.environment
        // Texts can always be written.
        return Array((JSONEncoder.sortedText(object) ?? "{}").utf8)
    }

    static func verdict(_ answer: ServerAnswer, from host: String, now: Int64) -> Verdict {
        let retryAfter = answer.retryAfter.flatMap { RetryAfter.milliseconds($0, date: answer.date, now: now) }
        guard answer.status == 200 else {
            return .undecided(IAPError(answer: answer, from: host, ", which is no verdict"), retryAfter: retryAfter)
        }
        guard let verdict = ServerVerdict(json: answer.body) else {
            return .undecided(IAPError(answer: answer, from: host, " without a verdict"), retryAfter: retryAfter)
        }
        switch verdict.word {
        case .valid: return .valid
        case .invalid: return .invalid(reason: verdict.reason)
        case .undecided:
            var error = IAPError(answer: answer, from: host, " and is undecided")
            error.reason = verdict.reason
            return .undecided(error, retryAfter: retryAfter)
        }
    }
}

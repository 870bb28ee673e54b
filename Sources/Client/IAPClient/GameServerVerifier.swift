internal import Foundation
package import IAPHTTP
internal import IAPJSON
package import IAPModel
internal import IAPPaymentClient
internal import IAPPaymentQueue
internal import IAPSignatures

/// Requests verdicts about purchases from the game server. It is thread-safe.
package final class GameServerVerifier: PurchaseVerifier {
    package let looksAgain = false

    private static let responseLimit = 64 << 10

    private let address: RequestAddress
    private let connection: HTTPClient
    private let headers: RequestHeaders
    private let appAccountToken: String?
    private let timeoutMilliseconds: UInt32

    /// - Parameter appAccountToken: The token of the current player, a UUID. The server compares it with the token of
    ///   each purchase, because players can share an Apple account. Nil if the game gives its players no tokens.
    package init(
        address: RequestAddress, headers: RequestHeaders = .none, appAccountToken: String? = nil,
        timeoutMilliseconds: UInt32
    ) {
        self.address = address
        connection = HTTPClient(to: address)
        self.headers = headers
        self.appAccountToken = appAccountToken
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// Verifies a transaction. A response without a clear verdict is `.undecided`. A cancelled request is `.undecided`
    /// immediately.
    package func verify(_ transaction: Transaction) async -> Verdict {
        var fields = [RequestHeaders.Field(name: "Idempotency-Key", value: Self.idempotencyKey(of: transaction))]
        if let appAccountToken { fields.append(.init(name: "Iap-App-Account-Token", value: appAccountToken)) }
        let request = OutgoingRequest(
            headers: headers, fields: fields,
            body: Self.body(of: transaction), timeoutMilliseconds: timeoutMilliseconds,
            responseLimit: Self.responseLimit)
        switch await connection.send(request) {
        case .success(let response):
            return Self.verdict(response, from: address.host)
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

    static func verdict(_ response: ServerResponse, from host: String) -> Verdict {
        let retryAfter = response.retryAfter.flatMap(RetryAfter.milliseconds)
        guard response.status == 200 else {
            return .undecided(IAPError(status: response.status, of: host, ", not a verdict"), retryAfter: retryAfter)
        }
        guard let verdict = ServerVerdict(json: response.body) else {
            return .undecided(IAPError(status: response.status, of: host, " without a verdict"), retryAfter: retryAfter)
        }
        switch verdict.word {
        case .valid: return .valid
        case .invalid: return .invalid(reason: verdict.reason)
        case .undecided:
            var error = IAPError(status: response.status, of: host, " with the verdict undecided")
            error.reason = verdict.reason
            return .undecided(error, retryAfter: retryAfter)
        }
    }
}

/// The verdict of the game server about a purchase, as the server sends it.
struct ServerVerdict: Sendable, Hashable {
    enum Word: String, Sendable, Hashable {
        case valid = "valid"
        case invalid = "invalid"
        case undecided = "undecided"
    }

    private static let maximumReasonLength = 1024

    var word: Word
    /// One line; empty if there is no reason.
    var reason: String

    /// Returns nil unless the bytes are a JSON object with a verdict and without duplicate names. Other members are
    /// ignored.
    init?(json: [UInt8]) {
        // JSON does not allow a byte order mark in a response.
        guard !json.starts(with: JSONReader.byteOrderMark), let object = JSONReader.object(json),
            let word = object.text("verdict").flatMap(Word.init(rawValue:))
        else { return nil }
        self.word = word
        reason = Self.line(object.text("reason") ?? "")
    }

    /// Returns the text as one line of limited length, without control characters.
    private static func line(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            let isShown = !(scalar.properties.generalCategory == .control) && !scalar.properties.isWhitespace
            let next = isShown ? String(scalar) : " "
            guard line.utf8.count + next.utf8.count <= maximumReasonLength else { break }
            line += next
        }
        return line.split(separator: " ").joined(separator: " ")
    }
}

/// Reads the time that a server requests before the next attempt.
enum RetryAfter {
    /// The longest time of one wait, 49 days.
    static let maximum = Int64(UInt32.max)

    /// Returns the wait that the header Retry-After requests in seconds, in milliseconds; nil if it has another form. The date
    /// that HTTP allows, too, says nothing without a clock that is right.
    static func milliseconds(_ text: String) -> Int64? {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        guard let seconds = Int64(text), seconds <= maximum / 1000 else { return maximum }
        return seconds * 1000
    }
}

/// Fetches the list of the game's products from the game server.
struct GameServerLists: ProductListFetching {
    private static let responseLimit = 16 << 20

    /// Returns the bytes of a response with status 200. They are not checked.
    func bytes(for request: ProductListRequest) async throws(IAPError) -> [UInt8] {
        let address = try RequestAddress(request.url ?? "", for: .productList)
        let outgoing = OutgoingRequest(
            headers: try RequestHeaders(lines: request.headers), timeoutMilliseconds: request.timeoutMilliseconds,
            responseLimit: Self.responseLimit)
        let response = try await HTTPClient(to: address).send(outgoing).get()
        guard response.status == 200 else {
            throw IAPError(status: response.status, of: address.host, ", not a product list")
        }
        return response.body
    }
}

/// The library's other verifier. Its module does not know the client.
extension SignatureVerifier: PurchaseVerifier {
    package var looksAgain: Bool { true }
}

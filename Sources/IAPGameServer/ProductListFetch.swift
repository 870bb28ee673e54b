package import IAPModel

/// Fetches the list of the game's products from the game server.
package struct ProductListFetch: Sendable {
    private static let answerLimit = 16 << 20

    private let address: ServerAddress
    private let headers: ServerHeaders
    private let timeoutMilliseconds: UInt32

    package init(address: ServerAddress, headers: ServerHeaders = .none, timeoutMilliseconds: UInt32) {
        self.address = address
        self.headers = headers
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// Returns the bytes of a response with status 200. They are not checked.
    package func bytes() async throws(IAPError) -> [UInt8] {
        let question = ServerQuestion(
            headers: headers, timeoutMilliseconds: timeoutMilliseconds, answerLimit: Self.answerLimit)
        let answer = try await ServerConnection(to: address).ask(question).get()
        guard answer.status == 200 else {
            throw IAPError(answer: answer, from: address.host, ", not a product list")
        }
        return answer.body
    }
}

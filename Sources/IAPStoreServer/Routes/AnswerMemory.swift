internal import IAPHTTP
internal import IAPPlatform
internal import IAPReferenceStore

/// The responses to look-ups since the last command of the log. While a virtual clock stands still and no command
/// comes, the same request has the same response. The server then does not sign it again.
final class AnswerMemory: Sendable {
    /// A client that repeats its requests has only a few different ones.
    private static let mostAnswers = 200

    private struct Known {
        var response: HTTPResponse
        /// The token of the request expires at this time of the machine's clock.
        var end: Int64
    }

    private struct Memory {
        var command: Int64 = -1
        var answers: [String: Known] = [:]
    }

    private let store: ReferenceStore
    private let memory = Guarded(Memory())

    init(_ store: ReferenceStore) { self.store = store }

    /// Returns the number of the last command; nil if responses of this store or to this request cannot be kept.
    func command(for request: HTTPRequest) -> Int64? {
        guard store.isVirtual, request.isLookUp else { return nil }
        return try? store.lastLogNumber
    }

    func answer(to key: String, after command: Int64) -> HTTPResponse? {
        guard let known = memory.withLock({ $0.command == command ? $0.answers[key] : nil }),
            known.end > store.machineTime()
        else { return nil }
        return known.response
    }

    func remember(_ response: HTTPResponse, to key: String, after command: Int64, until end: Int64) {
        // The look-up itself may have processed events that were due.
        guard response.status == 200, (try? store.lastLogNumber) == command else { return }
        memory.withLock { memory in
            if memory.command != command || memory.answers.count >= Self.mostAnswers { memory.answers = [:] }
            memory.command = command
            memory.answers[key] = Known(response: response, end: end)
        }
    }
}

extension HTTPRequest {
    /// True for a request that reads only purchases of the store.
    fileprivate var isLookUp: Bool {
        let path = segments
        return method == "GET" && path.count > 2 && path[0] == "inApps"
            && ["history", "transactions", "subscriptions", "refund", "lookup"].contains(path[2])
    }

    /// Everything that determines the response, except the store's content.
    func lookUpKey(isForOtherEnvironment: Bool) -> String {
        "\(isForOtherEnvironment) \(bearer ?? "") \(path)?"
            + query.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
    }
}

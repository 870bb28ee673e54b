internal import IAPGameServer
internal import IAPReferenceStore

/// One POST of JSON to the game server.
struct Delivery {
    struct Outcome {
        var result: SendResult
        var status: Int?
        var detail: String?
        var body: [UInt8] = []
    }

    let url: String
    /// Apple publishes no timeout. A server that needs longer should respond first and work later.
    let timeoutMilliseconds: UInt32

    init(url: String, timeoutMilliseconds: UInt32 = 10_000) {
        self.url = url
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    func post(_ body: [UInt8]) -> Outcome {
        var call = HTTPCall("POST", url)
        call.timeoutMilliseconds = timeoutMilliseconds
        call.headers = [("Content-Type", "application/json"), ("User-Agent", "iap-store")]
        call.body = body
        do throws(HTTPCall.Failure) {
            let answer = try call.perform()
            let isGood = (200...206).contains(answer.status)
            return Outcome(
                result: isGood ? .success : .unsuccessfulStatus, status: answer.status, body: answer.body)
        } catch {
            return Outcome(result: Self.result(error), detail: error.detail)
        }
    }

    private static func result(_ failure: HTTPCall.Failure) -> SendResult {
        guard case .transfer(let code) = failure else { return .other }
        return switch code {
        case 18, 56: .prematureClose
        case 28: .timedOut
        case 35, 51, 58, 60, 77, 83, 91: .tlsIssue
        case 47: .circularRedirect
        case 52: .noResponse
        case 5, 6, 7, 45, 55: .socketIssue
        case 8, 61: .invalidResponse
        default: .other
        }
    }
}

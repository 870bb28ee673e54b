internal import CIAPPlatform
internal import Foundation
internal import IAPModel
internal import IAPPlatform

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// Asks servers by Foundation's URL loading. It follows no redirect and keeps neither cookies nor answers nor credentials.
/// Any thread may use it, for several questions at a time.
final class ServerConnection: Sendable {
    /// Nil where Foundation cannot load URLs and would end the process.
    private let session: URLSession?
    private let delegate: SessionDelegate

    init() {
        delegate = SessionDelegate()
        // Foundation's settings also look for curl.
        session = platform_can_load_urls() != 0 ? Self.session(delegate) : nil
    }

    private static func session(_ delegate: SessionDelegate) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
    }

    // The session holds its delegate until then. Its tasks have ended, or their exchanges have cancelled them. One call could
    // cancel them here, but on Linux it reads the list of tasks on this thread while the session's own thread changes it.
    deinit { session?.finishTasksAndInvalidate() }

    /// When the Swift task is cancelled, it ends at once with `.cancelled`.
    func ask(_ question: ServerQuestion) async -> Result<ServerAnswer, IAPError> {
        guard let session else {
            return .failure(
                IAPError(.network, "no server can be asked: libcurl.so.4 is not there; install it", isRetryable: true))
        }
        let exchange = ServerExchange(question)
        let request = Self.request(question)
        // The connection must live until the answer comes: its end would end the session.
        defer { withExtendedLifetime(self) {} }
        // A cancelled task starts no request.
        if Task.isCancelled { exchange.cancel() }
        return await withTaskCancellationHandler {
            let task = session.dataTask(with: request)
            delegate.add(exchange, task: task.taskIdentifier)
            exchange.start(task, of: self, timeoutMilliseconds: question.timeoutMilliseconds)
            return await exchange.outcome()
        } onCancel: {
            exchange.cancel()
        }
    }

    private static func request(_ question: ServerQuestion) -> URLRequest {
        var request = URLRequest(url: question.address.url)
        request.httpShouldHandleCookies = false
        // The exchange has its own timer. This one must not fire earlier.
        request.timeoutInterval = Double(question.timeoutMilliseconds) / 1000 + 60
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        if let body = question.body {
            request.httpMethod = "POST"
            request.httpBody = Data(body)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        for field in question.headers.fields + question.fields {
            request.setValue(field.value, forHTTPHeaderField: field.name)
        }
        return request
    }
}

/// Passes the session's events to their exchanges.
private final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let exchanges = Guarded<[Int: ServerExchange]>([:])

    func add(_ exchange: ServerExchange, task: Int) {
        exchanges.withLock { $0[task] = exchange }
    }

    private func exchange(of task: URLSessionTask) -> ServerExchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// A server that asks for a name and a password gets none, and its answer with that request is the answer.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let response = challenge.failureResponse as? HTTPURLResponse, let exchange = exchange(of: task) else {
            completionHandler(.performDefaultHandling, nil)
            return
        }
        _ = exchange.receive(response)
        exchange.complete(nil)
        completionHandler(.cancelAuthenticationChallenge, nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(exchange(of: dataTask)?.receive(response) == true ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.complete(error)
    }
}

internal import Dispatch
internal import Foundation
package import IAPModel
internal import IAPPlatform

/// Sends requests to one server with URLSession. It does not follow redirects and stores no cookies, responses or
/// credentials. It is thread-safe and can send several requests at the same time.
package final class HTTPClient: Sendable {
    private let address: RequestAddress
    private let session: URLSession
    private let delegate = SessionDelegate()

    package init(to address: RequestAddress) {
        self.address = address
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // Without this, the session uses the proxies of the system settings.
        if address.isLoopback { configuration.connectionProxyDictionary = [:] }
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
    }

    // The session retains its delegate until this call. Its tasks have ended, or their exchanges have cancelled
    // them.
    deinit { session.finishTasksAndInvalidate() }

    /// If the Swift task is cancelled, the call ends immediately with `.cancelled`.
    package func send(_ request: OutgoingRequest) async -> Result<ServerResponse, IAPError> {
        let exchange = HTTPExchange(request, host: address.host)
        // The connection must live until the response arrives, because its end would end the session.
        defer { withExtendedLifetime(self) {} }
        // A cancelled task sends no request.
        if Task.isCancelled { exchange.cancel() }
        return await withTaskCancellationHandler {
            start(exchange)
            return await exchange.outcome()
        } onCancel: {
            exchange.cancel()
        }
    }

    private func start(_ exchange: HTTPExchange) {
        let milliseconds = exchange.request.timeoutMilliseconds
        let task = session.dataTask(with: urlRequest(exchange.request))
        let timer = Guarded(DispatchSource.makeTimerSource())
        timer.withLock { timer in
            timer.setEventHandler { [weak exchange] in
                exchange?.timeIsOver(domain: URLError.errorDomain, code: URLError.Code.timedOut.rawValue)
            }
            timer.schedule(deadline: .now() + .milliseconds(Int(milliseconds)))
            // A timer that was never activated must not be released.
            timer.activate()
        }
        delegate.add(exchange, task: task.taskIdentifier)
        // The session must exist until the task has ended.
        let isWanted = exchange.begin { [self] transferHasEnded in
            timer.withLock { $0.cancel() }
            if !transferHasEnded { task.cancel() }
            withExtendedLifetime(self) {}
        }
        if isWanted {
            task.resume()
        } else {
            timer.withLock { $0.cancel() }
            task.cancel()
        }
    }

    private func urlRequest(_ outgoing: OutgoingRequest) -> URLRequest {
        var request = URLRequest(url: address.url)
        request.httpShouldHandleCookies = false
        // The exchange has its own timer. This one must not fire earlier.
        request.timeoutInterval = Double(outgoing.timeoutMilliseconds) / 1000 + 60
        if let body = outgoing.body {
            request.httpMethod = "POST"
            request.httpBody = Data(body)
        }
        for field in outgoing.allFields { request.setValue(field.value, forHTTPHeaderField: field.name) }
        return request
    }
}

/// Collects the responses and passes them to their exchanges.
private final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    /// An exchange and its response so far.
    private struct Reception {
        let exchange: HTTPExchange
        var partial = ServerResponse(status: 0, body: [])
    }

    private let receptions = Guarded<[Int: Reception]>([:])

    func add(_ exchange: HTTPExchange, task: Int) {
        receptions.withLock { $0[task] = Reception(exchange: exchange) }
    }

    private func exchange(of task: URLSessionTask) -> HTTPExchange? {
        receptions.withLock { $0[task.taskIdentifier]?.exchange }
    }

    /// - Returns: True if the exchange needs more data.
    private func receive(_ response: HTTPURLResponse, by task: URLSessionTask) -> Bool {
        guard let exchange = exchange(of: task) else { return false }
        receptions.withLock { $0[task.taskIdentifier]?.partial = ServerResponse(response) }
        guard response.headSize <= ServerResponse.headLimit else {
            exchange.endAsHeadIsTooLarge(response.statusCode)
            return false
        }
        guard response.expectedContentLength <= Int64(exchange.request.responseLimit) else {
            exchange.endAsBodyIsTooLarge(response.statusCode)
            return false
        }
        return true
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// If a server requires a name and a password, the library sends none and uses the server's response.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let response = challenge.failureResponse as? HTTPURLResponse, let exchange = exchange(of: task) else {
            completionHandler(.performDefaultHandling, nil)
            return
        }
        if receive(response, by: task) { exchange.complete(ServerResponse(response)) }
        completionHandler(.cancelAuthenticationChallenge, nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let isWanted = (response as? HTTPURLResponse).map { receive($0, by: dataTask) } ?? false
        completionHandler(isWanted ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let tooLarge = receptions.withLock { receptions -> Reception? in
            guard let reception = receptions[dataTask.taskIdentifier] else { return nil }
            let room = reception.exchange.request.responseLimit - reception.partial.body.count
            guard data.count <= room else { return reception }
            receptions[dataTask.taskIdentifier]?.partial.body.append(contentsOf: data)
            return nil
        }
        tooLarge?.exchange.endAsBodyIsTooLarge(tooLarge?.partial.status ?? 0)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let reception = receptions.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        let exchange = reception.exchange
        guard let error else {
            exchange.complete(reception.partial)
            return
        }
        let isOfServer = (error as? URLError).map { Self.isOfServer($0.code) } ?? false
        exchange.complete(
            IAPError(
                transferTo: exchange.host, isOfServer: isOfServer, domain: (error as NSError).domain,
                code: (error as NSError).code))
    }

    /// True if the server was reached but its response cannot be read.
    private static func isOfServer(_ code: URLError.Code) -> Bool {
        switch code {
        case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData,
            .zeroByteResource, .dataLengthExceedsMaximum, .httpTooManyRedirects, .redirectToNonExistentLocation:
            true
        default: false
        }
    }
}

extension ServerResponse {
    fileprivate init(_ response: HTTPURLResponse) {
        self.init(
            status: response.statusCode, body: [], retryAfter: response.value(forHTTPHeaderField: "Retry-After"))
    }
}

extension HTTPURLResponse {
    /// Each line has ": " and a line end of two bytes.
    fileprivate var headSize: Int {
        allHeaderFields.reduce(0) { size, field in
            size + "\(field.key)".utf8.count + "\(field.value)".utf8.count + 4
        }
    }
}

internal import Foundation
internal import IAPModel

extension IAPError {
    /// The domain of the errors whose code is a status of HTTP.
    static let domainOfStatuses = "HTTP"

    /// A transfer that failed. It is always retryable: networks come and go, and servers are repaired.
    /// - Parameter isOfServer: Whether the server was reached and its answer makes no sense.
    init(transferTo host: String, isOfServer: Bool, domain: String, code: Int) {
        let reason = isOfServer ? "answered what cannot be read" : "cannot be reached or broke off"
        self.init(
            isOfServer ? .server : .network, "\(host) \(reason) (\(domain) \(code))", isRetryable: true,
            storeDomain: domain, storeCode: code)
    }

    /// A transfer whose time is over.
    init(_ host: String, hasNotAnsweredWithin milliseconds: UInt32, domain: String, code: Int) {
        self.init(
            .network, "\(host) has not answered within \(milliseconds) ms", isRetryable: true, storeDomain: domain,
            storeCode: code)
    }

    /// An answer that cannot be used.
    init(answer: ServerAnswer, from host: String, _ reason: String) {
        self.init(status: answer.status, of: host, reason)
    }

    /// The same before the whole answer is there.
    init(status: Int, of host: String, _ reason: String) {
        self.init(
            .server, "\(host) answered \(status)\(reason)", isRetryable: true, storeDomain: Self.domainOfStatuses,
            storeCode: status)
    }

    /// A system without what a transfer needs.
    init(noTransfer reason: String) {
        self.init(.network, "no server can be asked: \(reason)", isRetryable: true)
    }
}

internal import Foundation
internal import IAPModel

extension IAPError {
    /// The domain of errors whose code is an HTTP status.
    static let domainOfStatuses = "HTTP"

    /// Creates the error of a failed transfer. It is always retryable, because networks and servers recover.
    /// - Parameter isOfServer: True if the server was reached but its response cannot be read.
    init(transferTo host: String, isOfServer: Bool, domain: String, code: Int) {
        let reason = isOfServer ? "sent a response that cannot be read" : "cannot be reached, or the connection failed"
        self.init(
            isOfServer ? .server : .network, "\(host) \(reason) (\(domain) \(code))", isRetryable: true,
            storeDomain: domain, storeCode: code)
    }

    /// Creates the error of a transfer that has timed out.
    init(_ host: String, hasNotAnsweredWithin milliseconds: UInt32, domain: String, code: Int) {
        self.init(
            .network, "\(host) has not responded within \(milliseconds) ms", isRetryable: true, storeDomain: domain,
            storeCode: code)
    }

    /// Creates the error of a response that cannot be used.
    init(answer: ServerAnswer, from host: String, _ reason: String) {
        self.init(status: answer.status, of: host, reason)
    }

    /// Creates the same error before the response is complete.
    init(status: Int, of host: String, _ reason: String) {
        self.init(
            .server, "\(host) returned status \(status)\(reason)", isRetryable: true,
            storeDomain: Self.domainOfStatuses,
            storeCode: status)
    }

    /// Creates the error for a system that cannot make the transfer.
    init(noTransfer reason: String) {
        self.init(.network, "no request can be sent: \(reason)", isRetryable: true)
    }
}

internal import Foundation
internal import IAPModel

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

extension IAPError {
    /// The domain of the errors whose code is a status of HTTP.
    static let domainOfStatuses = "HTTP"

    /// A transfer that failed. It is always retryable: networks come and go, and servers are repaired.
    init(transfer error: any Error, to host: String) {
        let isOfServer = (error as? URLError).map { Self.isOfServer($0.code) } ?? false
        let status: Status = isOfServer ? .server : .network
        let error = error as NSError
        let reason = isOfServer ? "answered what cannot be read" : "cannot be reached or broke off"
        self.init(
            status, "\(host) \(reason) (\(error.domain) \(error.code))", isRetryable: true, storeDomain: error.domain,
            storeCode: error.code)
    }

    /// An answer that cannot be used.
    init(answer: ServerAnswer, from host: String, _ reason: String) {
        self.init(
            .server, "\(host) answered \(answer.status)\(reason)", isRetryable: true,
            storeDomain: Self.domainOfStatuses,
            storeCode: answer.status)
    }

    /// Whether the server was reached and its answer makes no sense.
    private static func isOfServer(_ code: URLError.Code) -> Bool {
        #if canImport(FoundationNetworking)
            // Here a bad response means that there was none, and an answer that is not HTTP counts as another protocol.
            return code == .unsupportedURL
        #else
            switch code {
            case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData,
                .zeroByteResource, .dataLengthExceedsMaximum, .httpTooManyRedirects, .redirectToNonExistentLocation:
                return true
            default: return false
            }
        #endif
    }
}

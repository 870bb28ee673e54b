internal import Foundation
internal import IAPModel
internal import IAPPlatform
#if canImport(StoreKit)
    internal import StoreKit
#else
    internal import IAPReferenceStoreKit
#endif

/// The app receipt of the original StoreKit.
enum AppReceipt {
    #if canImport(StoreKit)
        static func base64(isRefresh: Bool) async throws -> String {
            if isRefresh { try await ReceiptRefresh.run() }
            guard let url = Bundle.main.appStoreReceiptURL, FileManager.default.fileExists(atPath: url.path) else {
                throw IAPError(.notFound, "the app has no receipt yet; request a new one (refresh)")
            }
            return try Data(contentsOf: url).base64EncodedString()
        }
    #else
        static func base64(isRefresh: Bool) async throws -> String {
            Data(try await CurrentDevice.appReceipt(isRefresh: isRefresh)).base64EncodedString()
        }
    #endif
}

#if canImport(StoreKit)
    /// One request for a new receipt. The system may show a sign-in dialog to the player. The lock guards what changes.
    private final class ReceiptRefresh: NSObject, SKRequestDelegate, @unchecked Sendable {
        private let waiting = Guarded<CheckedContinuation<Void, any Error>?>(nil)

        @MainActor
        static func run() async throws {
            let refresh = ReceiptRefresh()
            let request = SKReceiptRefreshRequest(receiptProperties: nil)
            request.delegate = refresh
            defer { request.delegate = nil }
            // A cancelled request does not call its delegate.
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    refresh.waiting.withLock { $0 = continuation }
                    if Task.isCancelled { refresh.end(CancellationError()) } else { request.start() }
                }
            } onCancel: {
                refresh.end(CancellationError())
            }
            request.cancel()
        }

        func requestDidFinish(_ request: SKRequest) { end(nil) }
        func request(_ request: SKRequest, didFailWithError error: any Error) { end(error) }

        /// Ends the request once. Later calls have no effect.
        private func end(_ error: (any Error)?) {
            let continuation = waiting.withLock { waiting -> CheckedContinuation<Void, any Error>? in
                defer { waiting = nil }
                return waiting
            }
            if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
        }
    }
#endif

internal import Foundation
internal import IAPModel
internal import IAPPlatform
#if !IAP_REFERENCE_STORE
    internal import Dispatch
    internal import Network
    internal import StoreKit
    #if canImport(UIKit)
        internal import UIKit
    #else
        internal import AppKit
    #endif
#else
    internal import IAPReferenceStoreKit
#endif

/// Reads a value with a timeout. StoreKit may take minutes to return it, after the device has started or without an
/// account.
enum BoundedRead {
    /// Fails if it takes longer than this, which is a choice of the caller.
    static func result<Value: Sendable>(
        within milliseconds: Int64, _ what: String,
        _ read: @escaping @Sendable () async throws(IAPError) -> Value
    ) async throws(IAPError) -> Value {
        let result = await value(within: milliseconds) { () async -> Result<Value, IAPError>? in
            do throws(IAPError) { return .success(try await read()) } catch { return .failure(error) }
        }
        guard let result else {
            if Task.isCancelled { throw IAPError(.cancelled, "\(what): the client closed") }
            throw IAPError(
                .store, "\(what): the store gave no response within \(milliseconds / 1000) seconds", isRetryable: true)
        }
        return try result.get()
    }

    /// Also nil if it takes longer than this, or if the task is cancelled.
    static func value<Value: Sendable>(
        within milliseconds: Int64, _ read: @escaping @Sendable () async -> Value?
    ) async -> Value? {
        let response = FirstResponse<Value?>()
        return await withTaskCancellationHandler {
            #if !IAP_REFERENCE_STORE
                // Nothing waits for the end of a read, because cancelling does not end a read of StoreKit.
                let tasks = [
                    Task { response.give(await read()) },
                    Task {
                        // Cancelled: there is already a result.
                        try? await Task.sleep(nanoseconds: UInt64(milliseconds) * 1_000_000)
                        response.give(nil)
                    },
                ]
                defer { for task in tasks { task.cancel() } }
                return await response.value
            #else
                // Child tasks run where the client's work runs, and use the store's time.
                let end = CurrentDevice.time(in: milliseconds)
                return await withTaskGroup { group in
                    group.addTask { response.give(await read()) }
                    group.addTask {
                        await CurrentDevice.pause(until: end)
                        response.give(nil)
                    }
                    let value = await response.value
                    group.cancelAll()
                    return value
                }
            #endif
        } onCancel: {
            response.give(nil)
        }
    }
}

/// The first value that arrives. One task waits for it.
final class FirstResponse<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: CheckedContinuation<Value, Never>?
    }

    private let state = Guarded(State())

    func give(_ value: Value) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
            guard state.value == nil else { return nil }
            state.value = .some(value)
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: value)
    }

    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let given = state.withLock { state -> Value? in
                    if state.value == nil { state.waiting = continuation }
                    return state.value
                }
                if let given { continuation.resume(returning: given) }
            }
        }
    }
}

enum NetworkPath {
    /// Whether the device has no network now. False if the system does not report this within a second.
    static var isDown: Bool {
        get async {
            #if !IAP_REFERENCE_STORE
                await BoundedRead.value(within: 1000) {
                    let monitor = NWPathMonitor()
                    defer { monitor.cancel() }
                    let response = FirstResponse<Bool>()
                    monitor.pathUpdateHandler = { response.give($0.status == .unsatisfied) }
                    monitor.start(queue: DispatchQueue(label: "IAPBridge.network"))
                    return await withTaskCancellationHandler {
                        await response.value
                    } onCancel: {
                        response.give(false)
                    }
                } ?? false
            #else
                CurrentDevice.isOffline
            #endif
        }
    }
}

/// The moments at which StoreKit may know more than it has reported: the app is in the foreground again, or the network
/// is back. The reference store reports everything without this.
enum Reachability {
    static var changes: AsyncStream<Void> {
        let (changes, input) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        #if !IAP_REFERENCE_STORE
            let monitor = NWPathMonitor()
            let wasDown = Guarded(false)
            monitor.pathUpdateHandler = { path in
                let isBack = wasDown.withLock { wasDown in
                    defer { wasDown = path.status == .unsatisfied }
                    return wasDown && path.status != .unsatisfied
                }
                if isBack { input.yield() }
            }
            monitor.start(queue: DispatchQueue(label: "IAPBridge.reachability"))
            let watch = Watch(
                monitor: monitor,
                token: NotificationCenter.default.addObserver(forName: becameActive, object: nil, queue: nil) { _ in
                    input.yield()
                })
            input.onTermination = { _ in watch.end() }
        #else
            input.finish()
        #endif
        return changes
    }

    #if !IAP_REFERENCE_STORE
        /// The observed sources. Used once, to end the observation.
        private struct Watch: @unchecked Sendable {
            let monitor: NWPathMonitor
            let token: any NSObjectProtocol

            func end() {
                monitor.cancel()
                NotificationCenter.default.removeObserver(token)
            }
        }

        #if canImport(UIKit)
            private static var becameActive: Notification.Name { UIApplication.didBecomeActiveNotification }
        #else
            private static var becameActive: Notification.Name { NSApplication.didBecomeActiveNotification }
        #endif
    #endif
}

enum AppReceipt {
    #if !IAP_REFERENCE_STORE
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

#if !IAP_REFERENCE_STORE
    /// One request for a new receipt. The system may show a sign-in dialog to the player. The lock guards what changes.
    private final class ReceiptRefresh: NSObject, SKRequestDelegate, @unchecked Sendable {
        private let waiting = Guarded<CheckedContinuation<Void, any Error>?>(nil)

        @MainActor
        static func run() async throws {
            let refresh = ReceiptRefresh()
            let request = SKReceiptRefreshRequest(receiptProperties: nil)
            request.delegate = refresh
            // The request of a client that closes must not show a dialog later.
            defer { request.cancel() }
            // A cancelled request does not call its delegate.
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    refresh.waiting.withLock { $0 = continuation }
                    if Task.isCancelled { refresh.end(CancellationError()) } else { request.start() }
                }
            } onCancel: {
                refresh.end(CancellationError())
            }
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

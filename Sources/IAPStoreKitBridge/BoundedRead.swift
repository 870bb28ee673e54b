internal import IAPPlatform
#if !canImport(StoreKit)
    internal import IAPReferenceStoreKit
#endif

/// Reads a value with a timeout. StoreKit may take minutes to return it, after the device has started or without an
/// account.
enum BoundedRead {
    /// Also nil if it takes longer than this, or if the task is cancelled.
    static func value<Value: Sendable>(
        within milliseconds: Int64, _ read: @escaping @Sendable () async -> Value?
    ) async -> Value? {
        let answer = FirstAnswer<Value?>()
        return await withTaskCancellationHandler {
            #if canImport(StoreKit)
                // Nothing waits for the end of a read, because cancelling does not end a read of StoreKit.
                let tasks = [
                    Task { answer.give(await read()) },
                    Task {
                        // Cancelled: there is already a result.
                        try? await Task.sleep(nanoseconds: UInt64(milliseconds) * 1_000_000)
                        answer.give(nil)
                    },
                ]
                defer { for task in tasks { task.cancel() } }
                return await answer.value
            #else
                // Child tasks run where the client's work runs, and use the store's time.
                let end = CurrentDevice.time(in: milliseconds)
                return await withTaskGroup { group in
                    group.addTask { answer.give(await read()) }
                    group.addTask {
                        await CurrentDevice.pause(until: end)
                        answer.give(nil)
                    }
                    let value = await answer.value
                    group.cancelAll()
                    return value
                }
            #endif
        } onCancel: {
            answer.give(nil)
        }
    }
}

/// The first value that arrives. One task waits for it.
final class FirstAnswer<Value: Sendable>: Sendable {
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

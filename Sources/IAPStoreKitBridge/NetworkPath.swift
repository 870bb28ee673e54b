#if canImport(Network)
    internal import Dispatch
    internal import Network
#else
    internal import IAPReferenceStoreKit
#endif

/// The device's network, as the system sees it.
enum NetworkPath {
    /// Whether the device has no network now. False if the system does not report this within a second.
    static var isDown: Bool {
        get async {
            #if canImport(Network)
                await BoundedRead.value(within: 1000) {
                    let monitor = NWPathMonitor()
                    defer { monitor.cancel() }
                    let answer = FirstAnswer<Bool>()
                    monitor.pathUpdateHandler = { answer.give($0.status == .unsatisfied) }
                    monitor.start(queue: DispatchQueue(label: "IAPBridge.network"))
                    return await withTaskCancellationHandler {
                        await answer.value
                    } onCancel: {
                        answer.give(false)
                    }
                } ?? false
            #else
                CurrentDevice.isOffline
            #endif
        }
    }
}

#if canImport(Network)
    internal import Dispatch
    internal import Foundation
    internal import IAPPlatform
    internal import Network
#endif
#if canImport(UIKit)
    internal import UIKit
#elseif canImport(AppKit)
    internal import AppKit
#endif

/// The moments at which StoreKit may know more than it has told: the app is in front again, or the network is back. The reference
/// store tells everything by itself.
enum Reachability {
    static var changes: AsyncStream<Void> {
        let (changes, input) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        #if canImport(Network)
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
            let observer = Observer(
                NotificationCenter.default.addObserver(forName: becameActive, object: nil, queue: nil) { _ in
                    input.yield()
                })
            input.onTermination = { _ in
                monitor.cancel()
                NotificationCenter.default.removeObserver(observer.token)
            }
        #else
            input.finish()
        #endif
        return changes
    }

    #if canImport(Network)
        /// A token that is used once, to remove what it stands for.
        private struct Observer: @unchecked Sendable {
            let token: any NSObjectProtocol

            init(_ token: any NSObjectProtocol) { self.token = token }
        }

        #if canImport(UIKit)
            private static var becameActive: Notification.Name { UIApplication.didBecomeActiveNotification }
        #else
            private static var becameActive: Notification.Name { NSApplication.didBecomeActiveNotification }
        #endif
    #endif
}

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

/// The moments at which StoreKit may know more than it has reported: the app is in the foreground again, or the network
/// is back. The reference store reports everything without this.
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

    #if canImport(Network)
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

import IAPPlatform

/// Everything that a handle of the C interface leads to and that is never freed, so that leak checkers see it in use.
package enum OpenHandles {
    private static let monitor = Monitor()
    nonisolated(unsafe) private static var all: [AnyObject] = []  // `monitor` guards it.

    package static func keep(_ object: AnyObject) {
        monitor.withLock { all.append(object) }
    }
}

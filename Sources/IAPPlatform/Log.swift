#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
internal import CIAPPlatform

/// The library's log: to the game's function, or to standard error. One per process.
///
/// Write only while no lock is held: the game's function may wait for one of the game's own locks.
package enum Log {
    package enum Level: UInt32, Sendable {
        case error = 1
        case warning = 2
        case info = 3
        case debug = 4

        package var name: String {
            switch self {
            case .error: "error"
            case .warning: "warning"
            case .info: "info"
            case .debug: "debug"
            }
        }

        fileprivate init?(name: String) {
            switch name {
            case "error": self = .error
            case "warning": self = .warning
            case "info": self = .info
            case "debug": self = .debug
            default: return nil
            }
        }
    }

    package typealias Receiver = @Sendable (Level, String) -> Void

    private struct State {
        var receiver: Receiver = Log.writeToStandardError
        /// Counts the receivers.
        var generation = 0
        /// The threads that are inside a receiver, each with the receiver's generation.
        var writing: [UInt: Int] = [:]
        /// The keys of the messages that are written only once.
        var said: Set<String> = []
    }

    private static let monitor = Monitor()
    nonisolated(unsafe) private static var state = State()  // `monitor` guards it.
    /// The least important level that is written; 0 for none. It is a plain word: a level that is off costs one load.
    nonisolated(unsafe) private static let threshold: UnsafeMutablePointer<UInt32> = {
        let word = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
        word.initialize(to: levelOfEnvironment()?.rawValue ?? 0)
        return word
    }()

    package static func isOn(_ level: Level) -> Bool { level.rawValue <= platform_load_acquire(threshold) }

    /// Writes one line. Lines that a receiver itself causes are not written.
    package static func write(_ level: Level, _ message: @autoclosure () -> String) {
        guard isOn(level) else { return }
        let thread = UInt(platform_thread())
        let receiver = monitor.withLock { () -> Receiver? in
            guard state.writing[thread] == nil else { return nil }
            state.writing[thread] = state.generation
            return state.receiver
        }
        guard let receiver else { return }
        receiver(level, message().inOneLine)
        monitor.withLock {
            state.writing[thread] = nil
            monitor.broadcast()
        }
    }

    /// Writes a line once per process.
    ///
    /// - Parameter key: Distinguishes the line from other lines.
    package static func writeOnce(_ level: Level, key: String, _ message: @autoclosure () -> String) {
        guard isOn(level), monitor.withLock({ state.said.insert(key).inserted }) else { return }
        write(level, message())
    }

    /// Sets the level and the receiver. When this returns, the earlier receiver is no longer called.
    ///
    /// - Parameters:
    ///   - level: Nil writes nothing.
    ///   - receiver: Nil for standard error.
    package static func set(_ level: Level?, _ receiver: Receiver?) {
        let thread = UInt(platform_thread())
        monitor.withLock {
            state.receiver = receiver ?? Log.writeToStandardError
            state.said = []
            platform_store_release(threshold, level?.rawValue ?? 0)
            state.generation += 1
            let generation = state.generation
            // The new receiver may already be inside a call, and may stay there for a long time.
            while state.writing.contains(where: { $0.key != thread && $0.value < generation }) { monitor.wait() }
        }
    }

    private static let writeToStandardError: Receiver = { level, message in
        var line = "iap \(level.name): \(message)\n"
        line.withUTF8 { bytes in
            // In one call. So lines of several threads stay whole. If the write fails, there is no other place to
            // report it.
            _ = writeAll(bytes)
        }
    }

    private static func writeAll(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        #if canImport(Darwin)
            Darwin.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        #else
            Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        #endif
    }

    private static func levelOfEnvironment() -> Level? {
        guard let text = getenv("IAP_LOG").map({ String(cString: $0) }), !text.isEmpty else { return nil }
        if let level = Level(name: text) { return level }
        writeToStandardError(
            .warning,
            "IAP_LOG is \(text.inOneLine), which is not one of error, warning, info and debug; nothing is logged"
        )
        return nil
    }
}

extension String {
    /// Without characters that would break a log line or control a terminal.
    package var inOneLine: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map {
                    switch $0.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: " "
                    default: $0
                    }
                }))
    }
}

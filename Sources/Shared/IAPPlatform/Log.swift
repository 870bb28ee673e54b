internal import CIAP
internal import CIAPPlatform
internal import Foundation

/// The library's log: to the game's function, or to standard error. One per process.
///
/// Write only while no lock is held: the game's function may wait for one of the game's own locks.
package enum Log {
    package enum Level: UInt32, Sendable, CaseIterable {
        case error = 1
        case warning = 2
        case info = 3
        case debug = 4
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
    private static let threshold = Threshold()

    private struct Threshold: @unchecked Sendable {  // The words are read and written atomically.
        let word = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
        /// 1 while neither the game nor the environment has chosen a level.
        let isUnset = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)

        init() {
            let setting = getenv("IAP_LOG").map { String(cString: $0) } ?? ""
            word.initialize(to: levelOfEnvironment(setting)?.rawValue ?? 0)
            isUnset.initialize(to: setting.isEmpty ? 1 : 0)
        }
    }

    package static func isOn(_ level: Level) -> Bool { level.rawValue <= platform_load_acquire(threshold.word) }

    /// Whether nobody has chosen a level. Standard error then receives only the lines that a newcomer needs and that no
    /// call can return.
    package static var isUnset: Bool { platform_load_acquire(threshold.isUnset) != 0 }

    /// Writes one line. Lines that a receiver itself causes are not written.
    ///
    /// - Parameter evenIfUnset: Writes it also if nobody has chosen a level.
    package static func write(_ level: Level, evenIfUnset: Bool = false, _ message: @autoclosure () -> String) {
        guard isOn(level) || evenIfUnset && isUnset else { return }
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
    /// - Parameters:
    ///   - evenIfUnset: Writes it also if nobody has chosen a level.
    ///   - key: Distinguishes the line from other lines.
    package static func writeOnce(
        _ level: Level, evenIfUnset: Bool = false, key: String, _ message: @autoclosure () -> String
    ) {
        guard isOn(level) || evenIfUnset && isUnset, monitor.withLock({ state.said.insert(key).inserted }) else {
            return
        }
        write(level, evenIfUnset: evenIfUnset, message())
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
            platform_store_release(threshold.word, level?.rawValue ?? 0)
            platform_store_release(threshold.isUnset, 0)
            state.generation += 1
            let generation = state.generation
            // The new receiver may already be inside a call, and may stay there for a long time.
            while state.writing.contains(where: { $0.key != thread && $0.value < generation }) { monitor.wait() }
        }
    }

    private static let writeToStandardError: Receiver = { level, message in
        var line = "iap \(level): \(message)\n"
        line.withUTF8 { bytes in
            // In one call. So lines of several threads stay whole. If the write fails, there is no other place to
            // report it.
            _ = FileDescriptor.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
    }

    private static func levelOfEnvironment(_ text: String) -> Level? {
        guard !text.isEmpty else { return nil }
        if let level = Level.allCases.first(where: { "\($0)" == text }) { return level }
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

/// The version of the library and of its programs. The header is the only place where it is written.
package enum LibraryVersion {
    /// Major, minor and patch version, for example "1.2.3".
    package static var text: String {
        let version = UInt32(IAP_HEADER_VERSION)
        return "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
    }
}

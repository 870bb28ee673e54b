internal import Foundation

/// The processes that share an SQLite file write one after the other, in turns.
///
/// SQLite's own lock has no order: a process that has ended a transaction begins the next one before a waiting process
/// looks again, and so the other one waits for seconds. Here a process first reserves the next turn, which only one
/// can have, and then waits for the end of the current turn. The kernel ends the turn of a process that dies.
final class Turns: Sendable {
    private let next: Int32
    private let current: Int32

    /// - Parameter path: the file of the database. The files of the turns are beside it.
    init(path: String) throws(SQLError) {
        next = try Self.file("\(path)-next")
        do throws(SQLError) { current = try Self.file("\(path)-turn") } catch {
            close(next)
            throw error
        }
    }

    deinit {
        close(next)
        close(current)
    }

    /// Waits for the turn, at most this number of milliseconds.
    func take(timeout: UInt32) throws(SQLError) {
        var waited: UInt32 = 0
        try Self.lock(next, timeout, &waited)
        defer { flock(next, LOCK_UN) }
        try Self.lock(current, timeout, &waited)
    }

    func end() { flock(current, LOCK_UN) }

    private static func file(_ path: String) throws(SQLError) -> Int32 {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SQLError(.failed, "\(path): \(String(cString: strerror(errno)))") }
        return file
    }

    /// A process that is stopped keeps its turn, so the wait has an end. The pauses are short beside a flush of the disk.
    private static func lock(_ file: Int32, _ timeout: UInt32, _ waited: inout UInt32) throws(SQLError) {
        let pause: UInt32 = 200
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, waited < timeout * 1000 else {
                throw SQLError(.unavailable, "another process keeps the database locked")
            }
            usleep(pause)
            waited += pause
        }
    }
}

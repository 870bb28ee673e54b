internal import Glibc

/// Held by the one process that sends the notifications of a store. Another one that serves the same file takes over when it ends.
final class SenderLock {
    private let path: String?
    private var file: Int32 = -1

    /// - Parameter path: nil for a store that no other process can open.
    init(path: String?) { self.path = path }

    deinit { if file >= 0 { close(file) } }

    /// Takes the lock if nobody has it. Only the sender's thread asks.
    var isHeld: Bool {
        guard let path, file < 0 else { return true }
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else { return false }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            close(opened)
            return false
        }
        file = opened
        return true
    }
}

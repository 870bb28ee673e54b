internal import Glibc

/// A lock that only one process holds: the one that sends the store's notifications. When it ends, another process that
/// serves the same file takes over.
final class SenderLock {
    private let path: String?
    private var file: Int32 = -1

    /// - Parameter path: nil for a store that no other process can open.
    init(path: String?) { self.path = path }

    deinit { if file >= 0 { close(file) } }

    /// Takes the lock if it is free. Only the sender's thread calls this.
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

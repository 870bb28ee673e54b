#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The identity of the file at a path. Two paths to the same file are equal.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64
    let isPlain: Bool

    /// Nil if there is no file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
        isPlain = status.st_mode & S_IFMT == S_IFREG
    }
}

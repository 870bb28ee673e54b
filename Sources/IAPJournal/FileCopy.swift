#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
internal import IAPModel

/// Copies a file without SQLite, completely or not at all.
enum FileCopy {
    private static let part = 1 << 16

    /// - Parameter endings: The endings of the files that belong together. A file that does not exist is skipped.
    static func make(of path: String, at other: String, _ endings: [String]) throws(IAPError) {
        remove(other, endings)
        for ending in endings {
            do throws(IAPError) { try copy(path + ending, to: other + ending) } catch {
                remove(other, endings)
                throw error
            }
        }
    }

    static func remove(_ path: String, _ endings: [String]) {
        for ending in endings { unlink(path + ending) }
    }

    private static func copy(_ path: String, to other: String) throws(IAPError) {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        if source < 0, errno == ENOENT { return }
        guard source >= 0 else { throw failure("read", path) }
        defer { close(source) }
        let target = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw failure("write", other) }
        defer { close(target) }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: part, alignment: 8)
        defer { bytes.deallocate() }
        while true {
            let count = read(source, bytes.baseAddress, part)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("read", path) }
            if count == 0 { return }
            var written = 0
            while written < count {
                let more = write(target, bytes.baseAddress! + written, count - written)
                if more < 0, errno == EINTR { continue }
                guard more > 0 else { throw failure("write", other) }
                written += more
            }
        }
    }

    private static func failure(_ action: String, _ path: String) -> IAPError {
        let code = errno
        return IAPError(
            code == ENOSPC || code == EDQUOT ? .storageFull : .storage,
            "cannot \(action) \(path): \(String(cString: strerror(code)))", isRetryable: true, storeDomain: "errno",
            storeCode: Int(code))
    }
}

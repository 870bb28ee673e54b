#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Replaces a whole file, or changes nothing.
package enum FileReplacement {
    package struct Failure: Error {
        /// Nil: the path holds something that is not a regular file, perhaps a link. It stays unchanged.
        package let code: Int32?
        package var isFull: Bool { code == ENOSPC || code == EDQUOT }
        package var reason: String {
            code.map { String(cString: strerror($0)) } ?? "the path holds something that is not a regular file"
        }
    }

    /// Only this user may read the file. A link at the path is never followed: the rename replaces the link.
    package static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { throw Failure(code: nil) }
        // mkstemp() creates a new file with mode 0600.
        var name = Array((path + ".XXXXXX").utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else { throw Failure(code: errno) }
        do throws(Failure) {
            do throws(Failure) {
                try writeAll(bytes, to: file)
                guard fsync(file) == 0 else { throw Failure(code: errno) }
            } catch {
                close(file)
                throw error
            }
            guard close(file) == 0 else { throw Failure(code: errno) }
            guard rename(name, path) == 0 else { throw Failure(code: errno) }
        } catch {
            unlink(name)
            throw error
        }
    }

    private static func writeAll(_ bytes: [UInt8], to file: Int32) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure(code: count < 0 ? errno : ENOSPC) }
            rest = rest.dropFirst(count)
        }
    }

    private static func write(_ file: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
            Darwin.write(file, start, count)
        #else
            Glibc.write(file, start, count)
        #endif
    }
}

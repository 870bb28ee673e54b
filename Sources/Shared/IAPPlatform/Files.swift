#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Files at paths from outside, which may be of any kind.
package enum RegularFile {
    package enum Kind: Sendable {
        case regular
        case folder
        /// Reading it could block or never end.
        case deviceOrPipe
    }

    /// With the system's reasons.
    package enum Failure: Error {
        case notFound(String)
        case notRegular
        case unreadable(String)
    }

    /// The kind of the file behind all links; nil if there is none.
    package static func kind(of path: String) -> Kind? {
        var status = stat()
        return stat(path, &status) == 0 ? kind(status) : nil
    }

    /// The whole file. Of a file that is too large, limit + 1 bytes: this distinguishes it from a file of exactly the
    /// limit.
    package static func bytes(at path: String, limit: Int) throws(Failure) -> [UInt8] {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .notFound(reason) }
        guard kind(status) == .regular else { throw .notRegular }
        guard let file = fopen(path, "rb") else { throw .unreadable(reason) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        // The file may have grown meanwhile, and some systems' files do not report their size.
        var room = min(max(Int(status.st_size), 0), limit) + 1
        while room > 0 {
            let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                count = fread(buffer.baseAddress, 1, room, file)
            }
            guard ferror(file) == 0 else { throw .unreadable(reason) }
            if bytes.isEmpty { bytes = part } else { bytes += part }
            if part.count < room { break }
            room = min(65536, limit + 1 - bytes.count)
        }
        return bytes
    }

    private static func kind(_ status: stat) -> Kind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .regular
        case S_IFDIR: .folder
        default: .deviceOrPipe
        }
    }

    private static var reason: String { String(cString: strerror(errno)) }
}

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
            let count = rest.withUnsafeBytes { FileDescriptor.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure(code: count < 0 ? errno : ENOSPC) }
            rest = rest.dropFirst(count)
        }
    }

}

package enum FileDescriptor {
    /// The system's `write`, under one name on all systems.
    package static func write(_ file: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
            Darwin.write(file, start, count)
        #else
            Glibc.write(file, start, count)
        #endif
    }
}

extension String {
    /// A C reader takes the part before a NUL for the whole text.
    package var hasNUL: Bool { utf8.contains(0) }
}

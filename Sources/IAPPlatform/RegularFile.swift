#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Files that are named from outside, which may be anything.
package enum RegularFile {
    package enum Kind: Sendable {
        case regular
        case folder
        /// Would be read without end, or waited for.
        case deviceOrPipe
    }

    /// With the system's reasons.
    package enum Failure: Error {
        case notFound(String)
        case notRegular
        case unreadable(String)
    }

    /// What stands there, behind all links; nil if there is nothing.
    package static func kind(of path: String) -> Kind? {
        var status = stat()
        return stat(path, &status) == 0 ? kind(status) : nil
    }

    /// All of a file, or limit + 1 bytes of one that is too large, which tells it from one that is just not.
    package static func bytes(at path: String, limit: Int) throws(Failure) -> [UInt8] {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .notFound(reason) }
        guard kind(status) == .regular else { throw .notRegular }
        guard let file = fopen(path, "rb") else { throw .unreadable(reason) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        // It may have grown meanwhile, and some systems' files do not tell their size.
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

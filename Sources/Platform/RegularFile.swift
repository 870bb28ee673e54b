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

    package enum Failure: Error {
        case notRegular
        /// With the system's reason.
        case unreadable(String)
    }

    /// What stands there, behind all links; nil if there is nothing.
    package static func kind(of path: String) -> Kind? {
        var status = stat()
        return stat(path, &status) == 0 ? kind(status) : nil
    }

    /// All of a file, or limit + 1 bytes of one that is too large.
    package static func bytes(at path: String, limit: Int) throws(Failure) -> [UInt8] {
        var status = stat()
        guard stat(path, &status) == 0 else { throw unreadable }
        guard kind(status) == .regular else { throw .notRegular }
        guard let file = fopen(path, "rb") else { throw unreadable }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        // It may have grown meanwhile, and some systems' files do not tell their size.
        var room = min(max(Int(status.st_size), 0), limit) + 1
        while room > 0 {
            let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                count = fread(buffer.baseAddress, 1, room, file)
            }
            guard ferror(file) == 0 else { throw unreadable }
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

    private static var unreadable: Failure { .unreadable(String(cString: strerror(errno))) }
}

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

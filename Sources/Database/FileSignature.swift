#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The first bytes of every SQLite file.
enum FileSignature {
    private static let bytes = Array("SQLite format 3".utf8) + [0]

    /// SQLite takes a file of a few bytes for an empty database and writes over it; we do not. A file of no bytes is what a
    /// kill between making and writing leaves, and is ours to fill. A file that cannot be read here is SQLite's to report.
    static func refuseForeign(_ path: String) throws(DatabaseError) {
        guard let file = fopen(path, "rb") else { return }
        defer { fclose(file) }
        var start = [UInt8](repeating: 0, count: bytes.count)
        let count = fread(&start, 1, start.count, file)
        guard count > 0, Array(start.prefix(count)) != bytes else { return }
        throw DatabaseError(.foreign, "\(path) is not a database; it is left as it is")
    }
}

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Tells by its size alone that a file is no database.
enum FileSignature {
    /// The smallest page that SQLite knows.
    private static let smallestDatabase = 512

    /// SQLite takes a file of a few bytes for an empty database and writes over it; we do not. A file of no bytes is what a
    /// kill between making and writing leaves, and is ours to fill. The file is not opened for this: closing it again would
    /// drop the locks that this process holds on it.
    static func refuseForeign(_ path: String) throws(DatabaseError) {
        var status = stat()
        guard stat(path, &status) == 0, (1..<smallestDatabase).contains(Int(status.st_size)) else { return }
        throw DatabaseError(.foreign, "\(path) is not a database; it is left as it is")
    }
}

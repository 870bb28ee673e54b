#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Tells by its first bytes whether a file that SQLite cannot read was a database of ours.
enum FileSignature {
    /// The smallest page that SQLite knows.
    private static let smallestDatabase = 512
    private static let magic = Array("SQLite format 3\0".utf8)
    private static let applicationIDOffset = 68
    private static let headerLength = 100

    /// SQLite takes a file of a few bytes for an empty database and writes over it; we do not. A file of no bytes is what a
    /// kill between making and writing leaves, and is ours to fill. A larger file is not opened for this: closing it again
    /// would drop the locks that this process holds on it.
    static func refuseForeign(_ path: String, _ format: Database.Format) throws(DatabaseError) {
        var status = stat()
        guard stat(path, &status) == 0, (1..<smallestDatabase).contains(Int(status.st_size)) else { return }
        if isOurs(path, format) { throw DatabaseError(.damaged, "\(path) ends after \(status.st_size) bytes") }
        throw DatabaseError(.foreign, "\(path) is not a database; it is left as it is")
    }

    /// Whether the file was a database of this format before something happened to it. Only to be asked of a file that nobody
    /// has open.
    static func isOurs(_ path: String, _ format: Database.Format) -> Bool {
        guard let file = fopen(path, "rb") else { return false }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: headerLength)
        let count = fread(&bytes, 1, headerLength, file)
        let header = bytes.prefix(count)
        // What a disk leaves of a file whose name it has kept and whose content it has lost.
        if header.allSatisfy({ $0 == 0 }) { return true }
        var id = UInt32(bitPattern: format.applicationID).bigEndian
        let ours = withUnsafeBytes(of: &id) { Array($0) }
        let found = header.dropFirst(applicationIDOffset).prefix(ours.count)
        // A file whose first commits are in the log beside it has no id yet.
        if header.prefix(magic.count).elementsEqual(magic) {
            return found.count < ours.count || found.elementsEqual(ours) || found.allSatisfy { $0 == 0 }
        }
        return found.elementsEqual(ours)
    }
}

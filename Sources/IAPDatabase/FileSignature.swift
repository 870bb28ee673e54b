#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Decides from the first bytes whether a file that SQLite cannot read was a database of this library.
package enum FileSignature {
    /// The smallest page that SQLite supports.
    private static let smallestDatabase = 512
    private static let magic = Array("SQLite format 3\0".utf8)
    private static let headerSize = 100
    private static let applicationIDOffset = 68

    /// SQLite treats a file of a few bytes as an empty database and overwrites it. This function refuses it. It accepts
    /// an empty file: a kill between creating and writing a database leaves one. It does not open a larger file,
    /// because closing it would drop this process's locks on it.
    static func refuseForeign(_ path: String, _ format: Database.Format) throws(DatabaseError) {
        var status = stat()
        // A folder also has a size.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            (1..<smallestDatabase).contains(Int(status.st_size))
        else { return }
        if isOurs(path, format) { throw DatabaseError(.damaged, "\(path) ends after \(status.st_size) bytes") }
        throw DatabaseError(.foreign, "\(path) is not a database; it stays unchanged; give another path")
    }

    /// Whether the header names this format, although SQLite cannot read the file. The file must not be open. In doubt
    /// the result is false: another program's file must not be touched.
    static func isOurs(_ path: String, _ format: Database.Format) -> Bool {
        guard let file = fopen(path, "rb") else { return false }
        defer { fclose(file) }
        var header = [UInt8](repeating: 0, count: headerSize)
        let count = fread(&header, 1, headerSize, file)
        // A file that cannot be read now does not count as foreign. It stays unchanged.
        if ferror(file) != 0 { return true }
        let id = withUnsafeBytes(of: format.applicationID.bigEndian) { Array($0) }
        return count == headerSize && header.starts(with: magic) && header[applicationIDOffset...].starts(with: id)
    }
}

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
    private static let applicationIDOffset = 68
    private static let versionOffset = 60
    private static let largestPage = 65536

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

    /// Whether the file was a database of this format before it was damaged. The file must not be open. In doubt the
    /// result is false: another program's file must not be touched.
    static func isOurs(_ path: String, _ format: Database.Format) -> Bool {
        guard let file = fopen(path, "rb") else { return false }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: largestPage)
        let count = fread(&bytes, 1, largestPage, file)
        // A file that cannot be read now does not count as foreign. It stays unchanged.
        if ferror(file) != 0 { return true }
        let page = bytes.prefix(count)
        guard !page.isEmpty else { return false }
        let isWhole = page.count < largestPage
        // A disk that loses a file's content but not its name leaves zeros.
        if isWhole, page.allSatisfy({ $0 == 0 }) { return true }
        if let mark = format.mark, contains(page, Array(mark.utf8)) { return true }
        var id = UInt32(bitPattern: format.applicationID).bigEndian
        let ours = withUnsafeBytes(of: &id) { Array($0) }
        guard page.prefix(magic.count).elementsEqual(magic) else { return false }
        if page.dropFirst(applicationIDOffset).prefix(ours.count).elementsEqual(ours) { return true }
        // While the first commits are still in the log, the file is one page without an id and a version.
        return isWhole && isZero(page, applicationIDOffset) && isZero(page, versionOffset)
    }

    /// Writes the header that all files of this format share into a copy of a damaged file. Then the rest of the copy
    /// can be read.
    package static func repairHeader(_ path: String, _ format: Database.Format) {
        guard let file = fopen(path, "r+b") else { return }
        defer { fclose(file) }
        func put(_ bytes: [UInt8], at offset: Int) {
            guard fseek(file, offset, SEEK_SET) == 0 else { return }
            fwrite(bytes, 1, bytes.count, file)
        }
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        // The places and values follow SQLite's file format: WAL, schema format 4, UTF-8, no automatic vacuum.
        put(magic, at: 0)
        fseek(file, 0, SEEK_END)
        put(number(ftell(file) / (format.pageSize ?? 4096)), at: 28)
        put(Array(number(format.pageSize ?? 4096)[2...]) + [2, 2, 0, 64, 32, 32], at: 16)
        put(number(4), at: 44)
        put(
            number(0) + number(1) + number(format.migrations.count) + number(0) + number(Int(format.applicationID)),
            at: 52)
    }

    private static func isZero(_ page: ArraySlice<UInt8>, _ offset: Int) -> Bool {
        page.dropFirst(offset).prefix(4).allSatisfy { $0 == 0 }
    }

    private static func contains(_ page: ArraySlice<UInt8>, _ text: [UInt8]) -> Bool {
        guard let first = text.first else { return false }
        return page.indices.contains { page[$0] == first && page[$0...].starts(with: text) }
    }
}

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
#if canImport(SQLite3)
    internal import SQLite3
#else
    internal import CIAPSQLite
#endif

/// Why a file cannot be opened. SQLite reports the same error for all of these.
enum OpeningFault {
    case noFolder(String)
    case notFolder(String)
    case isFolder
    /// The system's reason.
    case notAllowed(String)

    /// Nil if none of these is the reason.
    init?(of path: String) {
        let folder = Self.folder(of: path)
        var status = stat()
        if stat(path, &status) == 0 {
            if status.st_mode & S_IFMT == S_IFDIR {
                self = .isFolder
            } else if access(path, R_OK | W_OK) != 0 {
                self = .notAllowed("the file")
            } else {
                return nil
            }
        } else if stat(folder, &status) != 0 {
            self = .noFolder(folder)
        } else if status.st_mode & S_IFMT != S_IFDIR {
            self = .notFolder(folder)
        } else if access(folder, W_OK | X_OK) != 0 {
            self = .notAllowed("the folder \(folder)")
        } else {
            return nil
        }
    }

    func error(_ name: String) -> DatabaseError {
        let reason =
            switch self {
            case .noFolder(let folder): "the folder \(folder) does not exist; create it first"
            case .notFolder(let folder): "\(folder) is not a folder"
            case .isFolder: "it is a folder; give the path of a file in it"
            case .notAllowed(let what): "this program may not read and write \(what); check its permissions"
            }
        return DatabaseError(.failed, code: SQLITE_CANTOPEN, "\(name) cannot be opened: \(reason)")
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

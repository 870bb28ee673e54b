#if canImport(SQLite3)
    internal import SQLite3
#else
    internal import CSQLite
#endif

/// What SQLite answered, and to what.
package struct DatabaseError: Error, Sendable, CustomStringConvertible {
    package enum Kind: Sendable {
        /// Not a database of this library; nothing was written to it.
        case foreign
        /// Written by a newer version of this library; nothing was written to it.
        case newer
        /// A database of this library in which something does not fit together any more.
        case damaged
        /// Somebody else has it open.
        case busy
        case full
        case failed
    }

    package var kind: Kind
    package var code: Int32
    package var description: String

    package init(_ kind: Kind, code: Int32 = 0, _ description: String) {
        self.kind = kind
        self.code = code
        self.description = description
    }

    /// The bytes of the file are the reason, and not the disk, the memory or somebody else at this moment.
    package var isAboutTheFile: Bool {
        kind != .busy && kind != .full
            && ![SQLITE_NOMEM, SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_INTERRUPT, SQLITE_PERM].contains(code & 0xFF)
    }

    /// What was to be written does not fit the table; the file is as it should be.
    package var isAboutTheRow: Bool { [SQLITE_CONSTRAINT, SQLITE_MISMATCH].contains(code & 0xFF) }
}

package import IAPModel
#if canImport(SQLite3)
    internal import SQLite3
#else
    internal import CIAPSQLite
#endif

/// A failed call of SQLite: its code, its message and the attempted action.
package struct DatabaseError: Error, Sendable, CustomStringConvertible {
    package enum Kind: Sendable {
        /// Not a database of this library. Nothing was written to it.
        case foreign
        /// Written by a newer version of this library. Nothing was written to it.
        case newer
        /// Written by an earlier version of this library, in a form that is no longer supported. Nothing was written to
        /// it.
        case older
        /// A database of this library whose content is inconsistent.
        case damaged
        /// Another connection has it open.
        case busy
        case full
        /// The key that opens it was not given. The file stays unchanged.
        case locked
        /// No file can be at this path: its folder does not exist, or the path holds a folder or a device.
        case wrongPath
        case failed
    }

    package var kind: Kind
    package var code: Int32
    package var description: String

    package init(_ kind: Kind, code: Int32 = 0, _ description: String) {
        (self.kind, self.code, self.description) = (kind, code, description)
    }

    /// The same call may succeed later. SQLite ran out of memory or space, the disk failed, or another connection has
    /// the file.
    package var isPassing: Bool { kind == .busy || kind == .full || kind == .failed }

    /// The reason is the content of the file, not the disk, the memory or another connection at this moment. A protected
    /// file of a locked iPhone fails with SQLITE_AUTH.
    package var isAboutTheFile: Bool {
        kind != .busy && kind != .full
            && ![SQLITE_NOMEM, SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_INTERRUPT, SQLITE_PERM, SQLITE_AUTH].contains(
                code & 0xFF)
    }

    /// The row violates a rule of the table. The file is in order.
    package var isAboutTheRow: Bool { [SQLITE_CONSTRAINT, SQLITE_MISMATCH].contains(code & 0xFF) }
}

extension IAPError {
    /// A failure of the journal or of a store's file.
    package init(_ error: DatabaseError) {
        let status: Status =
            switch error.kind {
            case .foreign: .storageForeign
            case .newer: .storageNewer
            case .busy: .busy
            case .full: .storageFull
            case .locked: .invalidState
            case .wrongPath, .failed, .damaged, .older: .storage
            }
        self.init(
            status, error.description, isRetryable: error.isPassing, storeDomain: "SQLite", storeCode: Int(error.code))
    }
}

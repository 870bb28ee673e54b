#if os(Linux)
    import IAPDatabase
    import Foundation
    import Glibc
    import Testing

    @testable import IAPJournal

    /// Closing any descriptor of a file drops every POSIX lock that the process holds on it (fcntl(2)), including
    /// SQLite's locks. Therefore no other code in the process may open and close our file while SQLite uses it.
    /// Otherwise other processes could write to it.
    struct LockTests {
        private let folder: Folder
        private let path: String

        init() throws {
            folder = try Folder()
            path = folder.path("file")
        }

        /// Returns whether a lock on the file is held. The descriptor stays open for the reason above. Therefore a test
        /// checks the file only once, at its end.
        private func isLocked() throws -> Bool {
            let descriptor = open(path, O_RDWR)
            try #require(descriptor >= 0)
            var lock = flock()
            lock.l_type = Int16(F_WRLCK)
            lock.l_whence = Int16(SEEK_SET)
            // A lock of an open file description does not belong to the process. Therefore it conflicts with the
            // process's own POSIX locks.
            let getLock: Int32 = 36  // F_OFD_GETLK
            try #require(fcntl(descriptor, getLock, &lock) == 0)
            return lock.l_type != Int16(F_UNLCK)
        }

        @Test func openJournalIsLocked() throws {
            let journal = try Journal(path: path)
            #expect(try isLocked())
            journal.close()
        }

        @Test func refusedSecondClientDoesNotUnlockTheJournal() throws {
            let journal = try Journal(path: path)
            #expect(throws: (any Error).self) { try Journal(path: path) }
            #expect(try isLocked())
            journal.close()
        }

        @Test func journalThatWasEditedIsLocked() throws {
            let integrity = JournalIntegrity(key: Array("a secret of the server".utf8))
            try Journal(path: path, integrity: integrity).close()
            let editor = try Database(salvaging: path)
            try editor.run("INSERT INTO inventory_counter (name, balance) VALUES ('coins', 5)")
            editor.close()
            let journal = try Journal(path: path, integrity: integrity)
            #expect(journal.damage != nil)
            #expect(try isLocked())
            journal.close()
        }

        @Test func secondConnectionDoesNotUnlockASharedFile() throws {
            let format = Database.Format(applicationID: 77, schema: "CREATE TABLE item (id)", isExclusive: false)
            let first = try Database(path: path, format: format)
            try first.run("INSERT INTO item VALUES (1)")
            let second = try Database(path: path, format: format)
            second.close()
            #expect(try isLocked())
            first.close()
        }
    }
#endif

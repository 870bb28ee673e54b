import IAPDatabase
import Foundation
import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPJournal

/// The library refuses a file that is not a journal or not a journal of this version, and leaves it unchanged.
struct RefusedFileTests {
    enum Stranger: String, CaseIterable {
        case newerJournal, foreignDatabase, databaseWithoutAnOwner, ledgerOfTheReferenceStore, text, shortText,
            halfASignature,
            noise, zeros

        var status: IAPError.Status { self == .newerJournal ? .storageNewer : .storageForeign }

        func write(to path: String) throws {
            switch self {
            case .newerJournal:
                try Journal(path: path).close()
                try edit(path, "CREATE TABLE later (id INTEGER); PRAGMA user_version=99")
            case .foreignDatabase:
                try database(path, applicationID: 0x1234_5678)
            case .databaseWithoutAnOwner:
                try database(path, applicationID: 0)
            case .ledgerOfTheReferenceStore:
                try database(path, applicationID: 0x4941_5053)
            case .text:
                try Data("These are the notes of somebody else.\n".utf8).write(to: URL(fileURLWithPath: path))
            case .shortText:
                // SQLite treats a file that is shorter than its header as an empty database.
                try Data("7".utf8).write(to: URL(fileURLWithPath: path))
            case .halfASignature:
                try Data("SQLite".utf8).write(to: URL(fileURLWithPath: path))
            case .noise:
                try Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) })
                    .write(to: URL(fileURLWithPath: path))
            case .zeros:
                try Data(count: 8192).write(to: URL(fileURLWithPath: path))
            }
        }

        private func database(_ path: String, applicationID: Int32) throws {
            let format = Database.Format(
                applicationID: applicationID, schema: "CREATE TABLE save_game (level INTEGER)", isExclusive: false)
            try Database(path: path, format: format).close()
        }

        private func edit(_ path: String, _ sql: String) throws {
            let database = try Database(path: path, format: JournalSchema.format)
            try database.execute(sql)
            database.close()
        }
    }

    @Test(arguments: Stranger.allCases) func refusedFileIsLeftAsItIs(stranger: Stranger) throws {
        let folder = try Folder()
        let path = folder.path("file")
        try stranger.write(to: path)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        do throws(IAPError) {
            _ = try Journal(path: path)
            Issue.record("the file was accepted as a journal")
        } catch {
            #expect(error.status == stranger.status)
            #expect(!error.isRetryable)
            #expect(error.message.contains(path) && !error.message.contains("\n"))
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(try folder.names() == ["file"], "there are no other files")
    }

    /// A crash before the first write leaves an empty file.
    @Test func emptyFileBecomesAJournal() throws {
        let folder = try Folder()
        let path = folder.path("file")
        try Data().write(to: URL(fileURLWithPath: path))
        let journal = try Journal(path: path)
        #expect(try journal.offer(7, productID: "coins") == .deliver(count: 1))
        journal.close()
    }
}

import IAPDatabase
import Foundation
import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPJournal

/// A damaged journal is moved aside. A new journal continues with everything that can be read.
struct DamagedJournalTests {
    private let folder: Folder
    private let path: String

    init() throws {
        folder = try Folder()
        path = folder.path("journal")
    }

    /// Writes a journal of several pages, with 400 finished transactions and one that is offered but not finished.
    private func fill(_ path: String) throws {
        let journal = try Journal(path: path)
        defer { journal.close() }
        for id in 1...400 as ClosedRange<UInt64> { try journal.recordFinish(id, productID: "coins") }
        _ = try journal.offer(401, productID: "coins")
    }

    /// Overwrites a page in the middle of the deliveries with invalid data. More pages of deliveries follow.
    private func damageDeliveries() throws {
        let pages = try DatabasePages(of: "delivery", in: path)
        try #require(pages.count > 2)
        try pages.damage(pages.count / 2)
    }

    private func finishedIDs(of journal: Journal) throws -> Int {
        try (1...400 as ClosedRange<UInt64>).filter { try journal.offer($0, productID: "coins") == .alreadyFinished }
            .count
    }

    @Test func soundJournalReportsNothing() throws {
        try fill(path)
        let journal = try Journal(path: path)
        defer { journal.close() }
        #expect(journal.damage == nil)
        #expect(try finishedIDs(of: journal) == 400)
    }

    @Test func readableDataIsKeptAndTheDamagedFileIsNamed() throws {
        try fill(path)
        try damageDeliveries()
        let journal = try Journal(path: path)
        defer { journal.close() }
        let damage = try #require(journal.damage)
        #expect(damage.status == .storageDamaged && damage.message.contains("journal.damaged-1 "))
        #expect(FileManager.default.fileExists(atPath: path + ".damaged-1"))
        #expect(try finishedIDs(of: journal) > 0)
        #expect(try folder.names().filter { $0.contains("rescue") || $0.contains("copied") } == [])
        #expect(try journal.auditLines().filter { $0.contains("journal_set_aside") }.count == 1)
    }

    @Test func damageIsReportedUntilTheGameReceivesIt() throws {
        try fill(path)
        try damageDeliveries()
        for _ in 1...2 {
            let journal = try Journal(path: path)
            #expect(journal.damage?.message.contains("journal.damaged-1 ") == true)
            journal.close()
        }
        let journal = try Journal(path: path)
        #expect(journal.write([.entry(.damageReported)]) == [.success(.done)])
        journal.close()
        let next = try Journal(path: path)
        defer { next.close() }
        #expect(next.damage == nil)
    }

    /// The disk has lost the last write of one page. Each page alone is valid, but a used key looks free again.
    @Test func indexThatHasLostAKeyIsDamage() throws {
        let index = try DatabasePages(of: "sqlite_autoindex_inventory_change_1", in: path)
        let old = try index[0]
        let database = try Database(path: path, format: JournalSchema.format)
        try database.run(
            "INSERT INTO inventory_change (key, counter, amount, time_ms) VALUES ('hat', 'coins', -100, 0)")
        database.close()
        #expect(try index[0] != old)
        try index.write(old, at: 0)
        let journal = try Journal(path: path)
        defer { journal.close() }
        #expect(journal.damage?.status == .storageDamaged)
        // The table itself contains the key, so the new journal has it too.
        #expect(try journal.database.query("SELECT key FROM inventory_change") { $0.text(0) } == ["hat"])
    }

    @Test func nextDamagedOneGetsTheNextNumber() throws {
        for number in 1...3 {
            try? FileManager.default.removeItem(atPath: path)
            try fill(path)
            try damageDeliveries()
            let journal = try Journal(path: path)
            journal.close()
            #expect(journal.damage?.message.contains("journal.damaged-\(number) ") == true)
        }
    }

    /// The process is killed after the new file is complete and before it has replaced the old one.
    @Test(arguments: [false, true]) func replacementThatWasKilledGoesOn(isMovedAside: Bool) throws {
        try fill(path + ".rescued")
        let rescued = try Database(path: path + ".rescued", format: JournalSchema.format)
        try rescued.run("INSERT INTO damage (id, message, code) VALUES (1, 'it is journal.damaged-1 there', 11)")
        rescued.close()
        try Data("half".utf8).write(to: URL(fileURLWithPath: path + ".copied"))
        try Data(repeating: 0xA5, count: 8192).write(
            to: URL(fileURLWithPath: isMovedAside ? path + ".damaged-1" : path))
        let journal = try Journal(path: path)
        defer { journal.close() }
        #expect(journal.damage?.message.contains("journal.damaged-1 ") == true)
        #expect(try finishedIDs(of: journal) == 400)
        #expect(FileManager.default.fileExists(atPath: path + ".damaged-1"))
        #expect(!FileManager.default.fileExists(atPath: path + ".rescued"))
        #expect(!FileManager.default.fileExists(atPath: path + ".damaged-2"))
        #expect(!FileManager.default.fileExists(atPath: path + ".copied"))
    }

    /// A rescue that was killed starts again from the beginning.
    @Test func unfinishedRescueIsDiscarded() throws {
        try fill(path)
        try damageDeliveries()
        try Data("half".utf8).write(to: URL(fileURLWithPath: path + ".rescue"))
        let journal = try Journal(path: path)
        defer { journal.close() }
        #expect(journal.damage?.status == .storageDamaged)
        #expect(try finishedIDs(of: journal) > 0)
    }

    /// If SQLite cannot read a file of another program, the file stays where it is.
    @Test func damagedFileOfAnotherProgramIsLeftUnchanged() throws {
        let other = try Database(
            path: path, format: Database.Format(applicationID: 7, schema: "CREATE TABLE a (b)", isExclusive: true)
        )
        other.close()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        // This byte is the type of the first page.
        bytes[100] = 0xA5
        try bytes.write(to: URL(fileURLWithPath: path))
        #expect(throws: IAPError.self) { try Journal(path: path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        #expect(try folder.names().filter { $0.contains("damaged") } == [])
    }

    @Test func journalOfAnEarlierVersionIsSetAside() throws {
        try fill(path)
        let database = try Database(path: path, format: JournalSchema.format)
        try database.execute("PRAGMA user_version=9")
        database.close()
        let journal = try Journal(path: path)
        defer { journal.close() }
        let damage = try #require(journal.damage)
        #expect(damage.status == .storageDamaged)
        #expect(damage.message.contains("an earlier version wrote it; it is kept as journal.damaged-1 "))
        #expect(try finishedIDs(of: journal) == 400)
    }
}

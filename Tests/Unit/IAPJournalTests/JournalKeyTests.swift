import IAPDatabase
import IAPModel
import IAPPaymentQueue
import IAPPlatform
import Testing

@testable import IAPJournal

/// The key that the library stores itself on systems with a secure storage.
struct JournalKeyTests {
    private final class Safe: KeyStorage {
        let items = Guarded<[String: [UInt8]]>([:])
        let response = Guarded<FoundKey?>(nil)
        private let count = Guarded<UInt8>(0)

        func find(_ name: String) -> FoundKey {
            response.value ?? items.value[name].map(FoundKey.item) ?? .nothing
        }

        func keep(_ item: [UInt8], _ name: String) -> KeptKey {
            items.withLock { $0[name] = item }
            return .kept
        }

        func randomBytes(_ length: Int) -> [UInt8]? {
            count.withLock { $0 += 1 }
            return Array(repeating: count.value, count: length)
        }
    }

    private let safe = Safe()
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// Opens the journal as a client does.
    private func open(_ name: String = "journal") throws -> InventoryDevice {
        guard case .key(let bytes, let hasChecksums) = JournalKey.read(name, in: safe) else {
            throw IAPError(.internalFailure, "there is no key")
        }
        let integrity = JournalIntegrity(key: bytes, adopts: !hasChecksums)
        let device = try InventoryDevice(path: folder.path(name), integrity: integrity)
        JournalKey.key(bytes, hasChecksums: hasChecksums).noteChecksums(name, in: safe)
        return device
    }

    private func playAndClose(_ device: InventoryDevice) throws {
        try device.add(500, key: "gift")
        device.journal.close()
    }

    @Test func eachJournalHasItsOwnKeyThatStays() {
        let first = JournalKey.read("a", in: safe)
        #expect(first == JournalKey.read("a", in: safe))
        #expect(first != JournalKey.read("b", in: safe))
    }

    /// The first version with checksums finds the journals of several players.
    @Test func journalsOfAnEarlierVersionAreTakenOver() throws {
        for name in ["anna", "bert"] { try playAndClose(InventoryDevice(path: folder.path(name))) }
        for name in ["anna", "bert", "anna"] {
            let device = try open(name)
            #expect(device.coins == 500 && device.journal.damage == nil)
            device.journal.close()
        }
    }

    // MARK: A journal of an earlier version of its format

    private func makeOlder(_ name: String, _ change: String = "") throws {
        let database = try Database(path: folder.path(name), format: JournalSchema.format)
        try database.execute("\(change); PRAGMA user_version=9")
        database.close()
    }

    private func playedAndOlder(_ change: String = "") throws {
        let device = try open()
        try device.buy(.bought(7, "bundle"))
        try playAndClose(device)
        try makeOlder("journal", change)
    }

    @Test(arguments: ["", "DROP TABLE inventory_copy"]) func protectedJournalOfAnEarlierFormatKeepsItsRows(
        change: String
    )
        throws
    {
        try playedAndOlder(change)
        for launch in 1...2 {
            let device = try open()
            #expect(device.holdings == "coins 1500, no_ads", "launch \(launch)")
            #expect(device.journal.damage?.message.contains("an earlier version wrote it") == true)
            #expect(device.journal.damage?.message.contains("removed") == false)
            #expect(try device.buy(.bought(7, "bundle")) == .deliver(count: launch + 1, .granted))
            device.journal.close()
        }
    }

    @Test func editOfAJournalOfAnEarlierFormatIsNotBelieved() throws {
        try playedAndOlder("UPDATE inventory_counter SET balance = 9000 WHERE true")
        let device = try open()
        #expect(device.holdings == "no_ads")
        #expect(device.journal.damage?.message.contains("a record was changed outside the library") == true)
        device.journal.close()
    }

    /// Nobody believes a table that somebody dropped, or made again under a name of another case.
    @Test(
        arguments: [
            "DROP TABLE inventory_counter; CREATE TABLE INVENTORY_COUNTER (name TEXT, balance INTEGER); "
                + "INSERT INTO INVENTORY_COUNTER VALUES ('coins', 9000)",
            "DROP TABLE inventory_grant", "DROP TABLE inventory_change", "DROP TABLE delivery",
        ])
    func droppedTableOfAJournalOfAnEarlierFormatIsNoticed(change: String) throws {
        try playedAndOlder(change)
        let device = try open()
        #expect(device.coins == 0)
        #expect(device.journal.damage?.message.contains("changed outside the library") == true)
        device.journal.close()
    }

    /// Formats before the checksums have no tables for them.
    @Test func journalOfAFormatWithoutChecksumsIsRescued() throws {
        try playAndClose(InventoryDevice(path: folder.path("journal")))
        try makeOlder("journal", "DROP TABLE row_checksum; DROP TABLE checksum_sum")
        let first = try InventoryDevice(path: folder.path("journal"))
        #expect(first.coins == 500)
        first.journal.close()
        try makeOlder("journal", "DROP TABLE row_checksum; DROP TABLE checksum_sum")
        let device = try open()
        #expect(device.coins == 500)
        device.journal.close()
    }

    @Test func journalOfAnEarlierFormatStaysLockedWithoutItsKey() throws {
        try playedAndOlder()
        for integrity in [JournalIntegrity(), JournalIntegrity(key: Array(repeating: 99, count: 32))] {
            expect(.invalidState) { _ = try InventoryDevice(path: folder.path("journal"), integrity: integrity) }
        }
        let device = try open()
        #expect(device.holdings == "coins 1500, no_ads")
        device.journal.close()
    }

    @Test func journalOfABackupWithoutTheKeyIsTakenOver() throws {
        try playAndClose(open())
        safe.items.value = [:]
        let device = try open()
        #expect(device.coins == 500 && device.journal.damage == nil)
        device.journal.close()
    }

    /// The first opening failed after the key was created.
    @Test func newKeyAcceptsTheExistingJournal() throws {
        try playAndClose(InventoryDevice(path: folder.path("journal")))
        _ = JournalKey.read("journal", in: safe)
        let device = try open()
        #expect(device.coins == 500)
        device.journal.close()
    }

    @Test func protectedJournalIsRejectedWithoutChecksums() throws {
        try playAndClose(open())
        let editor = try Database(salvaging: folder.path("journal"))
        try editor.execute(
            "DELETE FROM row_checksum; DELETE FROM checksum_sum; UPDATE inventory_counter SET balance = 9999")
        editor.close()
        let device = try open()
        #expect(device.coins == 0 && device.journal.damage?.status == .storageDamaged)
        device.journal.close()
    }

    @Test func itemThatIsNoKeyIsReplaced() {
        safe.response.value = .item([1, 2, 3])
        guard case .key(let bytes, hasChecksums: false) = JournalKey.read("journal", in: safe) else {
            return #expect(Bool(false), "there is no key")
        }
        #expect(bytes.count == 32 && safe.items.value["journal"] == bytes + [0])
    }

    @Test(arguments: [FoundKey.unavailable, .notNow(code: -25308)])
    func missingKeyIsNotMade(found: FoundKey) {
        safe.response.value = found
        let expected: JournalKey = if case .notNow(let code) = found { .notNow(code: code) } else { .none }
        #expect(JournalKey.read("journal", in: safe) == expected)
        #expect(safe.items.value.isEmpty)
    }
}

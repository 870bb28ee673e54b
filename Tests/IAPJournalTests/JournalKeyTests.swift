import IAPDatabase
import IAPModel
import IAPPlatform
import Testing

@testable import IAPJournal

/// The key that the library stores itself on systems with a secure storage.
struct JournalKeyTests {
    private final class Safe: KeyStorage {
        let items = Guarded<[String: [UInt8]]>([:])
        let answer = Guarded<FoundKey?>(nil)
        private let count = Guarded<UInt8>(0)

        func find(_ name: String) -> FoundKey {
            answer.value ?? items.value[name].map(FoundKey.item) ?? .nothing
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
        guard case .key(let bytes, let hasSealed) = JournalKey.read(name, in: safe) else {
            throw IAPError(.internalFailure, "there is no key")
        }
        let integrity = JournalIntegrity(key: bytes, adopts: !hasSealed)
        let device = try InventoryDevice(path: folder.path(name), integrity: integrity)
        JournalKey.key(bytes, hasSealed: hasSealed).noteSealed(name, in: safe)
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

    @Test func sealedJournalIsRejectedWithoutChecksums() throws {
        try playAndClose(open())
        let editor = try Database(salvaging: folder.path("journal"))
        try editor.execute("DELETE FROM seal; DELETE FROM seal_sum; UPDATE inventory_counter SET balance = 9999")
        editor.close()
        let device = try open()
        #expect(device.coins == 0 && device.journal.damage?.status == .storageDamaged)
        device.journal.close()
    }

    @Test(arguments: [FoundKey.unavailable, .notNow(code: -25308), .item([1, 2, 3])])
    func invalidKeyIsNotUsed(found: FoundKey) {
        safe.answer.value = found
        let expected: JournalKey = if case .notNow(let code) = found { .notNow(code: code) } else { .none }
        #expect(JournalKey.read("journal", in: safe) == expected)
        #expect(safe.items.value.isEmpty)
    }
}

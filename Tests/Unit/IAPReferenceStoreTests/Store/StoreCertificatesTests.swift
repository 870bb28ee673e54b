import IAPDatabase
import IAPSignatures
import Testing

@testable import IAPReferenceStore

/// When the store's certificates are created and stored.
struct StoreCertificatesTests {
    private let folder: Folder
    private let path: String

    init() throws {
        folder = try Folder()
        path = folder.path("state")
    }

    private func open() throws -> ReferenceStore { try TestStore.open(path: path) }

    private func stored() throws -> [UInt8]? {
        let database = try Database(path: path, format: LedgerSchema.format)
        defer { database.close() }
        return try Ledger(database: database, settings: SettingMemory()).blob(.certificateChain)
    }

    @Test("they are created for the first signature and stored with the next change")
    func certificatesAreCreatedWhenTheyAreNeeded() throws {
        let store = try open()
        let device = try store.device()
        let coins = try device.buy("coins")
        #expect(try stored() == nil)
        _ = try device.signer.signed(coins)
        #expect(try stored() == nil)
        try device.finish(coins.id)
        let chain = try CertificateChain(encoded: try #require(try stored()))
        #expect(chain.root == (try store.identity.rootCertificate))
    }

    @Test("the store uses the same certificates before and after it stores them")
    func certificatesAreAlwaysTheSame() throws {
        var store = try open()
        let (root, coins) = (try store.identity.rootCertificate, try store.device().buy("coins"))
        let text = try store.device().signer.signed(coins).text
        try store.controls.setAskToBuy(true)
        store.close()
        store = try open()
        #expect(try store.identity.rootCertificate == root)
        #expect(try store.device().signer.signed(coins).text == text)
    }

    @Test("the certificates in the file are used, not new ones from the seed")
    func storedCertificatesAreUsed() throws {
        let store = try open()
        let ours = try store.identity.rootCertificate
        store.close()
        let other = try CertificateChain.make(seed: [1, 2, 3], validFrom: 0)
        let database = try Database(path: path, format: LedgerSchema.format)
        try Ledger(database: database, settings: SettingMemory()).set(.certificateChain, .blob(other.encoded))
        database.close()
        #expect(other.root != ours)
        #expect(try open().identity.rootCertificate == other.root)
    }

    @Test("damaged certificates cause an error only when they are needed, and nothing else fails")
    func damagedCertificatesAreReported() throws {
        var store = try open()
        let coins = try store.device().buy("coins")
        store.close()
        let database = try Database(path: path, format: LedgerSchema.format)
        try Ledger(database: database, settings: SettingMemory()).set(.certificateChain, .blob([1, 2, 3]))
        database.close()
        store = try open()
        let device = try store.device()
        #expect(throws: StoreFailure.self) { try device.signer.signed(coins) }
        #expect(try device.unfinished() == [coins])
    }
}

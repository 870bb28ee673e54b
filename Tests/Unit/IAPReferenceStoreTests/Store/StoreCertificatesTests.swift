import Testing

@testable import IAPReferenceStore

/// The store's certificates follow from the seed in its file.
struct StoreCertificatesTests {
    private let folder: Folder
    private let path: String

    init() throws {
        folder = try Folder()
        path = folder.path("state")
    }

    private func open() throws -> ReferenceStore { try TestStore.open(path: path) }

    @Test("the store uses the same certificates after it was closed and opened again")
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

    @Test("two stores with the same file use the same certificates")
    func certificatesAreThoseOfTheFile() throws {
        let (one, other) = (try open(), try open())
        #expect(try one.identity.shownCertificates == other.identity.shownCertificates)
    }
}

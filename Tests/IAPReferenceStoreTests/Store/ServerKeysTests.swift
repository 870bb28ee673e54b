import IAPDatabase
import IAPModel
import IAPSignedData
import IAPSignedText
import Testing

@testable import IAPReferenceStore

/// Keys other than the store's own key that sign for the game server.
struct ServerKeysTests {
    private static func known(
        _ id: String, _ key: SigningKey, issuer: String? = nil
    ) throws -> KnownServerKey {
        try #require(KnownServerKey(id: id, issuerID: issuer, pem: key.verifyingKey.pem))
    }

    private static func offer(_ keyID: String, _ key: SigningKey, _ store: ReferenceStore) throws -> String {
        let server = AppServerKey(id: keyID, issuerID: "team", bundleID: "com.example.game", key: key)
        var request = ServerRequest(.introductoryOfferJWS)
        (request.productID, request.transactionID, request.allowsIntroductoryOffer) = ("silver", "7", true)
        return try server.sign(request, at: store.now).text
    }

    /// Returns whether the store accepts what the key has signed.
    private static func counts(_ keyID: String, _ key: SigningKey, in store: ReferenceStore) throws -> Bool {
        let jws = try offer(keyID, key, store)
        let requests = try store.readAsItIs { ledger throws(DatabaseError) in try store.signedRequests(ledger) }
        return (try? requests.introductoryOffer(jws, productID: "silver", at: store.now)) != nil
    }

    private let key: SigningKey

    init() throws { key = try SigningKey(seed: [1], label: "a") }

    @Test func addedKeyIsAcceptedInEveryOpenStore() throws {
        let folder = try Folder()
        let (first, second) = (
            try TestStore.open(path: folder.path("store.db")), try TestStore.open(path: folder.path("store.db"))
        )
        #expect(try !Self.counts("KEY", key, in: first))
        #expect(try first.addServerKey(Self.known("KEY", key)) == .added)
        #expect(try Self.counts("KEY", key, in: first) && Self.counts("KEY", key, in: second))
        try first.resetToDefaultState()
        first.close()
        second.close()
        #expect(try Self.counts("KEY", key, in: TestStore.open(path: folder.path("store.db"))))
    }

    @Test func laterKeyTakesThePlaceOfOneWithTheSameID() throws {
        let store = try TestStore.open()
        let other = try SigningKey(seed: [1], label: "b")
        _ = try store.addServerKey(Self.known("KEY", key))
        _ = try store.addServerKey(Self.known("KEY", other))
        #expect(try Self.counts("KEY", other, in: store))
        #expect(try !Self.counts("KEY", key, in: store))
    }

    @Test func issuerThatIsNamedHasToBeTheOne() throws {
        let store = try TestStore.open()
        for (issuer, isGood) in [(nil, true), ("team", true), ("other", false)] as [(String?, Bool)] {
            _ = try store.addServerKey(Self.known("KEY", key, issuer: issuer))
            #expect(try Self.counts("KEY", key, in: store) == isGood)
        }
    }

    @Test func ownKeyIsNotReplacedAndKeysHaveAnEnd() throws {
        let store = try TestStore.open()
        #expect(try store.addServerKey(Self.known(store.serverKeyID, key)) == .isOwn)
        for number in 0..<ReferenceStore.mostServerKeys {
            #expect(try store.addServerKey(Self.known("KEY \(number)", key)) == .added)
        }
        #expect(try store.addServerKey(Self.known("KEY", key)) == .tooMany)
        #expect(try store.addServerKey(Self.known("KEY 0", key)) == .added)
        #expect(try Self.counts("KEY \(ReferenceStore.mostServerKeys - 1)", key, in: store))
    }

    @Test func invalidPublicKeyIsRefused() throws {
        for text in ["", "KEY", Base64.encode(key.publicKeyDER)] {
            #expect(KnownServerKey(id: "KEY", issuerID: nil, pem: text) == nil)
        }
    }
}

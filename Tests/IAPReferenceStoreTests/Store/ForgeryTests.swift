import Foundation
import IAPModel
import IAPSignedData
import IAPSignedText
import Testing

@testable import IAPReferenceStore

/// What a forging store signs, and how the device verifies it.
struct ForgeryTests {
    /// The kinds of signed data for a device.
    enum Kind: String, CaseIterable {
        case transaction, renewalInfo, appTransaction

        var environmentField: String { self == .appTransaction ? "receiptType" : "environment" }
    }

    private let store: ReferenceStore
    private let device: StoreDevice

    init() throws {
        store = try TestStore.open()
        device = try store.device()
        try device.buy("silver")
    }

    private func sign(_ kind: Kind, on device: StoreDevice? = nil) throws -> SignedText {
        let device = device ?? self.device
        switch kind {
        case .transaction: return try device.signed(#require(try device.history().first))
        case .renewalInfo: return try device.signed(#require(try device.statuses(ofGroup: "CLUB").first).renewal)
        case .appTransaction: return try device.signed(device.appTransaction(isRefresh: false))
        }
    }

    private func forge(_ kind: Kind, _ forgery: Forgery?) throws -> SignedText {
        try store.setForgery(forgery)
        return try sign(kind)
    }

    private func fields(_ signed: SignedText) throws -> [String: NSObject] {
        let object = try JSONSerialization.jsonObject(with: Data(signed.payload.utf8))
        return try #require(object as? [String: NSObject])
    }

    /// Returns the names of the fields in which two payloads differ.
    private func differences(_ one: SignedText, _ other: SignedText) throws -> Set<String> {
        let (one, other) = (try fields(one), try fields(other))
        return Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }
    }

    /// The expected failures, as the header documents them.
    private static func failure(_ forgery: Forgery, of kind: Kind) -> Verification.Failure? {
        switch forgery {
        case .payload, .signature, .derSignature, .algorithmNone, .hmac, .swappedChain: .invalidSignature
        case .root, .shortChain, .noMarker, .expired, .noIntermediateMarker, .longChain, .criticalMarker, .leafAsIssuer,
            .notYetValid, .noCertificates:
            .invalidCertificateChain
        case .encoding, .duplicateName: .invalidEncoding
        case .otherBundle: kind == .renewalInfo ? nil : .missingRequiredProperties
        case .otherEnvironment: .missingRequiredProperties
        case .otherDevice: .invalidDeviceVerification
        }
    }

    @Test("the device rejects each forgery in every kind of signed data", arguments: Forgery.allCases, Kind.allCases)
    func forgeriesAreFound(forgery: Forgery, kind: Kind) throws {
        let before = try sign(kind)
        #expect(before.failure == nil)
        let forged = try forge(kind, forgery)
        #expect(forged.failure == Self.failure(forgery, of: kind))
        #expect((forged.text == before.text) == (forged.failure == nil))
        // Earlier signatures stay valid.
        #expect(try device.verify(before.text, at: before.signedDate, namesApp: kind != .renewalInfo) == nil)
        #expect(try forge(kind, nil) == before)
    }

    @Test("a forgery is rejected at every later time", arguments: Forgery.allCases)
    func forgeriesAreFoundLater(forgery: Forgery) throws {
        _ = try store.advanceClock(by: 100 * 365 * 86_400_000)
        #expect(try forge(.transaction, forgery).failure == Self.failure(forgery, of: .transaction))
    }

    @Test("the payload equals the one in the signed text", arguments: Forgery.allCases, Kind.allCases)
    func payloadIsOfTheText(forgery: Forgery, kind: Kind) throws {
        let forged = try forge(kind, forgery)
        let segments = forged.text.split(separator: ".", omittingEmptySubsequences: false)
        try #require(segments.count == 3)
        var payload = segments[1].filter { $0 != "\n" && $0 != "=" }
        payload = payload.replacing("+", with: "-").replacing("/", with: "_")
        #expect(Base64URL.decode(payload).map { String(decoding: $0, as: UTF8.self) } == forged.payload)
        let fields = try fields(forged)
        #expect(fields["deviceVerification"] == forged.deviceVerification as NSString)
        #expect(fields["deviceVerificationNonce"] == forged.deviceVerificationNonce as NSString)
    }

    @Test("an altered payload names another account", arguments: Kind.allCases)
    func payloadIsAltered(kind: Kind) throws {
        let (right, forged) = (try sign(kind), try forge(kind, .payload))
        #expect(try differences(right, forged) == ["appTransactionId"])
        let id = try #require(try fields(forged)["appTransactionId"] as? String)
        #expect(id.count == 18 && id.allSatisfy(\.isNumber))
    }

    @Test("forged signatures and chains have a correct payload", arguments: Forgery.allCases, Kind.allCases)
    func payloadIsLeft(forgery: Forgery, kind: Kind) throws {
        guard forgery != .payload, !forgery.isProperlySigned else { return }
        #expect(try differences(sign(kind), forge(kind, forgery)).isEmpty)
    }

    @Test(
        "data for another app, environment or device is correctly signed and differs only there",
        arguments: Kind.allCases)
    func othersAreRightlySigned(kind: Kind) throws {
        let right = try sign(kind)
        let changes: [(Forgery, Set<String>)] = [
            (.otherBundle, kind == .renewalInfo ? [] : ["bundleId"]), (.otherEnvironment, [kind.environmentField]),
            (.otherDevice, ["deviceVerification", "deviceVerificationNonce"]),
        ]
        let verifier = try JWSVerifier(roots: [store.rootCertificate])
        for (forgery, names) in changes {
            let forged = try forge(kind, forgery)
            #expect(try differences(right, forged) == names, "\(forgery)")
            #expect(try verifier.verify(forged.text, at: forged.signedDate) == Array(forged.payload.utf8))
        }
        #expect(try fields(forge(kind, .otherEnvironment))[kind.environmentField] == "Production" as NSString)
    }

    @Test("the only error is a repeated field, and both have the same value", arguments: Kind.allCases)
    func duplicateIsRightlySigned(kind: Kind) throws {
        let (right, forged) = (try sign(kind), try forge(kind, .duplicateName))
        let member = try #require(right.payload.dropFirst().split(separator: ",").first)
        #expect(forged.payload == "{\(member)," + right.payload.dropFirst())
        #expect(try differences(right, forged).isEmpty)
        let verifier = try JWSVerifier(roots: [store.rootCertificate])
        #expect(try verifier.verify(forged.text, at: forged.signedDate) == Array(forged.payload.utf8))
    }

    @Test("a replayed text belongs to another device", arguments: Kind.allCases)
    func otherDeviceIsOne(kind: Kind) throws {
        let forged = try forge(kind, .otherDevice)
        #expect(UUID(uuidString: forged.deviceVerificationNonce) != nil)
        #expect(Base64.decode(forged.deviceVerification)?.count == 48)
        let other = store.identity.uuid("device beside \(device.verificationID)")
        #expect(
            forged.deviceVerification
                == DeviceClaims.verification(ofDevice: other, nonce: forged.deviceVerificationNonce))
        #expect(other != device.verificationID)
    }

    @Test("a text for one device is rejected on another")
    func devicesDiffer() throws {
        let text = try sign(.transaction).text
        let tablet = try store.device("tablet")
        #expect(try tablet.verify(text, at: TestStore.start, namesApp: true) == .invalidDeviceVerification)
    }

    @Test("a text for one game is rejected in another")
    func gamesDiffer() throws {
        var options = ReferenceStore.Options()
        options.seed = 1
        options.clock = .virtual(start: TestStore.start)
        options.bundleID = "com.example.sequel"
        let sequel = try ReferenceStore(catalogue: Catalogue(TestStore.catalogue), options: options).device()
        let text = try sign(.transaction).text
        #expect(try sequel.verify(text, at: TestStore.start, namesApp: true) == .missingRequiredProperties)
    }

    @Test("a text that must name the app and does not is rejected")
    func appHasToBeNamed() throws {
        let text = try sign(.renewalInfo).text
        #expect(try device.verify(text, at: TestStore.start, namesApp: false) == nil)
        #expect(try device.verify(text, at: TestStore.start, namesApp: true) == .missingRequiredProperties)
    }

    @Test("a simulated error comes before a verification failure")
    func simulatedErrorComesFirst() throws {
        try store.setSimulatedError(.revokedCertificate, for: .verification)
        #expect(try forge(.transaction, .encoding).failure == .revokedCertificate)
    }

    @Test("a deeply nested request of the game server is verified")
    func deepRequestsAreVerified() throws {
        var transaction = try #require(try device.history().first)
        let nested = String(repeating: "[", count: 120) + String(repeating: "]", count: 120)
        transaction.advancedCommerceInfo = "{\"items\":\(nested)}"
        #expect(try device.signed(transaction).failure == nil)
    }

    @Test("the file stores the forgery setting, and other processes read it")
    func forgeryIsKept() throws {
        let folder = try Folder()
        let path = folder.path("store.db")
        let first = try TestStore.open(path: path)
        let coins = try first.device().buy("coins")
        let second = try TestStore.open(path: path).device("tablet")
        try first.setForgery(.root)
        #expect(try second.signed(coins).failure == .invalidCertificateChain)
        let text = try first.device().signed(coins).text
        first.close()
        let again = try TestStore.open(path: path)
        #expect(try again.device().signed(coins).text == text)
        try again.setForgery(nil)
        #expect(try second.signed(coins).failure == nil)
    }

    @Test("the same seed makes the same forgery, another seed makes another", arguments: Forgery.allCases)
    func seedDecides(forgery: Forgery) throws {
        func text(seed: UInt64) throws -> String {
            let store = try TestStore.open(seed: seed)
            try store.setForgery(forgery)
            let device = try store.device()
            return try device.signed(device.buy("coins")).text
        }
        #expect(try text(seed: 3) == text(seed: 3))
        #expect(try text(seed: 3) != text(seed: 4))
    }

    @Test("requests of the game server are not forged", arguments: Forgery.allCases)
    func othersAreNotForged(forgery: Forgery) throws {
        func rest() throws -> String {
            let nonce = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
            let request = SigningRequest.introductoryOfferJWS(productID: "silver", isAllowed: true, transactionID: nil)
            return try store.sign(request, nonce: nonce)
        }
        let before = try rest()
        try store.setForgery(forgery)
        #expect(try rest() == before)
    }

    @Test("the numbers equal those of the header", arguments: 0...22)
    func numbers(number: Int32) {
        #expect((Forgery(rawValue: number) != nil) == (1...21).contains(number))
    }

    @Test("the forgery can be set while other threads sign")
    func threadsMaySign() async throws {
        let transaction = try #require(try device.history().first)
        let (store, device) = (store, device)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for forgery in Forgery.allCases + Forgery.allCases {
                group.addTask { try store.setForgery(forgery) }
                group.addTask {
                    let signed = try device.signed(transaction)
                    let isFound = Forgery.allCases.contains { Self.failure($0, of: .transaction) == signed.failure }
                    #expect(isFound || signed.failure == nil)
                }
            }
            try await group.waitForAll()
        }
        try store.setForgery(nil)
        #expect(try device.signed(transaction).failure == nil)
    }
}

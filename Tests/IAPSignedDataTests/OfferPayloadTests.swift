import IAPSignedText
import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData

struct OfferPayloadTests {
    private let key: SigningKey
    private var payload = OfferPayload(
        bundleID: "com.example.caves", keyID: "L256SYR32L", productID: "com.example.caves.gold", offerID: "spring",
        appAccountToken: "7E3FB20B-4CDB-47CC-936D-99D65F608138", nonce: "20FBA8A0-2B80-4A7D-A17F-85C1854727F8",
        timestamp: 1_698_148_900_000)

    init() throws {
        // RFC 6979, section A.2.5.
        key = try SigningKey(scalar: bytes("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721"))
    }

    @Test
    func textHasSevenFieldsInLowerCaseWhereAppleHas() {
        #expect(
            payload.text == "com.example.caves\u{2063}L256SYR32L\u{2063}com.example.caves.gold\u{2063}spring\u{2063}"
                + "7e3fb20b-4cdb-47cc-936d-99d65f608138\u{2063}20fba8a0-2b80-4a7d-a17f-85c1854727f8"
                + "\u{2063}1698148900000")
        var payload = payload
        payload.appAccountToken = ""
        #expect(payload.text?.contains("spring\u{2063}\u{2063}20fba8a0") == true)
    }

    /// Python's `cryptography` made these with deterministic signatures.
    @Test(arguments: [
        (
            "7e3fb20b-4cdb-47cc-936d-99d65f608138",
            "MEQCIAh8J6qM8zxBY7l949xO+1bQ7ANvvHIreounhL6PwCDHAiApCtxvLUewb2/gG7EpH+Wa6ysW9eUn4WuduwsydLX3Tw=="
        ),
        ("", "MEQCIF/CJFWJymIKjz2nzMiQKsvUXC9vULfjOTB8CJ/rKuTwAiAU3VMcdVyYeDf6Tt6L5GaAnlaPfiqo4g9Ecr5CpYf8kA=="),
    ])
    func signatureIsThatOfAnotherImplementation(token: String, signature: String) throws {
        var payload = payload
        payload.appAccountToken = token
        #expect(try Base64.encode(payload.signature(with: key)) == signature)
        #expect(try payload.isSigned(#require(Base64.decode(signature)), by: key.verifyingKey))
    }

    @Test
    func caseMattersExceptInTokenAndNonce() throws {
        let signature = try payload.signature(with: key)
        var other = payload
        other.appAccountToken = payload.appAccountToken.lowercased()
        other.nonce = payload.nonce.lowercased()
        #expect(other.isSigned(signature, by: key.verifyingKey))
        other.keyID = payload.keyID.lowercased()
        #expect(!other.isSigned(signature, by: key.verifyingKey))
    }

    @Test(
        arguments: [
            { $0.bundleID += "x" }, { $0.keyID += "x" }, { $0.productID += "x" }, { $0.offerID = "" },
            { $0.appAccountToken = "" }, { $0.nonce = "20FBA8A0-2B80-4A7D-A17F-85C1854727F9" }, { $0.timestamp += 1 },
            { ($0.productID, $0.offerID) = ($0.offerID, $0.productID) }, { $0.timestamp = -$0.timestamp },
        ] as [@Sendable (inout OfferPayload) -> Void])
    func everyFieldIsSigned(change: @Sendable (inout OfferPayload) -> Void) throws {
        let signature = try payload.signature(with: key)
        var other = payload
        change(&other)
        #expect(!other.isSigned(signature, by: key.verifyingKey))
        #expect(try other.isSigned(other.signature(with: key), by: key.verifyingKey))
    }

    /// Otherwise two offers would have the same signed bytes.
    @Test(
        arguments: [
            { $0.bundleID = $1 }, { $0.keyID = $1 }, { $0.productID = $1 }, { $0.offerID = $1 },
            { $0.appAccountToken = $1 }, { $0.nonce = $1 },
        ] as [@Sendable (inout OfferPayload, String) -> Void])
    func separatorInAFieldIsRefused(change: @Sendable (inout OfferPayload, String) -> Void) throws {
        for text in ["\u{2063}", "a\u{2063}b", "e\u{301}\u{2063}\u{301}", "\u{1F600}\u{2063}"] {
            var payload = payload
            change(&payload, text)
            #expect(payload.text == nil)
            #expect(throws: SignedDataError.self) { try payload.signature(with: key) }
            #expect(try !payload.isSigned(self.payload.signature(with: key), by: key.verifyingKey))
        }
    }

    @Test
    func signatureOfAnotherFormOrKeyIsRefused() throws {
        let text = try #require(payload.text)
        let signature = try payload.signature(with: key)
        let other = try SigningKey(seed: [1], label: "offers")
        #expect(!payload.isSigned(signature, by: other.verifyingKey))
        #expect(try !payload.isSigned(key.signature(of: Array(text.utf8)), by: key.verifyingKey))
        #expect(!payload.isSigned(signature + [0], by: key.verifyingKey))
        #expect(!payload.isSigned(Array(Base64.encode(signature).utf8), by: key.verifyingKey))
        for count in 0..<signature.count {
            #expect(!payload.isSigned(Array(signature.prefix(count)), by: key.verifyingKey))
        }
    }
}

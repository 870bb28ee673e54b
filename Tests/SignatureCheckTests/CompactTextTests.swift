import Testing

@testable import SignatureCheck

@Suite struct CompactTextTests {
    @Test func partsAreDecodedAndTheSignedOnesKept() throws {
        let text = try #require(CompactText("e30.eyJhIjoiPz8_In0.-_8"))
        #expect(String(decoding: text.header, as: UTF8.self) == "{}")
        #expect(String(decoding: text.payload, as: UTF8.self) == #"{"a":"???"}"#)
        #expect(text.signature == [0xFB, 0xFF])
        #expect(String(decoding: text.signed, as: UTF8.self) == "e30.eyJhIjoiPz8_In0")
    }

    /// Nobody can change a signed text and keep its bytes.
    @Test(arguments: [
        "", ".", "e30", "e30.e30", "e30.e30.e30.e30", "e30=.e30.e30", "e30.e31.e30", "e30.e 30.e30", "e30.e30.e+0",
        "e30.e30.e/0", "e30.e30.e30\n", "e.e30.e30", "e30.é30.e30", " e30.e30.e30", "e30.e30.e30\0",
    ])
    func otherTextsAreRefused(text: String) {
        #expect(CompactText(text) == nil)
    }

    @Test func veryLongTextsAreRefused() {
        #expect(CompactText("e30.e30." + String(repeating: "AAAA", count: 1 << 18)) == nil)
        #expect(CompactText("e30.e30." + String(repeating: "AAAA", count: 1 << 17)) != nil)
    }
}

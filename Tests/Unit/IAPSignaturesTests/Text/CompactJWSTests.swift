import IAPSignatures
import Testing

@Suite struct CompactJWSTests {
    @Test func segmentsAreDecodedAndTheSignedOnesKept() throws {
        let text = try CompactJWS("e30.eyJhIjoiPz8_In0.-_8".utf8)
        #expect(try JWSHeader(text.header) == JWSHeader(json: Array("{}".utf8)))
        #expect(String(decoding: try text.decodedPayload(), as: UTF8.self) == #"{"a":"???"}"#)
        #expect(try text.decodedSignature() == [0xFB, 0xFF])
        #expect(String(decoding: text.signed, as: UTF8.self) == "e30.eyJhIjoiPz8_In0")
    }

    /// No signed text has a second valid spelling.
    @Test(arguments: [
        "", ".", "e30", "e30.e30", "e30.e30.e30.e30", "e30=.e30.e30", "e30.e31.e30", "e30.e 30.e30", "e30.e30.e+0",
        "e30.e30.e/0", "e30.e30.e30\n", "e.e30.e30", "e30.é30.e30", " e30.e30.e30", "e30.e30.e30\0",
    ])
    func otherTextsAreMalformed(text: String) {
        #expect {
            let text = try CompactJWS(text.utf8)
            _ = (try JWSHeader(text.header), try text.decodedPayload(), try text.decodedSignature())
        } throws: {
            ($0 as? Rejection)?.reason == .malformed
        }
    }

    @Test func veryLongTextsAreRefused() throws {
        #expect { try CompactJWS(("e30.e30." + String(repeating: "AAAA", count: 1 << 18)).utf8) } throws: {
            ($0 as? Rejection)?.reason == .tooLarge
        }
        _ = try CompactJWS(("e30.e30." + String(repeating: "AAAA", count: 1 << 17)).utf8)
    }
}

import Testing

@testable import SignedData

/// What a header says, in whatever words it says so.
struct SignedHeaderTests {
    private func header(_ json: String) throws(Rejection) -> SignedHeader {
        let segment = Base64Alphabet.url.encode(Array(json.utf8))
        let outcome: Result<SignedHeader, Rejection> = segment.withUnsafeBufferPointer { bytes in
            do throws(Rejection) { return .success(try SignedHeader(bytes)) } catch { return .failure(error) }
        }
        return try outcome.get()
    }

    @Test(arguments: [
        #"{"alg":"ES256","x5c":["AQI=","AwQF","!"]}"#,
        #" { "x5c" : [ "AQI=" , "AwQF" , "" ] , "alg" : "\u0045S256" } "#,
        #"{"typ":"JWT","kid":null,"n":-12.5e+3,"x5c":["AQ\u0049=","\u0041wQF","!"],"deep":{"a":[[],{}]},"alg":"ES256"}"#,
    ])
    func sameIsReadFromOtherWords(json: String) throws {
        let header = try header(json)
        #expect(header.algorithm == "ES256")
        #expect(header.certificateCount == 3)
        #expect(header.leaf == [1, 2])
        #expect(header.intermediate == [3, 4, 5])
    }

    @Test
    func solidusMayBeEscaped() throws {
        #expect(try header(#"{"x5c":["\/\/8="]}"#).leaf == [0xFF, 0xFF])
    }

    @Test(
        arguments: [
            ("{}", 0, nil), (#"{"x5c":[]}"#, 0, nil), (#"{"x5c":null}"#, 0, nil), (#"{"x5c":[""]}"#, 1, []),
            (#"{"x5c":["AQI"]}"#, 1, nil), (#"{"x5c":["AQJ="]}"#, 1, nil), (#"{"x5c":["AQ I="]}"#, 1, nil),
            (#"{"x5c":["===="]}"#, 1, nil),
            (#"{"x5c":["_-8="]}"#, 1, nil), (#"{"x5c":["AQI=","AQI="]}"#, 2, [1, 2]), (#"{"x5c":["A==="]}"#, 1, nil),
            (#"{"x5c":["AQI=AQI="]}"#, 1, nil), (#"{"x5c":["AQI\u0000="]}"#, 1, nil),
        ] as [(String, Int, [UInt8]?)])
    func certificatesAreStrictBase64(json: String, count: Int, leaf: [UInt8]?) throws {
        let header = try header(json)
        #expect(header.certificateCount == count)
        #expect(header.leaf == leaf)
        #expect(header.algorithm == nil)
    }

    /// It has the verdicts of the older reader.
    @Test(arguments: [
        "", "{", "[]", "null", "{}{}", "{\"alg\":\"ES256\",}", "{\"alg\":1}", "{\"alg\":[\"ES256\"]}",
        "{\"x5c\":\"a\"}",
        "{\"x5c\":[1]}", "{\"x5c\":[null]}", "{\"alg\":\"ES256\",\"alg\":\"none\"}", "{\"a\":1,\"a\":2}",
        "{\"al\\u0067\":\"none\",\"alg\":\"ES256\"}", "{\"crit\":[\"exp\"],\"exp\":1}", "{\"crit\":null}", "{\"a\":01}",
        "{\"a\":\"\\ud800\"}", "\u{FEFF}{\"alg\":\"ES256\"}",
    ])
    func headerThatIsNoStrictJSONIsMalformed(json: String) {
        #expect(JWSHeader(json: Array(json.utf8)) == nil)
        do throws(Rejection) {
            _ = try header(json)
            Issue.record("\(json) was read")
        } catch {
            #expect(error.reason == .malformed)
        }
    }
}

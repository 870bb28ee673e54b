import IAPSignatures
import Testing

/// The content of a header, independent of its JSON spelling.
struct JWSHeaderTests {
    private func header(_ json: String) throws(Rejection) -> JWSHeader { try JWSHeader(json: Array(json.utf8)) }

    @Test(arguments: [
        #"{"alg":"ES256","x5c":["AQI=","AwQF","!"]}"#,
        #" { "x5c" : [ "AQI=" , "AwQF" , "!" ] , "alg" : "\u0045S256" } "#,
        #"{"typ":"JWT","b64":true,"n":-12.5e+3,"x5c":["AQ\u0049=","\u0041wQF","!"],"deep":{"a":[[],{}]},"alg":"ES256"}"#,
    ])
    func equivalentSpellingsReadTheSame(json: String) throws {
        let header = try header(json)
        #expect(header.algorithm == "ES256")
        #expect(header.keyID == nil)
        #expect(header.certificates == ["AQI=", "AwQF", "!"])
    }

    @Test
    func solidusMayBeEscaped() throws {
        #expect(try header(#"{"x5c":["\/\/8="]}"#).certificates == ["//8="])
    }

    @Test(arguments: ["{}", #"{"x5c":[]}"#, #"{"x5c":null,"alg":null}"#])
    func absentAndNullClaimsAreMissing(json: String) throws {
        let header = try header(json)
        #expect(header.algorithm == nil && header.keyID == nil && header.certificates.isEmpty)
    }

    @Test(arguments: ["1", "null", "true", "[\"a\"]", "{}"])
    func keyIDThatIsNoTextIsMalformed(keyID: String) {
        #expect { try header("{\"alg\":\"ES256\",\"kid\":\(keyID)}") } throws: {
            ($0 as? Rejection)?.reason == .malformed
        }
    }

    @Test(arguments: [
        "", "{", "[]", "null", "{\"b64\":false}", "{\"alg\":\"ES256\",\"b64\":false,\"crit\":[\"b64\"]}", "{}{}",
        "{\"alg\":\"ES256\",}", "{\"alg\":1}", "{\"alg\":[\"ES256\"]}",
        "{\"x5c\":\"a\"}",
        "{\"x5c\":[1]}", "{\"x5c\":[null]}", "{\"alg\":\"ES256\",\"alg\":\"none\"}", "{\"a\":1,\"a\":2}",
        "{\"al\\u0067\":\"none\",\"alg\":\"ES256\"}", "{\"crit\":[\"exp\"],\"exp\":1}", "{\"crit\":null}", "{\"a\":01}",
        "{\"a\":\"\\ud800\"}", "\u{FEFF}{\"alg\":\"ES256\"}",
    ])
    func headerThatIsNoStrictJSONIsMalformed(json: String) {
        #expect { try header(json) } throws: { ($0 as? Rejection)?.reason == .malformed }
    }

    @Test(
        arguments: [
            ("{}", .missingCertificates), (#"{"alg":"none","x5c":["a","b","c"]}"#, .unsupportedAlgorithm),
            (#"{"x5c":["a"]}"#, .unsupportedAlgorithm), (#"{"alg":"ES256","x5c":["a","b"]}"#, .invalidChainLength),
            (#"{"alg":"ES256","x5c":["a","b","c","d"]}"#, .invalidChainLength),
        ] as [(String, VerifyReason)])
    func headerWithoutAChainIsRefused(json: String, reason: VerifyReason) {
        #expect { try header(json).checkChain() } throws: { ($0 as? Rejection)?.reason == reason }
    }

    @Test
    func certificatesOfAChainAreStrictBase64() throws {
        let header = try header(#"{"alg":"ES256","x5c":["AQI=","AwR=","!"]}"#)
        try header.checkChain()
        #expect(try header.certificate(.leaf) == [1, 2])
        #expect(throws: ChainPlace.intermediate.invalidCertificate) { try header.certificate(.intermediate) }
    }
}

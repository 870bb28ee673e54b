import IAPSignedText
import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData

/// Texts that attack a verifier. It rejects all of them, and none of them crashes the process.
struct HostileJWSTests {
    private let chain: TestChain
    private let certificates: [[UInt8]]
    private let verifier: JWSVerifier

    init() throws {
        chain = try TestChain()
        certificates = try chain.certificates()
        verifier = try JWSVerifier(roots: [certificates[2]])
    }

    private func verdict(_ jws: String) -> JWSVerdict {
        verifier.verdict(jws, at: TestChain.date)
    }

    @Test(arguments: [
        "", ".", "..", "...", "a", "a.b", "a.b.c", "a.b.c.d", "e30", "e30.e30", " e30.e30.e30", "e30.e30.e30\n",
        "e30..", "é.é.é", "\u{0}.\u{0}.\u{0}", "bnVsbA.e30.", "W10.e30.", "Ing1YyI.e30.", "e30.e30=.", "e30.e 30.",
    ])
    func textOfAnotherFormIsNeverValid(text: String) {
        let verdict = verdict(text)
        #expect(verdict == .invalid(.malformed) || verdict == .invalid(.missingCertificates))
    }

    @Test(arguments: [
        "", "{", "}", "[]", "null", "\"alg\"", "1", "{}{}", "{} x", "{\"alg\"}", "{\"alg\":}", "{\"alg\":\"ES256\",}",
        "{,}", "{alg:\"ES256\"}", "{'alg':'ES256'}", "{\"alg\":\"ES256\" \"x5c\":[]}", "{\"alg\":\"ES256\",\"x5c\":[}",
        "{\"alg\":1}", "{\"alg\":[\"ES256\"]}", "{\"alg\":{}}", "{\"x5c\":\"a\"}", "{\"x5c\":{}}",
        "{\"x5c\":[1]}", "{\"x5c\":[null]}", "{\"x5c\":[[\"a\"]]}", "{\"x5c\":[\"a\",]}",
        "{\"alg\":\"ES256\",\"alg\":\"none\"}", "{\"a\":1,\"a\":2}", "{\"al\\u0067\":\"none\",\"alg\":\"ES256\"}",
        "{\"kid\":1}", "{\"kid\":null}", "{\"kid\":[\"a\"]}", "{\"kid\":{}}", "{\"kid\":true}",
        "{\"crit\":[\"exp\"],\"exp\":1}", "{\"b64\":false}", "{\"a\":01}", "{\"a\":.5}", "{\"a\":1.}", "{\"a\":1e}",
        "{\"a\":-}",
        "{\"a\":+1}",
        "{\"a\":tru}", "{\"a\":nul}", "{\"a\":NaN}", "{\"a\":\"\\x\"}", "{\"a\":\"\\u12\"}", "{\"a\":\"\\u12g4\"}",
        "{\"a\":\"\\ud800\"}", "{\"a\":\"\\udc00\"}", "{\"a\":\"\\ud800\\u0041\"}", "{\"a\":\"\n\"}", "{\"a\":\"",
        "{\"a\":\"\\", "{\"a\":\"\\u", "{\"a\":1", "\u{FEFF}{\"alg\":\"ES256\"}", "{/**/}", "{\"a\":\"\u{1}\"}",
    ])
    func headerThatIsNoStrictJSONIsMalformed(header: String) throws {
        #expect(try verdict(chain.jws(header: header)) == .invalid(.malformed))
    }

    @Test(arguments: [
        "{\"alg\":\"ES256\",\"x5c\":[C]}", " {\t\"alg\"\n:\r\"ES256\" , \"x5c\" : [ C ] } ",
        "{\"typ\":\"JWT\",\"kid\":\"k\",\"n\":-12.5e+3,\"z\":0,\"t\":true,\"f\":false,\"alg\":\"ES256\",\"x5c\":[C]}",
        "{\"x5c\":[C],\"alg\":\"\\u0045S256\"}", "{\"deep\":{\"a\":[[],{},[1,\"x\"]]},\"alg\":\"ES256\",\"x5c\":[C]}",
        "{\"text\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00é😀\",\"alg\":\"ES256\",\"x5c\":[C]}",
    ])
    func headerWithAnEquivalentSpellingIsAccepted(header: String) throws {
        let list = TestChain.list(certificates)
        // Some JSON writers escape the slash, which Base64 contains.
        for words in [list, list.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "\\/")] {
            let header = header.split(separator: "C]", omittingEmptySubsequences: false).joined(separator: "\(words)]")
            let spaced = header.split(separator: "C ]", omittingEmptySubsequences: false).joined(separator: "\(words)]")
            #expect(try verdict(chain.jws(header: spaced)) == .valid(payload: Array("{}".utf8)))
        }
    }

    @Test
    func headerThatIsNotUTF8IsMalformed() {
        for wrong in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3]] as [[UInt8]] {
            let header = Array("{\"a\":\"".utf8) + wrong + Array("\",\"alg\":\"ES256\"}".utf8)
            #expect(verdict(Base64URL.encode(header) + ".e30.") == .invalid(.malformed))
        }
        let utf16 = Array("{}".utf16).flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        #expect(verdict(Base64URL.encode(utf16) + ".e30.") == .invalid(.malformed))
    }

    @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
    func depthIsBounded(opening: String, closing: String) throws {
        func header(_ depth: Int) -> String {
            let value =
                String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
            return "{\"d\":\(value),\"alg\":\"ES256\",\"x5c\":[\(TestChain.list(certificates))]}"
        }
        #expect(try verdict(chain.jws(header: header(63))) == .valid(payload: Array("{}".utf8)))
        #expect(try verdict(chain.jws(header: header(64))) == .invalid(.malformed))
        let unclosed = "{\"d\":" + String(repeating: opening, count: 8000)
        #expect(try verdict(chain.jws(header: unclosed)) == .invalid(.malformed))
    }

    @Test
    func sizeIsBounded() throws {
        let fill = String(repeating: "x", count: 50_000)
        let header = "{\"fill\":\"\(fill)\",\"alg\":\"ES256\",\"x5c\":[\(TestChain.list(certificates))]}"
        #expect(try verdict(chain.jws(header: header)) == .invalid(.malformed))
        let payload = String(repeating: " ", count: CompactJWS.maximumLength)
        #expect(try verdict(chain.jws(certificates, payload: payload)) == .invalid(.tooLarge))
        #expect(verdict(String(repeating: ".", count: 5_000_000)) == .invalid(.tooLarge))
    }

    @Test
    func otherTextForTheSameBytesIsMalformed() throws {
        let text = try chain.jws(certificates)
        let segments = text.split(separator: ".").map(String.init)
        // The last digit of 64 encoded bytes has four unused bits.
        let last = try #require(segments[2].last)
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let place = try #require(digits.firstIndex(of: last))
        let loose = segments[2].dropLast() + String(digits[place + 1])
        #expect(verdict("\(segments[0]).\(segments[1]).\(loose)") == .invalid(.malformed))
        #expect(verdict(text + "==") == .invalid(.malformed))
        #expect(verdict(text + "\n") == .invalid(.malformed))
        #expect(verdict("\(segments[0]).e31.\(segments[2])") == .invalid(.malformed))
    }

    @Test
    func everyTruncationIsRefused() throws {
        let text = try chain.jws(certificates)
        #expect(verdict(text) == .valid(payload: Array("{}".utf8)))
        for count in stride(from: 0, to: text.utf8.count, by: 7) {
            if case .valid = verdict(String(text.prefix(count))) {
                Issue.record("The text was accepted after its first \(count) characters.")
            }
        }
    }

    @Test
    func alteredBytesAreNeverAccepted() throws {
        let text = try Array(chain.jws(certificates).utf8)
        var random = RandomSource(state: 11)
        // The verifier does not read the third certificate, but the signature covers it as part of the header.
        for _ in 0..<500 {
            var altered = text
            let place = Int.random(in: altered.indices, using: &random)
            altered[place] ^= 1 << UInt8.random(in: 0..<7, using: &random)
            if case .valid = verdict(String(decoding: altered, as: UTF8.self)) {
                Issue.record("The text was accepted with another byte at \(place).")
            }
        }
    }
}

import IAPModel
import Testing

@testable import IAPHTTP

@Suite struct RequestHeadersTests {
    @Test(arguments: [
        ("Authorization: Bearer abc=", "Authorization", "Bearer abc="),
        ("X-Game:1", "X-Game", "1"),
        ("X-Game:   padded   ", "X-Game", "padded"),
        ("X: a: b: c", "X", "a: b: c"),
        ("!#$%&'*+-.^_`|~09azAZ: v", "!#$%&'*+-.^_`|~09azAZ", "v"),
        ("Cookie: a=b; c=d", "Cookie", "a=b; c=d"),
    ])
    func linesAreNameAndValue(line: String, name: String, value: String) throws {
        #expect(try RequestHeaders(lines: [line]).fields == [.init(name: name, value: value)])
    }

    @Test func theOrderIsKept() throws {
        #expect(try RequestHeaders(lines: ["B: 1", "A: 2"]).fields.map(\.name) == ["B", "A"])
        #expect(try RequestHeaders(lines: []) == .none)
    }

    @Test(arguments: [
        ("", "has no colon"),
        ("Authorization", "has no colon"),
        (": value", "has no name, or a name with characters"),
        ("X Game: 1", "has no name, or a name with characters"),
        (" X-Game: 1", "has no name, or a name with characters"),
        ("X-Game : 1", "has no name, or a name with characters"),
        ("X\u{E9}: 1", "has no name, or a name with characters"),
        ("X(1): 1", "has no name, or a name with characters"),
        ("X-Game: a\r\nHost: evil", "has a control character"),
        ("X-Game: a\nb", "has a control character"),
        ("X-Game: a\u{0}b", "has a control character"),
        ("X-Game: a\tb", "has a control character"),
        ("X-Game: a\u{7F}b", "has a control character"),
        ("X-Game: caf\u{E9}", "has a control character or a non-ASCII character"),
        ("X-Game:", "has no value"),
        ("X-Game:   ", "has no value"),
        ("Host: example.com", "is Host, which the library writes itself"),
        ("content-length: 7", "writes itself"),
        ("CONTENT-TYPE: text/plain", "writes itself"),
        ("Idempotency-Key: 1", "writes itself"),
        ("iap-app-account-token: 1", "writes itself"),
        ("Transfer-Encoding: chunked", "writes itself"),
        ("Connection: close", "writes itself"),
        ("Expect: 100-continue", "writes itself"),
        ("Upgrade: h2c", "writes itself"),
        ("Proxy-Authorization: x", "writes itself"),
    ])
    func invalidLinesAreRefusedWithTheirNumberAndReason(line: String, part: String) {
        let error = #expect(throws: IAPError.self) { try RequestHeaders(lines: ["X-First: 1", line]) }
        #expect(error?.status == .invalidArgument)
        #expect(error?.message.hasPrefix("header 2 ") == true)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test func aNameMayComeOnce() {
        let error = #expect(throws: IAPError.self) { try RequestHeaders(lines: ["X-Game: 1", "Y: 1", "x-game: 2"]) }
        #expect(error?.message.hasPrefix("header 3 ") == true)
        #expect(error?.message.contains("repeats the name") == true)
    }

    @Test func messagesShowNoValue() {
        for line in ["Host: secret", "X-Game: secret\n", "X Y: secret"] {
            #expect(
                #expect(throws: IAPError.self) { try RequestHeaders(lines: [line]) }?.message.contains("secret")
                    == false
            )
        }
    }

    @Test func thirtyTwoAreAllowed() throws {
        let lines = (1...32).map { "X-\($0): \($0)" }
        #expect(try RequestHeaders(lines: lines).fields.count == 32)
        #expect(#expect(throws: IAPError.self) { try RequestHeaders(lines: lines + ["X: 1"]) }?.status == .tooLarge)
    }

    @Test func aVeryLongLineIsRefused() throws {
        let longest = "X: " + String(repeating: "v", count: 8_189)
        #expect(try RequestHeaders(lines: [longest]).fields.count == 1)
        #expect(#expect(throws: IAPError.self) { try RequestHeaders(lines: [longest + "v"]) }?.status == .tooLarge)
    }
}

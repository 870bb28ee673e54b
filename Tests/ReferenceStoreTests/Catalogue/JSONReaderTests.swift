import Testing

@testable import ReferenceStore

@Suite struct JSONReaderTests {
    private func read(_ bytes: [UInt8]) throws(CatalogueError) -> JSONValue {
        try JSONReader.read(bytes, file: "test.json")
    }

    private func failure(_ bytes: [UInt8]) -> CatalogueError? {
        do {
            _ = try read(bytes)
            return nil
        } catch {
            return error
        }
    }

    static let good: [(String, JSONValue)] = [
        ("null", .null),
        (" true ", .bool(true)),
        ("\r\n\tfalse", .bool(false)),
        ("0", .number(0)),
        ("-0.5e+2", .number(-50)),
        ("1E-2", .number(0.01)),
        ("743722291.47029805", .number(743_722_291.47029805)),
        (#""""#, .string("")),
        (#""a\"\\\/\b\f\n\r\tz""#, .string("a\"\\/\u{8}\u{C}\n\r\tz")),
        (#""\u4E2d文\ud83e\udE99""#, .string("中文🪙")),
        ("[]", .array([])),
        ("[ 1 , [ ] ]", .array([.number(1), .array([])])),
        ("{}", .object([:])),
        (#"{ "a" : { } , "b" : null }"#, .object(["a": .object([:]), "b": .null])),
        ("\u{FEFF}{}", .object([:])),
    ]

    @Test(arguments: good) func jsonIsRead(text: String, value: JSONValue) throws {
        #expect(try read(Array(text.utf8)) == value)
    }

    static let bad: [(text: String, place: String)] = [
        ("x", "line 1, column 1"),
        ("nul", "line 1, column 1"),
        ("{} {}", "line 1, column 4"),
        ("[1,]", "line 1, column 4"),
        ("[1 2]", "line 1, column 4"),
        ("{\n  \"a\" : 1,\n}", "line 3, column 1"),
        ("{\n  \"文文\" 1\n}", "line 2, column 8"),
        ("{a: 1}", "line 1, column 2"),
        ("{'a': 1}", "line 1, column 2"),
        ("[01]", "line 1, column 2"),
        ("[-]", "line 1, column 3"),
        ("[1.]", "line 1, column 4"),
        ("[1e]", "line 1, column 4"),
        ("[+1]", "line 1, column 2"),
        ("[1e999]", "line 1, column 2"),
        ("[NaN]", "line 1, column 2"),
        ("[\"a\nb\"]", "line 1, column 4"),
        ("[\"abc]", "line 1, column 2"),
        (#"["\x"]"#, "line 1, column 3"),
        (#"["\u12G4"]"#, "line 1, column 3"),
        (#"["\ud83e"]"#, "line 1, column 3"),
        (#"["\ud83e\u0041"]"#, "line 1, column 3"),
        (#"["\ude99"]"#, "line 1, column 3"),
        ("/* */ {}", "line 1, column 1"),
    ]

    @Test(arguments: bad) func whatIsNotJSONIsToldByLineAndColumn(text: String, place: String) {
        let failure = failure(Array(text.utf8))
        #expect(failure?.kind == .notJSON)
        #expect(failure?.place == place)
    }

    @Test(arguments: ["", " ", "\n\n", "\u{FEFF}"]) func nothingIsEmpty(text: String) {
        #expect(failure(Array(text.utf8))?.kind == .empty)
    }

    static let notUTF8: [[UInt8]] = [
        Array("{\n\"a\": \"".utf8) + [0xFF] + Array("\"}".utf8),
        Array("{\n\"a\": \"".utf8) + [0xC0, 0x80] + Array("\"}".utf8),
        Array("{\n\"a\": \"".utf8) + [0xE4, 0xB8],
        Array("{\n\"a\": \"".utf8) + [0xED, 0xA0, 0x80] + Array("\"}".utf8),
    ]

    @Test(arguments: notUTF8) func invalidUTF8IsToldByLineAndColumn(bytes: [UInt8]) {
        #expect(failure(bytes)?.kind == .notJSON)
        #expect(failure(bytes)?.place == "line 2, column 7")
        #expect(failure(bytes)?.reason == "the text is not UTF-8")
    }

    @Test func utf16IsNotUTF8() {
        #expect(failure([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00])?.reason == "the text is not UTF-8")
    }

    @Test(arguments: ["[", "{\"a\":"]) func deepNestingIsRefused(opening: String) {
        let failure = failure(Array(String(repeating: opening, count: 100_000).utf8))
        #expect(failure?.kind == .notJSON)
        #expect(failure?.reason.contains("nested") == true)
    }

    @Test func nestingIsAllowedUpToTheLimit() throws {
        let deepest = JSONReader.deepestNesting
        let text = { (depth: Int) in
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(try read(text(deepest)) != .null)
        #expect(failure(text(deepest + 1))?.kind == .notJSON)
    }

    @Test func aKeyGivenTwiceIsRefused() {
        let failure = failure(Array("{\n \"a\": 1,\n \"a\": 2}".utf8))
        #expect(failure?.kind == .duplicate)
        #expect(failure?.place == "line 3, column 2")
    }
}

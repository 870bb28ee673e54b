import Foundation
import Testing

@testable import IAPJSON

@Suite struct JSONReaderTests {
    private func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try JSONReader.read(bytes)
    }

    private func failure(_ bytes: [UInt8]) -> JSONError? {
        do {
            _ = try read(bytes)
            return nil
        } catch {
            return error
        }
    }

    /// The second text is what `JSONEncoder` writes for the value that was read.
    static let good: [(String, String)] = [
        ("null", "null"),
        (" true ", "true"),
        ("\r\n\tfalse", "false"),
        ("0", "0"),
        ("-0.5e+2", "-50"),
        ("1E-2", "0.01"),
        ("9223372036854775807", "9223372036854775807"),
        ("743722291.47029805", "743722291.470298"),
        (#""""#, #""""#),
        (#""a\"\\\/\b\f\n\r\tz""#, #""a\"\\/\b\f\n\r\tz""#),
        (#""\u4E2d文\ud83e\udE99""#, #""中文🪙""#),
        ("[]", "[]"),
        ("[ 1 , [ ] ]", "[1,[]]"),
        ("{}", "{}"),
        (#"{ "b" : { } , "a" : null }"#, #"{"a":null,"b":{}}"#),
        ("\u{FEFF}{}", "{}"),
    ]

    @Test(arguments: good) func jsonIsRead(text: String, written: String) throws {
        #expect(JSONEncoder.sortedText(try read(Array(text.utf8))) == written)
    }

    @Test func membersKeepTheirOrderAndPlaces() throws {
        let text = Array(#"{ "b" : [1, 2], "a":"x" }"#.utf8)
        guard case .object(let object) = try read(text) else {
            Issue.record("the value is not an object")
            return
        }
        #expect(object.members.map(\.name) == ["b", "a"])
        #expect(object.members.map { String(decoding: text[$0.valueRange], as: UTF8.self) } == ["[1, 2]", #""x""#])
        #expect(object.members.map(\.start) == [2, 16])
        #expect(object["a"] == .text("x"))
        #expect(object["c"] == nil)
    }

    /// An object with many members has a lookup table. The counts are below and above that limit.
    @Test(arguments: [1, 47, 48, 49, 2000]) func everyMemberIsFoundAndNoNameTwice(count: Int) throws {
        let members = (0..<count).map { "\"name\($0)\":\($0)" }
        guard case .object(let object) = try read(Array("{\(members.joined(separator: ","))}".utf8)) else {
            Issue.record("the value is not an object")
            return
        }
        for index in 0..<count { #expect(object["name\(index)"] == .number(JSONNumber(digits: "\(index)"))) }
        #expect(object["name\(count)"] == nil)
        for name in ["name0", "name\(count - 1)"] {
            let text = "{\((members + ["\"\(name)\":0"]).joined(separator: ","))}"
            #expect(failure(Array(text.utf8))?.kind == .duplicateName)
        }
    }

    /// The two names look the same, and Swift's `String` compares them as equal.
    @Test func namesOfOtherBytesAreOtherNames() throws {
        guard case .object(let object) = try read(Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8)) else {
            Issue.record("the value is not an object")
            return
        }
        #expect(object["\u{E9}"] == .number(JSONNumber(digits: "1")))
        #expect(object["e\u{301}"] == .number(JSONNumber(digits: "2")))
    }

    static let numbers: [(String, whole: Int64?, double: Double)] = [
        ("-9223372036854775808", .min, -0x1p63), ("9223372036854775808", nil, 0x1p63), ("1.0", nil, 1),
        ("1e3", nil, 1000),
        ("-0", 0, 0),
    ]

    @Test(arguments: numbers) func numbersAreKeptAsTheyWereWritten(
        digits: String, whole: Int64?, double: Double
    ) throws {
        guard case .number(let number) = try read(Array(digits.utf8)) else {
            Issue.record("the value is not a number")
            return
        }
        #expect(number.digits == digits)
        #expect(number.whole == whole)
        #expect(number.double == double)
    }

    static let wholeNumbers: [(String, exact: Int64?, down: Int64?, nearest: Int64?)] = [
        ("7", 7, 7, 7), ("-9223372036854775808", .min, .min, .min), ("7.0", 7, 7, 7), ("7e2", 700, 700, 700),
        ("1.75", nil, 1, 2), ("-1.25", nil, -2, -1),
        ("9007199254740991.0", 9_007_199_254_740_991, 9_007_199_254_740_991, 9_007_199_254_740_991),
        ("9223372036854775808", nil, nil, nil), ("9007199254740993.0", nil, nil, nil), ("1e16", nil, nil, nil),
        ("1e300", nil, nil, nil),
    ]

    /// From 2^53 on, a number with a fraction may be rounded when it is read.
    @Test(arguments: wholeNumbers) func wholeNumberIsReadExactlyOrNotAtAll(
        digits: String, exact: Int64?, down: Int64?, nearest: Int64?
    ) {
        let number = JSONNumber(digits: digits)
        #expect(number.wholeNumber() == exact)
        #expect(number.wholeNumber(.down) == down)
        #expect(number.wholeNumber(.toNearestOrAwayFromZero) == nearest)
    }

    @Test(arguments: ["1e999", "-1e999", String(repeating: "1", count: 65)]) func numberOutOfRangeIsRejected(
        digits: String
    ) {
        #expect(failure(Array(digits.utf8))?.kind == .numberOutOfRange)
    }

    static let bad: [(text: String, place: String)] = [
        ("x", "line 1, column 1"),
        ("\u{FEFF}x", "line 1, column 1"),
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
        ("[NaN]", "line 1, column 2"),
        ("[\"a\nb\"]", "line 1, column 4"),
        ("[\"abc]", "line 1, column 2"),
        (#"["\x"]"#, "line 1, column 3"),
        (#"["\u12G4"]"#, "line 1, column 3"),
        ("/* */ {}", "line 1, column 1"),
    ]

    @Test(arguments: bad) func invalidJSONIsReportedByLineAndColumn(text: String, place: String) {
        let failure = failure(Array(text.utf8))
        #expect(failure?.kind == .malformed)
        #expect(failure?.place == place)
    }

    @Test(arguments: [#"["\ud83e"]"#, #"["\ud83e\u0041"]"#, #"["\ude99"]"#])
    func halfOfASurrogatePairIsRefused(text: String) {
        #expect(failure(Array(text.utf8))?.kind == .halfCharacter)
        #expect(failure(Array(text.utf8))?.place == "line 1, column 3")
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

    @Test(arguments: notUTF8) func invalidUTF8IsReportedByLineAndColumn(bytes: [UInt8]) {
        #expect(failure(bytes)?.kind == .notUTF8)
        #expect(failure(bytes)?.place == "line 2, column 7")
        #expect(failure(bytes)?.reason == "the text is not UTF-8")
    }

    @Test func utf16IsNotUTF8() {
        #expect(failure([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00])?.reason == "the text is not UTF-8")
    }

    @Test(arguments: ["[", "{\"a\":"]) func deepNestingIsRefused(opening: String) {
        let failure = failure(Array(String(repeating: opening, count: 100_000).utf8))
        #expect(failure?.kind == .tooDeep)
        #expect(failure?.reason.contains("nested") == true)
    }

    @Test func nestingIsAllowedUpToTheLimit() throws {
        let deepest = JSONReader.deepestNesting
        let text = { (depth: Int) in
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(try read(text(deepest)) != .null)
        #expect(failure(text(deepest + 1))?.kind == .tooDeep)
    }

    @Test func aKeyGivenTwiceIsRefused() {
        let failure = failure(Array("{\n \"a\": 1,\n \"a\": 2}".utf8))
        #expect(failure?.kind == .duplicateName)
        #expect(failure?.place == "line 3, column 2")
    }
}

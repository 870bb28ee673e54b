import Testing

@testable import IAPJSON

/// Each error names the place of the value in the text.
@Suite struct JSONFieldTests {
    private static func failure(
        _ text: String, _ read: (JSONFields) throws(JSONFieldError) -> Void
    ) -> String? {
        do throws(JSONFieldError) {
            try read(JSONField.read(Array(text.utf8)).object())
            return nil
        } catch {
            return error.description
        }
    }

    @Test func fieldsAreReadByName() throws {
        let text = #"{"a": {"b": [1, "x", null]}, "n": null}"#
        let fields = try JSONField.read(Array(text.utf8)).object()
        let elements = try fields["a"].object()["b"].list()
        #expect(elements.map(\.path) == ["a.b[0]", "a.b[1]", "a.b[2]"])
        #expect(try elements[0].wholeNumber(0...1) == 1)
        #expect(try elements[1].text() == "x")
        #expect(elements.map(\.isPresent) == [true, true, false])
        #expect(!fields["n"].isPresent && !fields["c"].isPresent)
        #expect(fields.names == ["a", "n"])
        #expect(try elements[1].word([("x", 7)]) == 7)
    }

    @Test(arguments: [
        ("[]", "the text is not an object"),
        ("null", "the text is null"),
        ("{", "the text is not JSON: line 1, column 2: the text ends where a key in quotation marks is expected"),
        ("{\n \"a\": tru}", "the text is not JSON: line 2, column 7: 't' stands where a value is expected"),
        (#"{"a": 1, "a": 2}"#, #"the text is not JSON: line 1, column 10: the key "a" is given twice in one object"#),
        ("{\u{0}}", "the text is not UTF-8"),
    ])
    func textThatIsNoObjectIsRefusedWithLineAndColumn(text: String, message: String) {
        #expect(Self.failure(text) { _ throws(JSONFieldError) in } == message)
    }

    @Test(arguments: [
        ("{}", "a is missing"), (#"{"a": null}"#, "a is null"), (#"{"a": 1}"#, "a is not an array"),
        (#"{"a": [{}, {"b": true}]}"#, "a[0].b is missing"), (#"{"a": [{"b": true}]}"#, "a[0].b is not a text"),
        (#"{"a": [{"b": ""}]}"#, "a[0].b is empty"), (#"{"a": [{"b": "x"}, 1]}"#, "a[1] is not an object"),
    ])
    func valueOfAnotherTypeIsRefusedWithItsPath(text: String, message: String) {
        let failure = Self.failure(text) { fields throws(JSONFieldError) in
            for element in try fields["a"].list() {
                _ = try element.object()["b"].text { $0.isEmpty ? "is empty" : nil }
            }
        }
        #expect(failure == message)
    }

    @Test(arguments: [("10", 10), ("1e1", 10), ("10.0", 10), ("1.00E1", 10), ("-0", 0)])
    func wholeNumberMayBeWrittenInAnyWay(text: String, number: Int64) throws {
        #expect(try JSONField.read(Array(text.utf8)).wholeNumber(0...10) == number)
    }

    @Test(arguments: [
        ("11", "the text is 11; it must be a whole number from 0 to 10"),
        ("-1", "the text is -1; it must be a whole number from 0 to 10"),
        ("0.5", "the text is 0.5; it must be a whole number from 0 to 10"),
        ("1e300", "the text is not a whole number from 0 to 10"),
        ("\"1\"", "the text is not a number"), ("true", "the text is not a number"),
    ])
    func otherNumbersAreRefused(text: String, message: String) {
        let error = #expect(throws: JSONFieldError.self) {
            try JSONField.read(Array(text.utf8)).wholeNumber(0...10)
        }
        #expect(error?.description == message)
    }

    @Test func wordIsComparedByItsBytes() throws {
        let words = [("caf\u{E9}", 1), ("tea", 2)]
        #expect(try JSONField.read(Array("\"caf\u{E9}\"".utf8)).word(words) == 1)
        let error = #expect(throws: JSONFieldError.self) {
            try JSONField.read(Array("\"cafe\u{301}\"".utf8)).word(words)
        }
        #expect(error?.description == "the text is not one of \"caf\u{E9}\", \"tea\"")
    }

    /// An object with many members has a lookup table. The counts are below and above that limit.
    @Test(arguments: [1, 100]) func firstOfTwoMembersCountsWhereRepeatedNamesAreAccepted(count: Int) throws {
        let members = (1...count).map { "\"name\($0)\":\($0)" }
        let text = Array("{\((members + members.map { $0 + "1" } + ["\"z\":7"]).joined(separator: ","))}".utf8)
        #expect(JSONReader.object(text) == nil)
        let object = try #require(JSONReader.object(text, acceptsRepeatedNames: true))
        #expect(object.members.count == count + 1)
        #expect((1...count).allSatisfy { object.number("name\($0)")?.whole == Int64($0) })
        #expect(object.number("z")?.whole == 7)
    }

    @Test func memberOfAnotherTypeCountsAsMissing() throws {
        let object = try #require(JSONReader.object(Array(#"{"t": "x", "n": 1.5, "o": {}, "l": [1]}"#.utf8)))
        #expect(object.text("t") == "x" && object.text("n") == nil && object.text("z") == nil)
        #expect(object.number("n")?.digits == "1.5" && object.number("t") == nil)
        #expect(object.object("o")?.members.isEmpty == true && object.object("l") == nil)
        #expect(object.list("l")?.count == 1 && object.list("o") == nil)
        #expect(JSONReader.object(Array("[1]".utf8)) == nil && JSONReader.object([]) == nil)
    }
}

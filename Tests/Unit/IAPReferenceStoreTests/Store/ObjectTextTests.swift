import Testing

@testable import IAPReferenceStore

struct ObjectTextTests {
    /// An object, the same object with one more member in front, and the same object with its first member twice.
    static let objects: [(json: String, added: String, repeated: String)] = [
        (#"{"a":1}"#, #"{"n":true,"a":1}"#, #"{"a":1,"a":1}"#),
        (" {\n \"a\" : 1 }", " {\"n\":true,\n \"a\" : 1 }", " {\n \"a\" : 1,\"a\" : 1 }"),
        (
            #"{"a\"b\\":[{"c":1}],"d":2}"#, #"{"n":true,"a\"b\\":[{"c":1}],"d":2}"#,
            #"{"a\"b\\":[{"c":1}],"a\"b\\":[{"c":1}],"d":2}"#
        ),
        (#"{"":0}"#, #"{"n":true,"":0}"#, #"{"":0,"":0}"#),
        (
            #"{"a":{"b":[1,{}],"c":"},"},"d":2}"#, #"{"n":true,"a":{"b":[1,{}],"c":"},"},"d":2}"#,
            #"{"a":{"b":[1,{}],"c":"},"},"a":{"b":[1,{}],"c":"},"},"d":2}"#
        ),
        ("{}", #"{"n":true}"#, "{}"), ("{ }", #"{"n":true }"#, "{ }"),
        ("", "0", ""), ("[]", "[]0", "[]"), ("{", "{0", "{"), (" ", " 0", " "), ("\"a\":1", "\"a\":10", "\"a\":1"),
        ("{\"a", "{\"a0", "{\"a"),
    ]

    @Test(arguments: objects.indices)
    func addedMemberIsFirstAndTheRestIsUnchanged(index: Int) {
        let (json, added, repeated) = Self.objects[index]
        #expect(
            String(decoding: ObjectText.adding("n", Array("true".utf8), to: Array(json.utf8)), as: UTF8.self) == added)
        #expect(String(decoding: ObjectText.repeatingFirst(of: Array(json.utf8)), as: UTF8.self) == repeated)
    }

    @Test func whiteSpaceBetweenThePartsGoesAndTheRestStays() {
        let json = "\u{FEFF} { \"a \\\" b\\\\\" : [ 0.10 ,\r\n\t1E2 ] , \"\u{E9} \" : \"\u{FEFF}\" }\n"
        let compact = String(decoding: ObjectText.compact(json), as: UTF8.self)
        #expect(compact == "{\"a \\\" b\\\\\":[0.10,1E2],\"\u{E9} \":\"\u{FEFF}\"}")
    }
}

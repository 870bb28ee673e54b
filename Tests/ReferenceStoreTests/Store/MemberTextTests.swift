import Testing

@testable import ReferenceStore

struct MemberTextTests {
    /// An object, and what it is with a member more in front, and with its first member twice.
    static let objects: [(json: String, added: String, repeated: String)] = [
        (#"{"a":1}"#, #"{"n":true,"a":1}"#, #"{"a":1,"a":1}"#),
        (" {\n \"a\" : 1 }", " {\n \"n\":true,\"a\" : 1 }", " {\n \"a\" : 1 ,\"a\" : 1 }"),
        (
            #"{"a\"b\\":[{"c":1}],"d":2}"#, #"{"n":true,"a\"b\\":[{"c":1}],"d":2}"#,
            #"{"a\"b\\":[{"c":1}],"a\"b\\":[{"c":1}],"d":2}"#
        ),
        (#"{"":0}"#, #"{"n":true,"":0}"#, #"{"":0,"":0}"#),
        (
            #"{"a":{"b":[1,{}],"c":"},"},"d":2}"#, #"{"n":true,"a":{"b":[1,{}],"c":"},"},"d":2}"#,
            #"{"a":{"b":[1,{}],"c":"},"},"a":{"b":[1,{}],"c":"},"},"d":2}"#
        ),
        ("{}", #"{"n":true}"#, "{}"), ("{ }", #"{ "n":true}"#, "{ }"),
        ("", "0", ""), ("[]", "[]0", "[]"), ("{", "{0", "{"), (" ", " 0", " "), ("\"a\":1", "\"a\":10", "\"a\":1"),
        ("{\"a", "{\"n\":true,\"a", "{\"a"), ("{\"a\\", "{\"n\":true,\"a\\", "{\"a\\"),
    ]

    @Test(arguments: objects.indices)
    func memberIsPutInFrontAndTheRestStays(index: Int) {
        let (json, added, repeated) = Self.objects[index]
        #expect(String(decoding: MemberText.adding("n", "true", to: Array(json.utf8)), as: UTF8.self) == added)
        #expect(String(decoding: MemberText.repeatingFirst(of: Array(json.utf8)), as: UTF8.self) == repeated)
    }
}

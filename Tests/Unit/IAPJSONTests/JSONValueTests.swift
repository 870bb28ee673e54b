import Testing

@testable import IAPJSON

struct JSONValueTests {
    @Test func objectLeavesNilOut() throws {
        let none: String? = nil
        let object = JSONValue.object(of: [
            "b": .text("\"/"), "a": .whole(-1), "n": .optional(none), "l": .optional(["x"]), "i": .id(.max),
            "f": .flag(true),
            "m": .whole(nil as Int?),
        ])
        #expect(object.json == #"{"a":-1,"b":"\"/","f":true,"i":"18446744073709551615","l":["x"]}"#)
        #expect(try JSONReader.read(Array(object.json.utf8)) == object)
        #expect(JSONValue.object(of: [:]).json == "{}")
    }
}

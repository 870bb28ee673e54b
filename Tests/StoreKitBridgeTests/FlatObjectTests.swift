import Foundation
import Testing

@testable import StoreKitBridge

/// The short way of reading signed data takes what is plain, and gives what the decoder gives.
struct FlatObjectTests {
    @Test(arguments: [
        "{}", " { } ", #"{"a":"b"}"#, #"{ "a" : "" , "n" : -12 ,"t":true,"f":false,"z":null}"#, #"{"n":0}"#,
        #"{"n":999999999999999999}"#, "{\"a\":\t7\r\n}\n",
    ])
    func plainIsTaken(json: String) throws {
        let object = try #require(FlatObject(Data(json.utf8)))
        let decoded = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: NSObject])
        for name in ["a", "n", "t", "f", "z", "absent"] {
            #expect(object.text(name) == decoded[name] as? String)
            let isNumber = ["n", "a"].contains(name) && decoded[name] is NSNumber
            #expect(object.number(name) == (isNumber ? (decoded[name] as? NSNumber)?.int64Value : nil))
        }
    }

    @Test(arguments: [
        "", " ", "[]", "7", "null", "{", "}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{,}"#, #"{"a":1}x"#, #"{"a":1 2}"#,
        #"{a:1}"#, #"{"a":01}"#, #"{"a":-}"#, #"{"a":+1}"#, #"{"a":1.5}"#, #"{"a":1e3}"#, #"{"a":1000000000000000000}"#,
        #"{"a":[]}"#, #"{"a":{}}"#, #"{"a":"\n"}"#, #"{"a":"x}"#, "{\"a\":\"\n\"}", #"{"a":"é"}"#, #"{"a":tru}"#,
        #"{"a":truex}"#, #"{"a":1,"a":2}"#, "\u{FEFF}{}", #"{"a":nulll}"#,
    ])
    func everythingElseIsLeftToTheDecoder(json: String) {
        #expect(FlatObject(Data(json.utf8)) == nil)
    }

    /// A text cut anywhere is not taken.
    @Test func cutTextIsNotTaken() {
        let json = Data(#"{"a":"b","n":-12,"t":true}"#.utf8)
        for count in 0..<json.count { #expect(FlatObject(json.prefix(count)) == nil) }
        #expect(FlatObject(Data([0]) + json) == nil)
        #expect(FlatObject((Data([0]) + json).dropFirst())?.number("n") == -12)
    }
}

import Foundation
import IAPModel
import Testing

/// What is written with every purchase is what `JSONEncoder` would write.
struct JSONLineTests {
    private struct Line: Codable, Equatable {
        var flag: Bool?
        var number: Int64?
        var text: String?
        var within: [String: String]?
        var word: UInt64?

        var written: String {
            var line = JSONLine()
            line.add("flag", flag)
            line.add("number", number)
            line.add("text", text)
            if let within {
                var object = JSONLine()
                for (name, value) in within.sorted(by: { $0.key < $1.key }) where name == "a" { object.add("a", value) }
                line.add("within", object)
            }
            line.add("word", word)
            return String(decoding: line.ended, as: UTF8.self)
        }
    }

    private func expectSame(_ line: Line) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(line.written == String(decoding: try encoder.encode(line), as: UTF8.self))
    }

    @Test func nothingGivesAnEmptyObject() throws {
        #expect(Line().written == "{}")
        try expectSame(Line())
    }

    @Test(arguments: [Int64.min, -1, 0, 1, 990, .max]) func numbersAreWhole(number: Int64) throws {
        try expectSame(Line(flag: number > 0, number: number, word: UInt64(bitPattern: number)))
    }

    /// Each character of the first pages, alone and among others.
    @Test func textsAreEscapedAsTheyHaveToBe() throws {
        for value in (0...0x2FF).compactMap(Unicode.Scalar.init) {
            try expectSame(Line(text: String(Character(value))))
            try expectSame(Line(text: "a\(Character(value))/\"z", within: ["a": "\(Character(value))"]))
        }
        for text in ["", "日本語 🪙 e\u{301}", "\u{2028}\u{2029}", "\u{FFFF}\u{10FFFF}", "\\u0041", "\r\n"] {
            try expectSame(Line(text: text))
        }
    }
}

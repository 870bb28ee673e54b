import Foundation
import IAPModel
import Testing

@testable import IAPPaymentClient

/// Product lists in every supported form.
struct ProductListFileTests {
    private static let xmlHead = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        """

    private static func xml(_ body: String) -> String { "\(xmlHead)\n\(body)\n</plist>\n" }

    private static func ids(_ text: String) throws -> [String] {
        try ProductListFile.ids(in: Array(text.utf8), name: "list")
    }

    // MARK: Valid lists

    static let lists: [(name: String, text: String, ids: [String])] = [
        ("array", #"["coins.100", "club"]"#, ["coins.100", "club"]),
        ("empty array", "[]", []),
        ("object", #"{"products": ["a", "b"]}"#, ["a", "b"]),
        ("empty object", #"{"products": []}"#, []),
        (
            "objects", #"{"products": [{"id": "a", "grants": [{"counter": "coins"}]}, "b"], "version": [1, {}]}"#,
            ["a", "b"]
        ),
        ("repeated ids", #"["b", "a", "b", "a", "c"]"#, ["b", "a", "c"]),
        ("ids that only look equal", "[\"caf\u{E9}\", \"cafe\u{301}\"]", ["caf\u{E9}", "cafe\u{301}"]),
        ("escapes", #"["\u0061\"\\\n"]"#, ["a\"\\\n"]),
        ("mark of the byte order", "\u{FEFF}[\"a\"]", ["a"]),
        ("spaces", " \r\n\t[ \"a\" ]\n", ["a"]),
        ("XML", xml("<array><string>a</string><string>b &amp; c</string></array>"), ["a", "b & c"]),
        (
            "XML object",
            xml(
                """
                <dict><key>date</key><date>2026-01-01T00:00:00Z</date><key>products</key><array>
                <dict><key>price</key><real>0.99</real><key>id</key><string>a</string></dict><!-- <array> -->
                <string>b</string></array></dict>
                """), ["a", "b"]
        ),
        ("XML without a head", "<plist><array><string>a</string></array></plist>", ["a"]),
        ("empty XML", xml("<array/>"), []),
    ]

    @Test(arguments: lists.indices) func listIsRead(index: Int) throws {
        let (name, text, ids) = Self.lists[index]
        let read = try Self.ids(text)
        #expect(read.map { Array($0.utf8) } == ids.map { Array($0.utf8) }, "\(name)")
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func propertyListsOfTheSystemAreRead(format: PropertyListSerialization.PropertyListFormat) throws {
        let list: [String: Any] = [
            "products": ["a", ["id": "ü", "data": Data([0, 255]), "number": 7], "a"],
            "date": Date(timeIntervalSince1970: 0),
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
        #expect(try ProductListFile.ids(in: Array(data), name: "list") == ["a", "ü"])
    }

    @Test func idsAreAsLongAsTheStoreTakesThem() throws {
        let longest = String(repeating: "x", count: ProductListFile.idLimit)
        #expect(try Self.ids("[\"\(longest)\"]") == [longest])
        Self.expectRefusal("[\"\(longest)x\"]", "list: [0] is longer than 1024 bytes")
        Self.expectRefusal(
            "{\"products\": [{\"id\": \"\(longest)x\"}]}", "list: products[0].id is longer than 1024 bytes")
    }

    @Test func listIsAsLongAsItsLimit() throws {
        let ids = (0..<ProductListFile.idsLimit).map { "p\($0)" }
        #expect(try Self.ids("[\"" + ids.joined(separator: "\",\"") + "\"]") == ids)
        Self.expectRefusal(
            "[\"" + (ids + ["one too many"]).joined(separator: "\",\"") + "\"]",
            "list: contains 1001 products; at most 1000 are allowed")
    }

    @Test func fileIsAsLargeAsItsLimit() throws {
        let list = "[\"a\"]"
        let spaces = String(repeating: " ", count: ProductListFile.sizeLimit - list.utf8.count)
        #expect(try Self.ids(spaces + list) == ["a"])
        Self.expectRefusal(spaces + list + " ", "list: is longer than 16777216 bytes")
    }

    // MARK: Invalid lists

    private static func expectRefusal(
        _ text: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectRefusal(Array(text.utf8), message, sourceLocation: sourceLocation)
    }

    private static func expectRefusal(
        _ bytes: [UInt8], _ message: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: IAPError.self, sourceLocation: sourceLocation) {
            try ProductListFile.ids(in: bytes, name: "list")
        }
        #expect(error?.status == .invalidFile && error?.isRetryable == false, sourceLocation: sourceLocation)
        #expect(error?.message == message, sourceLocation: sourceLocation)
    }

    private static let shape = "list: is neither an array of ids nor an object with the array \"products\""
    private static func other(_ place: String) -> String {
        "list: \(place) is neither an id nor an object with an \"id\""
    }

    static let mistakes: [(text: String, message: String)] = [
        ("", "list: is empty"), (" \n", "list: is empty"), ("\u{FEFF}", "list: is empty"),
        ("{}", shape), (#"{"products": {}}"#, shape), (#"{"products": "a"}"#, shape), (#"{"products": null}"#, shape),
        (#"{"Products": ["a"]}"#, shape), (#"{"x": {"products": ["a"]}}"#, shape),
        (#""a""#, shape), ("7", shape), ("null", shape),
        (xml("<string>a</string>"), shape),
        (xml("<dict/>"), shape), (xml("<dict><key>products</key><string>a</string></dict>"), shape),
        (#"["a", 1]"#, other("[1]")), (#"["a", "b", null]"#, other("[2]")), ("[[]]", other("[0]")),
        ("[true]", other("[0]")),
        (#"{"products": ["a", 1.5]}"#, other("products[1]")),
        (xml("<array><string>a</string><true/></array>"), other("[1]")),
        (xml("<array><date>2026-01-01T00:00:00Z</date></array>"), other("[0]")),
        (xml("<array><data>AAAA</data></array>"), other("[0]")),
        (xml("<array><integer>1</integer></array>"), other("[0]")),
        (#"{"products": ["a", {}]}"#, "list: products[1] has no \"id\" that is a text"),
        (#"{"products": ["a", {"id": 7}]}"#, "list: products[1] has no \"id\" that is a text"),
        (#"{"products": ["a", {"ID": "b"}]}"#, "list: products[1] has no \"id\" that is a text"),
        (#"[""]"#, "list: [0] is empty"), (#"{"products": ["a", {"id": ""}]}"#, "list: products[1].id is empty"),
        (xml("<array><string></string></array>"), "list: [0] is empty"),
        (#"["a", "b\u0000c"]"#, "list: [1] contains a NUL"), (#"["\u0000"]"#, "list: [0] contains a NUL"),
        ("[\"a\0b\"]", "list: is not text in UTF-8"),
    ]

    @Test(arguments: mistakes.indices) func mistakeIsNamedWithItsPlace(index: Int) {
        let (text, message) = Self.mistakes[index]
        Self.expectRefusal(text, message)
    }

    static let brokenTexts = [
        "[", "[\"a\"", "[\"a\" \"b\"]", "[a]", "{", "{\"products\": [\"a\"}", "[\"a\"] x", "[\"a\"]]",
        "[\"\\ud800\\q\"]", "hello", "( a, b )",
    ]

    @Test(arguments: brokenTexts) func brokenJSONIsRefused(text: String) throws {
        let error = #expect(throws: IAPError.self) { try Self.ids(text) }
        #expect(error?.status == .invalidFile)
        #expect(error?.message.hasPrefix("list: is not valid JSON") == true)
    }

    @Test(arguments: ["<", "<plist><array>", xml("<array><string>a</array>"), "<?xml"])
    func brokenPropertyListIsRefused(text: String) {
        let error = #expect(throws: IAPError.self) { try Self.ids(text) }
        #expect(error?.status == .invalidFile)
        #expect(error?.message.hasPrefix("list: is not a property list") == true)
    }
}

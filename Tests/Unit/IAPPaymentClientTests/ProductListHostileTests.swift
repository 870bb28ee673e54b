import Foundation
import IAPModel
import Testing

@testable import IAPPaymentClient

/// Product lists that attack the library. It refuses each of them quickly and with little stack.
struct ProductListHostileTests {
    private static func expectRefusal(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: IAPError.self, sourceLocation: sourceLocation) {
            try ProductListFile.ids(in: bytes, name: "list")
        }
        #expect(error?.status == .invalidFile, sourceLocation: sourceLocation)
        #expect(error?.message.hasPrefix("list: ") == true, sourceLocation: sourceLocation)
    }

    static let invalidTexts: [[UInt8]] = [
        Array("[\"".utf8) + [0xFF] + Array("\"]".utf8), Array("[\"".utf8) + [0xC0, 0x80] + Array("\"]".utf8),
        Array("[\"".utf8) + [0xED, 0xA0, 0x80] + Array("\"]".utf8), Array("[\"a\"]".utf8) + [0xC3],
        Array("<plist><array><string>".utf8) + [0xFE] + Array("</string></array></plist>".utf8),
        [0xFF, 0xFE] + "[\"a\"]".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, [0], [0xFF],
        [0xFF, 0xD8, 0xFF, 0xE0],
    ]

    @Test(arguments: invalidTexts) func textThatIsNotUTF8IsRefused(bytes: [UInt8]) {
        Self.expectRefusal(bytes)
        let error = #expect(throws: IAPError.self) { try ProductListFile.ids(in: bytes, name: "list") }
        #expect(error?.message == "list: is not text in UTF-8")
    }

    static let nestings: [(open: String, close: String)] = [
        ("[", "]"), ("{\"products\":", "}"), ("{\"a\":", "}"), ("(", ")"), ("{products=", ";}"), ("{a=", ";}"),
        ("<array>", "</array>"), ("<dict><key>products</key>", "</dict>"), ("<plist>", "</plist>"),
    ]

    /// The stack is as small as that of an iOS thread.
    @Test(arguments: nestings.indices, [100, 511, 512, 513, 200_000]) func deepNestingDoesNoHarm(index: Int, depth: Int)
        async
    {
        let (open, close) = Self.nestings[index]
        let isXML = open.hasPrefix("<")
        let texts = [
            String(repeating: open, count: depth),
            (isXML ? "<plist>" : "") + String(repeating: open, count: depth) + String(repeating: close, count: depth)
                + (isXML ? "</plist>" : ""),
        ]
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let thread = Thread {
                for text in texts { Self.expectRefusal(Array(text.utf8)) }
                continuation.resume()
            }
            thread.stackSize = 512 << 10
            thread.start()
        }
    }

    @Test func entitiesOfXMLAreNotExpanded() {
        let text = """
            <?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
            <!ENTITY c SYSTEM "file:///etc/passwd">]><plist version="1.0"><array><string>&b;&c;</string></array></plist>
            """
        Self.expectRefusal(Array(text.utf8))
    }

    /// UTF-7 can hide a tag from a check that reads UTF-8.
    @Test func declaredEncodingOfAFileIsIgnored() throws {
        let list = "<plist><array><string>+AGE-</string></array></plist>"
        for encoding in ["UTF-7", "utf-16", "ISO-8859-1", "cp037", "no-such"] {
            let text = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n\(list)"
            #expect(try ProductListFile.ids(in: Array(text.utf8), name: "list") == ["+AGE-"])
        }
    }

    // MARK: Binary property lists

    /// - Parameter objects: each object with its marker. The first is the top object.
    private static func binary(_ objects: [[UInt8]]) -> [UInt8] {
        var (bytes, offsets): ([UInt8], [Int]) = (Array("bplist00".utf8), [])
        for object in objects {
            offsets.append(bytes.count)
            bytes += object
        }
        let table = bytes.count
        bytes += offsets.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        bytes +=
            [0, 0, 0, 0, 0, 0, 2, 1] + [0, 0, 0, 0, 0, 0, 0, UInt8(objects.count)] + [UInt8](repeating: 0, count: 8)
        return bytes + [0, 0, 0, 0, 0, 0, UInt8(table >> 8), UInt8(table & 255)]
    }

    @Test func binaryListsOfThisTestAreReadIfTheyAreSound() throws {
        let sound = Self.binary([[0xA2, 1, 2], [0x51, 0x61], [0xD1, 3, 1], [0x52, 0x69, 0x64]])
        #expect(try ProductListFile.ids(in: sound, name: "list") == ["a"])
    }

    /// 61 lists, each with the next one twice.
    private static let doublingLists: [[UInt8]] = {
        var lists: [[UInt8]] = []
        for next in UInt8(1)...60 { lists.append([0xA2, next, next]) }
        lists.append([0x51, 0x61])
        return lists
    }()

    static let hostileBinaries: [[UInt8]] = [
        binary([[0xA1, 0]]), binary([[0xA2, 1, 1], [0xA2, 0, 0]]), binary([[0xA1, 200]]),
        // A reader that visits every element would visit 2^60 of them.
        binary(doublingLists),
        binary([[0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]),
        binary([[0x5F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]),
        binary([[0xA1, 1], [0x6F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]),
        binary([[0xA1, 1], [0x51, 0xFF]]), binary([[0xA1, 1], [0x33, 0, 0, 0, 0, 0, 0, 0, 0]]), binary([[0x09]]),
        Array("bplist".utf8), Array("bplist00".utf8), Array("bplist00".utf8) + [UInt8](repeating: 0xFF, count: 40),
        Array("bplist99[\"a\"]".utf8),
    ]

    @Test(.timeLimit(.minutes(60)), arguments: hostileBinaries.indices) func hostileBinaryIsRefused(index: Int) {
        Self.expectRefusal(Self.hostileBinaries[index])
    }

    @Test func eachCutAndEachChangedByteOfAListDoesNoHarm() throws {
        let list: [String: Any] = ["products": ["coins.100", ["id": "club", "on": true]], "n": 1]
        let formats: [PropertyListSerialization.PropertyListFormat] = [.xml, .binary]
        var lists = try formats.map {
            Array(try PropertyListSerialization.data(fromPropertyList: list, format: $0, options: 0))
        }
        lists.append(Array(#"{"products": ["coins.100", {"id": "club", "on": true}], "n": 1}"#.utf8))
        for bytes in lists {
            #expect(try ProductListFile.ids(in: bytes, name: "list") == ["coins.100", "club"])
            for length in 0..<bytes.count { Self.read(Array(bytes.prefix(length))) }
            for index in bytes.indices {
                for change: UInt8 in [0x00, 0xFF, bytes[index] ^ 0x01, bytes[index] ^ 0x80] {
                    var changed = bytes
                    changed[index] = change
                    Self.read(changed)
                }
            }
        }
    }

    /// The changed bytes may still be a valid list. If not, the usual error is thrown.
    private static func read(_ bytes: [UInt8]) {
        do throws(IAPError) {
            let ids = try ProductListFile.ids(in: bytes, name: "list")
            #expect(ids.allSatisfy { !$0.isEmpty && !$0.utf8.contains(0) })
        } catch { #expect(error.status == .invalidFile) }
    }
}

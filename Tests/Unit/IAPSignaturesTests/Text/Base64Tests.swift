import IAPSignatures
import Testing

struct Base64Tests {
    /// RFC 4648, section 10, and two texts that contain the last digits of both alphabets.
    private static let vectors: [(bytes: [UInt8], standard: String, url: String)] = [
        (Array("".utf8), "", ""),
        (Array("f".utf8), "Zg==", "Zg"),
        (Array("fo".utf8), "Zm8=", "Zm8"),
        (Array("foo".utf8), "Zm9v", "Zm9v"),
        (Array("foob".utf8), "Zm9vYg==", "Zm9vYg"),
        (Array("fooba".utf8), "Zm9vYmE=", "Zm9vYmE"),
        (Array("foobar".utf8), "Zm9vYmFy", "Zm9vYmFy"),
        ([0xFB, 0xFF, 0xBF], "+/+/", "-_-_"),
        ([0xFB, 0xFF], "+/8=", "-_8"),
    ]

    @Test(arguments: vectors)
    func textsAreThoseOfTheRFC(bytes: [UInt8], standard: String, url: String) {
        #expect(Base64.encode(bytes) == standard)
        #expect(Base64.decode(standard) == bytes)
        #expect(Base64URL.encode(bytes) == url)
        #expect(Base64URL.decode(url) == bytes)
    }

    @Test
    func everyLengthComesBack() {
        for count in 0..<200 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: ($0 + count) * 151) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }

    @Test(arguments: [
        "Zg", "Zg=", "Zg===", "=", "==", "===", "====", "Z===", "Zm9v=", "Zm9v====", "Zm8=Zm8=", "Zg==Zg==", "Z=g=",
        "Zh==", "Zm9=", "Zm9v\n", "\nZm9v", "Zm 9", "Zm9v ", "-_-_", "-_8=", "Zm9vé", "Zm9\u{0}", "Zm9", "Z",
    ])
    func standardTextThatIsNotTheOneFormIsRefused(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test(arguments: [
        "Zg==", "Zm8=", "=", "Z", "Zm9vY", "Zh", "Zm9", "Zm9v\n", "Zm 9", " ", "+/+/", "+_-_", "Zm9é", "Zm\u{0}v",
        "Zm.v",
    ])
    func urlTextThatIsNotTheOneFormIsRefused(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test
    func everyByteOutsideTheAlphabetIsRefusedAtEveryPlace() {
        let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        for byte in (0..<128 as Range<UInt8>) where !digits.utf8.contains(byte) {
            for place in 0..<6 {
                var text = Array("AAAAAA".utf8)
                text[place] = byte
                #expect(Base64URL.decode(String(decoding: text, as: UTF8.self)) == nil)
            }
        }
    }

    @Test
    func noTwoTextsGiveTheSameBytes() {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        var seen: Set<[UInt8]> = []
        for first in digits {
            for second in digits {
                guard let bytes = Base64URL.decode(String([first, second])) else { continue }
                #expect(seen.insert(bytes).inserted)
            }
        }
        #expect(seen.count == 256)
    }
}

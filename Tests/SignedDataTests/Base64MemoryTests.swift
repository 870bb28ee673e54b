import Testing

@testable import SignedData

/// Decoding into memory has the rules of decoding into an array.
struct Base64MemoryTests {
    private func decode(_ text: [UInt8]) -> [UInt8]? {
        var output = [UInt8](repeating: 0xAA, count: Base64Alphabet.decodedCount(text.count))
        let count = text.withUnsafeBufferPointer { text in
            output.withUnsafeMutableBufferPointer { output in
                output.baseAddress.flatMap { Base64Alphabet.url.decode(text, into: $0) }
            }
        }
        return count.map { Array(output.prefix($0)) }
    }

    @Test
    func everyTextOfFewDigitsDecodesAlike() {
        let digits = Array("AQgwB-_+/=\n.é\0".utf8)
        var texts: [[UInt8]] = [[]]
        for _ in 0..<4 {
            for text in texts { #expect(decode(text) == Base64Alphabet.url.decode(text[...])) }
            texts = texts.flatMap { text in digits.map { text + [$0] } }
        }
    }

    @Test(arguments: 0..<70)
    func bytesComeBack(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 250) }
        #expect(decode(Base64Alphabet.url.encode(bytes)) == bytes)
    }
}

import Testing

@testable import IAPSignatures

@Suite struct ECDSASignatureTests {
    private static func scalar(_ digits: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 0, count: 32 - digits.count) + digits
    }

    @Test(
        arguments: [
            ([0x01], [0x02, 0x01, 0x01]),
            ([0x7F], [0x02, 0x01, 0x7F]),
            ([0x80], [0x02, 0x02, 0x00, 0x80]),
            ([0x01, 0x00], [0x02, 0x02, 0x01, 0x00]),
            ([], [0x02, 0x01, 0x00]),
            ([UInt8](repeating: 0xFF, count: 32), [0x02, 0x21, 0x00] + [UInt8](repeating: 0xFF, count: 32)),
            ([0x7F] + [UInt8](repeating: 0, count: 31), [0x02, 0x20, 0x7F] + [UInt8](repeating: 0, count: 31)),
        ] as [([UInt8], [UInt8])])
    func numbersAreShortestAndNeverNegative(digits: [UInt8], integer: [UInt8]) throws {
        let other: [UInt8] = [0x02, 0x01, 0x05]
        let first = try #require(ECDSASignature(raw: Self.scalar(digits) + Self.scalar([5])))
        #expect(first.der == [0x30, UInt8(integer.count + 3)] + integer + other)
        let second = try #require(ECDSASignature(raw: Self.scalar([5]) + Self.scalar(digits)))
        #expect(second.der == [0x30, UInt8(integer.count + 3)] + other + integer)
    }

    @Test(arguments: [0, 1, 63, 65, 96])
    func otherLengthsAreNoSignature(count: Int) {
        #expect(ECDSASignature(raw: [UInt8](repeating: 1, count: count)) == nil)
    }
}

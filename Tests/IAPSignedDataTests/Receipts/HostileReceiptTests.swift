import Foundation
import IAPSignedText
import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData

/// Receipts that attack a reader. None of them is valid, crashes the process or takes long.
struct HostileReceiptTests {
    /// If TESTS_SHORT is set, there are fewer parts, but still more than any stack has room for.
    private static let manyParts = ProcessInfo.processInfo.environment["TESTS_SHORT"] == nil ? 4 << 20 : 1 << 19

    private let receipt: TestReceipt
    private let verifier: ReceiptVerifier

    init() throws {
        let chain = try TestChain()
        receipt = try TestReceipt(chain)
        verifier = try ReceiptVerifier(chain)
    }

    private func isValid(_ bytes: [UInt8]) -> Bool { verifier.verdict(bytes) == .valid }

    @Test(arguments: [false, true])
    func receiptThatEndsEarlyIsMalformed(isBER: Bool) {
        let whole = isBER ? receipt.ber() : receipt.der
        for count in 0..<whole.count {
            #expect(verifier.verdict(Array(whole[..<count])) == .invalid(.malformed), "\(count)")
            #expect(refusal(Array(whole[..<count])) == .malformed, "\(count)")
        }
    }

    @Test(arguments: [[0], [0x30], [0, 0], [0x04, 0]] as [[UInt8]])
    func receiptThatGoesOnIsMalformed(rest: [UInt8]) {
        #expect(verifier.verdict(receipt.der + rest) == .invalid(.malformed))
        #expect(verifier.verdict(receipt.ber() + rest) == .invalid(.malformed))
    }

    /// Changes each bit of the first bytes, which contain lengths and types, and one bit of each other byte. If the
    /// receipt is still valid, its content equals what was signed.
    @Test(arguments: [false, true])
    func receiptWithAnyOtherBitGivesNoOtherContent(isBER: Bool) throws {
        let whole = isBER ? receipt.ber() : receipt.der
        let content = receipt.content
        for index in whole.indices {
            for bit in index < 256 ? 0..<8 : index % 8..<index % 8 + 1 {
                var altered = whole
                altered[index] ^= 1 << UInt8(bit)
                if let read = try? AppReceipt(unchecked: altered), read.content == content { continue }
                #expect(!isValid(altered), "byte \(index), bit \(bit)")
            }
        }
    }

    @Test
    func noByteOfTheContentCanBeChanged() throws {
        let whole = receipt.der
        let start = try #require(whole.indices.first { whole[$0...].starts(with: receipt.content) })
        for index in start..<start + receipt.content.count {
            var altered = whole
            altered[index] ^= 1 << UInt8(index % 8)
            #expect(!isValid(altered), "byte \(index)")
        }
    }

    /// Each element in turn claims a wrong length.
    @Test(
        arguments: [
            [0x7F], [0x80], [0x81, 0xFF], [0x82, 0xFF, 0xFF], [0x84, 0x7F, 0xFF, 0xFF, 0xFF],
            [0x84, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x88, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0xFF], [0xFE, 1, 1, 1], [0x85, 0, 0, 0, 0, 1],
        ] as [[UInt8]])
    func lengthThatLiesIsMalformed(length: [UInt8]) {
        let whole = receipt.der
        for place in [1, 5, 20, 24, 27] {
            #expect(!isValid(Array(whole[..<place]) + length + whole[(place + 1)...]))
            #expect(!isValid(Array(whole[..<place]) + length))
        }
    }

    /// A length may use more bytes than necessary.
    @Test
    func longLengthIsRead() {
        let inner = receipt.der.dropFirst(4)
        let count = inner.count
        let digits = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
        #expect(isValid([0x30, 0x84] + digits + inner))
    }

    @Test(
        arguments: [
            [0x30, 0x80], [0x30, 0x84, 0x00, 0xFF, 0xFF, 0xFF], [0x24, 0x80], [0xA0, 0x80], [0x31, 0x80, 0x30, 0x80],
        ] as [[UInt8]])
    func deepNestingIsMalformed(level: [UInt8]) {
        let nested = Array(repeatElement(level, count: Self.manyParts / 4).joined())
        #expect(verifier.verdict(nested) == .invalid(.malformed))
        let closed = nested + [UInt8](repeating: 0, count: Self.manyParts / 2)
        #expect(verifier.verdict(closed) == .invalid(.malformed))
        // Here the reader expects content.
        let outside: [UInt8] = [0x30, 0x80] + DER.pkcs7SignedData + [0xA0, 0x80, 0x30, 0x80, 0x02, 1, 1, 0x31, 0]
        #expect(verifier.verdict(outside + nested) == .invalid(.malformed))
        #expect(
            verifier.verdict(outside + [0x30, 0x80] + DER.pkcs7Data + [0xA0, 0x80] + nested) == .invalid(.malformed))
    }

    /// The reader reads each empty part once, not once for each other part.
    @Test
    func manyEmptyPartsTakeNoLongTime() {
        let open: [UInt8] = [0x30, 0x80] + DER.pkcs7SignedData + [0xA0, 0x80, 0x30, 0x80, 0x02, 1, 1, 0x31, 0]
        let parts = Array(repeatElement([0x04, 0] as [UInt8], count: Self.manyParts).joined())
        let content = [0x30, 0x80] + DER.pkcs7Data + [0xA0, 0x80, 0x24, 0x80] + parts + [0, 0, 0, 0, 0, 0]
        #expect(verifier.verdict(open + content + [0, 0, 0, 0, 0, 0]) == .invalid(.malformed))
    }

    @Test
    func manyCertificatesAreMalformed() {
        var receipt = receipt
        receipt.certificates = Array(repeating: receipt.certificates[0], count: SignedMessage.maximumCertificates + 1)
        #expect(verifier.verdict(receipt.der) == .invalid(.malformed))
        receipt.certificates.removeLast()
        #expect(verifier.verdict(receipt.der) == .invalid(.untrustedChain))
    }

    @Test
    func randomBytesAreMalformed() {
        var random = RandomSource(state: 11)
        for count in 0..<2000 {
            var bytes = (0..<count % 300).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            if bytes.count > 2 { (bytes[0], bytes[1]) = (0x30, 0x80) }
            #expect(verifier.verdict(bytes) == .invalid(.malformed))
        }
    }

    /// The same reader reads the attributes and the message.
    @Test
    func contentThatIsNoSetOfAttributesIsMalformed() throws {
        let chain = try TestChain()
        let contents: [[UInt8]] = [
            [], [0x31], [0x31, 1], [0x30, 0], [0x31, 0, 0], [0x31, 2, 0x30, 0], DER.set([DER.sequence(DER.integer(1))]),
            DER.set([DER.sequence(DER.integer(1) + DER.integer(1) + DER.utf8String(""))]),
            DER.set([DER.sequence(DER.integer(Int64(Int32.max) + 1) + DER.integer(1) + DER.octetString([]))]),
            DER.set([DER.sequence(DER.integer(1) + DER.integer(1) + DER.octetString([]) + DER.integer(1))]),
            TestReceipt.attributes([(17, [])]), TestReceipt.attributes([(17, [0x31, 5])]),
        ]
        for content in contents {
            let receipt = try TestReceipt(chain, content: content)
            #expect(refusal(receipt.der) == .malformed, "\(content)")
        }
    }
}

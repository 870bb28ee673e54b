import Testing

@testable import IAPReferenceStore
@testable import IAPSignatures

struct DERTests {
    @Test(
        arguments: [
            (0, "020100"), (1, "020101"), (127, "02017f"), (128, "02020080"), (255, "020200ff"), (256, "02020100"),
            (-1, "0201ff"), (-128, "020180"), (-129, "0202ff7f"), (1701, "020206a5"),
            (Int.max, "02087fffffffffffffff"), (Int.min, "02088000000000000000"),
        ] as [(Int, String)])
    func integerIsTheShortest(number: Int, der: String) {
        #expect(DER.integer(number) == bytes(der))
    }

    @Test
    func unsignedIntegerIsNeverNegative() {
        #expect(DER.integer(UInt64.max) == bytes("020900ffffffffffffffff"))
        #expect(DER.integer(UInt64(1) << 63) == bytes("0209008000000000000000"))
        #expect(DER.integer(UInt8(200)) == bytes("020200c8"))
    }

    @Test
    func setIsInTheOrderOfDER() {
        let elements = [bytes("020200ff"), bytes("020101"), bytes("0c00"), bytes("020100"), bytes("020101")]
        #expect(DER.set(elements) == bytes("310f 020100 020101 020101 020200ff 0c00"))
        #expect(DER.set(elements.reversed()) == DER.set(elements))
        #expect(DER.set([]) == bytes("3100"))
    }

    @Test(arguments: [
        (0, "0400"), (127, "047f"), (128, "048180"), (255, "0481ff"), (256, "04820100"), (65536, "0483010000"),
    ])
    func lengthIsTheShortest(count: Int, beginning: String) {
        let der = DER.octetString([UInt8](repeating: 7, count: count))
        #expect(der == bytes(beginning) + [UInt8](repeating: 7, count: count))
    }

    @Test
    func failureOfOpenSSLIsNil() {
        #expect(DER.written { _ in -1 } == nil)
        #expect(DER.written { _ in 0 } == nil)
        #expect(DER.written { $0 == nil ? 4 : -1 } == nil)
    }
}

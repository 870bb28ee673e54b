import Testing

@testable import SignedData

struct EffectiveDateTests {
    @Test(
        arguments: [
            (0, 0), (999, 0), (1000, 1), (-1, -1), (-999, -1), (-1000, -1), (-1001, -2),
            (1_700_000_000_999, 1_700_000_000),
            (253_402_300_799_999, 253_402_300_799), (253_402_300_800_000, 253_402_300_799), (.max, 253_402_300_799),
            (-62_135_596_800_001, -62_135_596_800), (.min, -62_135_596_800),
        ] as [(Int64, Int64)])
    func millisecondsAreRoundedDownWithinTheLimits(milliseconds: Int64, seconds: Int64) {
        #expect(EffectiveDate(milliseconds: milliseconds).seconds == seconds)
    }
}

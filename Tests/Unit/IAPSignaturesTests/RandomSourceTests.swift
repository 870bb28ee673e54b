import Testing

@testable import IAPReferenceStore
@testable import IAPSignatures

struct RandomSourceTests {
    @Test
    func sequenceIsThatOfSplitMix64() {
        var source = RandomSource(state: 1_234_567)
        let numbers = (0..<5).map { _ in source.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    @Test
    func otherSeedsGiveOtherSequences() {
        var sources = ["", "a", "b", "ab"].map { RandomSource(seed: Array($0.utf8)) }
        let numbers = sources.indices.map { sources[$0].next() }
        #expect(Set(numbers).count == numbers.count)
    }

    @Test
    func systemBytesNeverRepeat() throws {
        let drawn = try (0..<50).map { _ in try SystemRandom.bytes(16) }
        #expect(Set(drawn).count == drawn.count)
        #expect(drawn.allSatisfy { $0.count == 16 })
        #expect(try SystemRandom.bytes(0).isEmpty)
    }

    @Test(arguments: [-1, Int.min, Int(Int32.max) + 1, Int.max])
    func impossibleNumberOfSystemBytesIsRefused(count: Int) {
        #expect(throws: SignedDataError.self) { try SystemRandom.bytes(count) }
    }
}

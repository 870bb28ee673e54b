import IAPPaymentQueue
import Testing

@Suite struct BackoffTests {
    private static let usual = Backoff(minimum: 1_000, maximum: 3_600_000)

    @Test(
        arguments: [
            (1, 1_000), (2, 2_000), (3, 4_000), (4, 8_000), (11, 1_024_000), (12, 2_048_000), (13, 3_600_000),
            (14, 3_600_000), (62, 3_600_000), (63, 3_600_000), (64, 3_600_000), (1_000_000, 3_600_000),
            (Int.max, 3_600_000),
            (0, 1_000), (-1, 1_000), (Int.min, 1_000),
        ] as [(Int, Int64)])
    func eachWaitIsBetweenHalfOfItsLimitAndAllOfIt(attempt: Int, limit: Int64) {
        for id in UInt64(0)..<1_000 {
            #expect((limit / 2...limit).contains(Self.usual.wait(attempt: attempt, id: id)))
        }
    }

    @Test func theFirstAttemptsAreThoseOfThisTable() {
        let waits = (1...6).map { Self.usual.wait(attempt: $0, id: 2_000_000_000_000_001) }
        #expect(waits == [603, 1_658, 2_558, 5_016, 13_565, 28_489])
    }

    @Test func simultaneousWaitsHaveRandomJitter() {
        // Each tenth of the range should get about 1,000.
        var shares = [Int](repeating: 0, count: 10)
        for id in UInt64(0)..<10_000 {
            shares[min(Int((Self.usual.wait(attempt: 4, id: id) - 4_000) / 400), 9)] += 1
        }
        #expect(shares.allSatisfy { (850...1_150).contains($0) }, "\(shares)")
    }

    @Test func theAttemptsOfOneAreSpreadAsWell() {
        let steady = Backoff(minimum: 8_000, maximum: 8_000)
        #expect(Set((1...100).map { steady.wait(attempt: $0, id: 1) }).count > 90)
    }

    @Test(
        arguments: [
            (1, nil, 500...1_000), (1, 0, 500...1_000), (1, -5, 500...1_000), (1, .min, 500...1_000),
            (1, 400, 500...1_000),
            (1, 5_000, 5_000...5_000), (1, 3_600_000, 3_600_000...3_600_000), (1, 3_600_001, 3_600_000...3_600_000),
            (1, .max, 3_600_000...3_600_000), (10, 5_000, 256_000...512_000),
        ] as [(Int, Int64?, ClosedRange<Int64>)])
    func retryAfterOfTheServerIsUsedIfItIsLonger(attempt: Int, retryAfter: Int64?, expected: ClosedRange<Int64>) {
        for id in UInt64(0)..<100 {
            #expect(expected.contains(Self.usual.wait(attempt: attempt, id: id, retryAfter: retryAfter)))
        }
    }

    @Test(
        arguments: [
            (0, 0, 1), (-7, -9, 1), (.min, .min, 1), (5, 1, 5), (1, 1, 1), (.max, .max, .max), (1, .max, .max),
            (3, .max, .max),
        ] as [(Int64, Int64, Int64)])
    func limitsThatMakeNoSenseAreMended(minimum: Int64, maximum: Int64, longest: Int64) {
        let backoff = Backoff(minimum: minimum, maximum: maximum)
        for attempt in [Int.min, 0, 1, 2, 31, 32, 61, 62, 63, 64, 65, .max] {
            for retryAfter in [nil, .min, 0, .max] as [Int64?] {
                let wait = backoff.wait(attempt: attempt, id: .max, retryAfter: retryAfter)
                #expect((0...longest).contains(wait), "attempt \(attempt)")
            }
        }
        #expect(backoff.wait(attempt: .max, id: 1) >= longest / 2)
    }

    /// The limit never decreases from one attempt to the next, for any minimum and maximum.
    @Test func theLimitGrowsAndNeverFalls() {
        for minimum in [1, 3, 1_000, 1 << 31, (1 << 62) - 1, .max] as [Int64] {
            let backoff = Backoff(minimum: minimum, maximum: .max)
            var longestBefore: Int64 = 0
            for attempt in 1...130 {
                // With so many ids, the longest wait is close to the limit, but never above it.
                let longest = (UInt64(0)..<200).map { backoff.wait(attempt: attempt, id: $0) }.max() ?? 0
                #expect(Double(longest) >= Double(longestBefore) * 0.95, "\(minimum), attempt \(attempt)")
                longestBefore = longest
            }
        }
    }
}

import IAPModel
import Testing

/// The store's words and their typed values.
struct ValueTests {
    @Test(arguments: ["P1D", "P3D", "P1W", "P2W", "P1M", "P2M", "P3M", "P6M", "P1Y", "P9999D"])
    func periodReadsAndWritesTheStoresForms(text: String) {
        #expect(Period(iso8601: text)?.iso8601 == text)
    }

    static let periods: [(String, Period)] = [
        ("P3D", Period(value: 3, unit: .day)), ("P1W", Period(value: 1, unit: .week)),
        ("P6M", Period(value: 6, unit: .month)), ("P1Y", Period(value: 1, unit: .year)),
        ("P07D", Period(value: 7, unit: .day)),
    ]

    @Test(arguments: periods.indices) func periodIsTheNumberAndTheUnit(index: Int) {
        #expect(Period(iso8601: Self.periods[index].0) == Self.periods[index].1)
    }

    @Test(
        arguments: [
            "", "P", "P1", "1M", "PM", "P0M", "P000D", "P-1M", "P+1M", "P1.5M", "P1H", "PT1M", "P1M1D", "p1m", " P1M",
            "P1M ", "P10000D", "P99999999999999999999M", "P１M", "PP1M", "P1МM",
        ])
    func anythingElseIsNoPeriod(text: String) {
        #expect(Period(iso8601: text) == nil)
    }
}

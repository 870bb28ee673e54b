import Testing

@testable import IAPReferenceStore
@testable import IAPSignatures

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

    @Test(
        arguments: [
            253_402_300_800_000, .max, -62_135_596_800_001, .min,
        ] as [Int64])
    func dateOutsideTheLimitsIsNotTakenForAnother(milliseconds: Int64) {
        #expect(EffectiveDate(exactly: milliseconds) == nil)
    }

    @Test(
        arguments: [
            (-62_135_596_800, "0001-01-01T00:00:00Z"), (-62_035_848_000, "0004-02-29T12:00:00Z"),
            (-12_219_292_800, "1582-10-15T00:00:00Z"), (-2_203_891_201, "1900-02-28T23:59:59Z"),
            (-2_203_891_200, "1900-03-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"), (978_307_199, "2000-12-31T23:59:59Z"),
            (1_375_340_400, "2013-08-01T07:00:00Z"), (1_700_000_000, "2023-11-14T22:13:20Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
        ] as [(Int64, String)])
    func dateIsWrittenInUTC(seconds: Int64, text: String) {
        #expect(EffectiveDate(milliseconds: seconds * 1000).rfc3339 == text)
        #expect(EffectiveDate(exactly: seconds * 1000 + 999)?.rfc3339 == text)
    }

    /// The test covers four centuries. After that the calendar repeats. It uses real month lengths.
    @Test
    func everyDayFollowsTheOneBefore() {
        var (year, month, day) = (1999, 12, 31)
        for number in Int64(10_957)..<10_957 + 146_097 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let count = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
            day += 1
            if day > count { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
            let text = EffectiveDate(milliseconds: number * 86_400_000).rfc3339
            let parts = text.prefix(10).split(separator: "-").map { Int($0) }
            guard parts == [year, month, day], text.hasSuffix("T00:00:00Z") else {
                Issue.record("Day \(number) is written as \(text).")
                return
            }
        }
        #expect([year, month, day] == [2399, 12, 31])
    }
}

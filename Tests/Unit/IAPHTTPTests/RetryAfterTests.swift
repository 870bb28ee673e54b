import Testing

@testable import IAPClient
@testable import IAPHTTP

@Suite struct RetryAfterTests {
    /// 6 November 1994, 08:49:37 UTC: the date in the examples of RFC 9110.
    private static let example: Int64 = 784_111_777_000
    /// 15 November 2023.
    private static let now: Int64 = 1_700_000_000_000

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func datesHaveThreeForms(text: String) {
        #expect(RetryAfter.date(text, now: Self.now) == Self.example)
        #expect(RetryAfter.milliseconds(text, date: nil, now: Self.example - 5_000) == 5_000)
    }

    @Test(
        arguments: [
            ("0", 0), ("1", 1_000), ("120", 120_000), (" 7 ", 7_000), ("007", 7_000), ("4294967", 4_294_967_000),
            ("4294968", 4_294_967_295), ("99999999999999999999999999", 4_294_967_295),
            ("9223372036854775807", 4_294_967_295),
        ] as [(String, Int64)])
    func secondsAreCountedUpToALimit(text: String, milliseconds: Int64) {
        #expect(RetryAfter.milliseconds(text, date: nil, now: Self.now) == milliseconds)
    }

    @Test(arguments: [
        "", " ", "-1", "+1", "1.5", "1e3", "soon", "1 2", "0x10", "\u{661}", "Sun, 06 Nov 1994",
        "06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT and more", "So, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z",
    ])
    func invalidRetryAfterIsIgnored(text: String) {
        #expect(RetryAfter.milliseconds(text, date: nil, now: Self.now) == nil)
    }

    @Test func aPastDateMeansImmediately() {
        #expect(RetryAfter.milliseconds("Sun, 06 Nov 1994 08:49:37 GMT", date: nil, now: Self.now) == 0)
    }

    @Test func aFarDateIsALongWhile() {
        #expect(
            RetryAfter.milliseconds("Fri, 31 Dec 9999 23:59:59 GMT", date: nil, now: Self.now) == RetryAfter.maximum)
        #expect(RetryAfter.milliseconds("Fri, 31 Dec 9999 23:59:59 GMT", date: nil, now: .min) == RetryAfter.maximum)
        #expect(RetryAfter.milliseconds("Fri, 31 Dec 9999 23:59:59 GMT", date: nil, now: .max) == 0)
    }

    /// The device's clock may be wrong by years.
    @Test(arguments: [0, 784_111_777_000, 4_000_000_000_000] as [Int64])
    func datesAreCountedFromTheServersClock(now: Int64) {
        let wait = RetryAfter.milliseconds(
            "Sun, 06 Nov 1994 08:49:47 GMT", date: "Sun, 06 Nov 1994 08:49:37 GMT", now: now)
        #expect(wait == 10_000)
    }

    @Test func anInvalidDateHeaderIsIgnored() {
        let wait = RetryAfter.milliseconds("Sun, 06 Nov 1994 08:49:47 GMT", date: "yesterday", now: Self.example)
        #expect(wait == 10_000)
    }

    /// RFC 9110, section 5.6.7: a two-digit year that seems more than 50 years in the future means the century before.
    @Test(
        arguments: [
            ("Tuesday, 01-Jan-30 00:00:00 GMT", 1_893_456_000_000), ("Friday, 01-Jan-99 00:00:00 GMT", 915_148_800_000),
        ]
            as [(String, Int64)])
    func aYearOfTwoDigitsIsNearNow(text: String, date: Int64) {
        #expect(RetryAfter.date(text, now: Self.now) == date)
    }
}

import Testing

@testable import IAPClient

@Suite struct RetryAfterTests {
    @Test(
        arguments: [
            ("0", 0), ("1", 1_000), ("120", 120_000), (" 7 ", 7_000), ("007", 7_000), ("4294967", 4_294_967_000),
            ("4294968", 4_294_967_295), ("99999999999999999999999999", 4_294_967_295),
            ("9223372036854775807", 4_294_967_295),
        ] as [(String, Int64)])
    func secondsAreCountedUpToALimit(text: String, milliseconds: Int64) {
        #expect(RetryAfter.milliseconds(text) == milliseconds)
    }

    @Test(arguments: [
        "", " ", "-1", "+1", "1.5", "1e3", "soon", "1 2", "0x10", "\u{661}", "Sun, 06 Nov 1994 08:49:37 GMT",
    ])
    func otherFormsAreIgnored(text: String) {
        #expect(RetryAfter.milliseconds(text) == nil)
    }
}

import Testing

@testable import IAPReferenceStore
@testable import IAPSignatures

struct ReceiptDateTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2013-08-01T07:00:00Z", 1_375_340_400_000),
            ("2000-02-29T23:59:59Z", 951_868_799_000),
            ("1969-12-31T23:59:59Z", -1000), ("0001-01-01T00:00:00Z", -62_135_596_800_000),
            ("9999-12-31T23:59:59Z", 253_402_300_799_000), ("4001-01-01T00:00:00Z", 64_092_211_200_000),
            ("2013-08-01T09:30:00+02:30", 1_375_340_400_000), ("2013-08-01T00:00:00-07:00", 1_375_340_400_000),
            ("1970-01-01T00:00:00.1Z", 100), ("1970-01-01T00:00:00.1239Z", 123),
            ("1970-01-01T00:00:00.000000000001Z", 0),
        ] as [(String, Int64)])
    func dateIsRead(text: String, milliseconds: Int64) {
        #expect(ReceiptDate.milliseconds(text) == milliseconds)
    }

    @Test(arguments: [
        "", "2013", "2013-08-01", "2013-08-01T07:00:00", "2013-08-01 07:00:00Z", "2013-08-01t07:00:00z",
        "2013-8-01T07:00:00Z", "2013-00-01T07:00:00Z", "2013-13-01T07:00:00Z", "2013-08-00T07:00:00Z",
        "2013-08-32T07:00:00Z", "2013-02-29T07:00:00Z", "1900-02-29T07:00:00Z", "2013-08-01T24:00:00Z",
        "2013-08-01T07:60:00Z", "2013-08-01T07:00:61Z", "2013-08-01T07:00:00.Z", "2013-08-01T07:00:00Z ",
        "2013-08-01T07:00:00+02", "2013-08-01T07:00:00+24:00", "0000-01-01T00:00:00Z", "-001-01-01T00:00:00Z",
        "２０１３-08-01T07:00:00Z", "2013-08-01T07:00:00ZZ",
    ])
    func textThatIsNoDateIsRefused(text: String) {
        #expect(ReceiptDate.milliseconds(text) == nil)
    }

    @Test
    func writtenDateIsReadAgain() {
        for day in stride(from: -719_162, to: 2_932_897, by: 97) as StrideTo<Int64> {
            let date = day * 86_400_000 + 45_296_000
            #expect(ReceiptDate.text(date).flatMap(ReceiptDate.milliseconds) == date)
        }
        #expect(ReceiptDate.text(.max) == nil)
    }
}

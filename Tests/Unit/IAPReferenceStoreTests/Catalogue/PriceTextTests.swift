import Testing

@testable import IAPReferenceStore

@Suite struct PriceTextTests {
    static let exact: [(String, Int64)] = [
        ("0.99", 990), ("29", 29000), ("4900", 4_900_000), ("10", 10000), ("49.00", 49000), ("0.0", 0), ("0", 0),
        ("0.5", 500), ("1.234", 1234), ("1.2340000", 1234), ("00.99", 990), ("0000000000000000001", 1000),
        ("999999999999.999", 999_999_999_999_999), ("19.99", 19990), ("1.1", 1100), ("4.35", 4350),
    ]

    @Test(arguments: exact) func aDecimalNumberIsExact(text: String, milliunits: Int64) {
        #expect(IAPReferenceStore.milliunits(ofPrice: text) == milliunits)
    }

    static let nonsense = [
        " ", "free", "$0.99", "0.99 €", " 0.99", "-1", "+1", "1e3", ".99", "9.", "1.2.3", "9,99", "0,5", "1,234",
        "1.234,56",
        "1,234.56", "9,", ",9", "1 000", "0.9999", "0.0001", "1000000000000", "99999999999999999999999999", "NaN", "٤",
        "１",
        "0.9\n",
    ]

    @Test(arguments: nonsense) func anythingElseIsRefusedWithThePlace(text: String) throws {
        #expect(milliunits(ofPrice: text) == nil)
        let escaped = text.replacing("\n", with: "\\n")
        do {
            _ = try Catalogue.withProduct(#""displayPrice": "\#(escaped)""#)
            Issue.record("\(text) was accepted as a price")
        } catch {
            #expect(error.kind == .invalidValue)
            #expect(error.place == "products[0].displayPrice")
        }
    }
}

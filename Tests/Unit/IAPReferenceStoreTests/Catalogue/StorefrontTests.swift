import IAPModel
import Testing

@testable import IAPReferenceStore

@Suite struct StorefrontTests {
    @Test func everyCountryHasItsCodesAndACurrency() {
        let rows = StorefrontTable.rows
        // The 249 codes of ISO 3166-1, and Kosovo.
        #expect(rows.count == 250)
        #expect(Set(rows.map(\.countryCode)).count == rows.count)
        let isCapital = { (text: String) in text.utf8.allSatisfy { (0x41...0x5A).contains($0) } }
        for row in rows {
            #expect(row.countryCode.count == 3 && isCapital(row.countryCode))
            #expect(row.currencyCode.count == 3 && isCapital(row.currencyCode))
            #expect(StorefrontTable.row(row.countryCode) == row)
        }
    }

    @Test func storefrontNumbersAreUnique() {
        let numbers = StorefrontTable.rows.compactMap(\.storefrontID)
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.allSatisfy { $0.count == 6 && $0.hasPrefix("143") })
    }

    static let rows: [(String, String, String?)] = [
        ("USA", "USD", "143441"), ("CHN", "CNY", "143465"), ("JPN", "JPY", "143462"),
        ("GBR", "GBP", "143444"), ("DEU", "EUR", "143443"), ("ESP", "EUR", "143454"),
        ("KOR", "KRW", "143466"), ("BRA", "BRL", "143503"), ("NOR", "NOK", "143457"),
        // Where the App Store has no prices in the local currency, it sells in dollars or euros.
        ("ARG", "USD", "143505"), ("ISL", "USD", "143558"), ("SRB", "EUR", "143500"),
        ("XKS", "EUR", "143624"),
        // These countries have no App Store.
        ("ATA", "USD", nil), ("CUB", "CUP", nil),
    ]

    @Test(arguments: rows)
    func aCountryIsFoundByItsCode(countryCode: String, currency: String, storefrontID: String?) throws {
        let row = try #require(StorefrontTable.row(countryCode))
        #expect(row.currencyCode == currency)
        #expect(row.storefrontID == storefrontID)
        #expect(row.storefront == Storefront(countryCode: countryCode, id: storefrontID ?? ""))
    }

    @Test(arguments: ["", "US", "usa", "USAA", "ZZZ"]) func anythingElseIsNoCountry(text: String) {
        #expect(StorefrontTable.row(text) == nil)
    }
}

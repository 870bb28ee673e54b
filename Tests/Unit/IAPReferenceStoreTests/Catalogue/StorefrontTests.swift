import IAPModel
import Testing

@testable import IAPReferenceStore

@Suite struct StorefrontTests {
    @Test func everyCountryHasItsCodesAndACurrency() {
        let rows = StorefrontTable.rows
        // The 249 codes of ISO 3166-1, and Kosovo.
        #expect(rows.count == 250)
        #expect(rows.map(\.countryCode) == rows.map(\.countryCode).sorted() || rows.last?.countryCode == "XKS")
        #expect(Set(rows.map(\.countryCode)).count == rows.count)
        #expect(Set(rows.map(\.alpha2)).count == rows.count)
        let isCapital = { (text: String) in text.utf8.allSatisfy { (0x41...0x5A).contains($0) } }
        for row in rows {
            #expect(row.countryCode.count == 3 && isCapital(row.countryCode))
            #expect(row.alpha2.count == 2 && isCapital(row.alpha2))
            #expect(row.currencyCode.count == 3 && isCapital(row.currencyCode))
            #expect(StorefrontTable.row(row.countryCode) == row)
        }
    }

    @Test func storefrontNumbersAreUnique() {
        let numbers = StorefrontTable.rows.compactMap(\.storefrontID)
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.allSatisfy { $0.count == 6 && $0.hasPrefix("143") })
    }

    static let rows: [(String, String, String, String?)] = [
        ("USA", "US", "USD", "143441"), ("CHN", "CN", "CNY", "143465"), ("JPN", "JP", "JPY", "143462"),
        ("GBR", "GB", "GBP", "143444"), ("DEU", "DE", "EUR", "143443"), ("ESP", "ES", "EUR", "143454"),
        ("KOR", "KR", "KRW", "143466"), ("BRA", "BR", "BRL", "143503"), ("NOR", "NO", "NOK", "143457"),
        // Where the App Store has no prices in the local currency, it sells in dollars or euros.
        ("ARG", "AR", "USD", "143505"), ("ISL", "IS", "USD", "143558"), ("SRB", "RS", "EUR", "143500"),
        ("XKS", "XK", "EUR", "143624"),
        // These countries have no App Store.
        ("ATA", "AQ", "USD", nil), ("CUB", "CU", "CUP", nil),
    ]

    @Test(arguments: rows)
    func aCountryIsFoundByItsCode(countryCode: String, alpha2: String, currency: String, storefrontID: String?) throws {
        let row = try #require(StorefrontTable.row(countryCode))
        #expect(row.alpha2 == alpha2)
        #expect(row.currencyCode == currency)
        #expect(row.storefrontID == storefrontID)
        #expect(row.storefront == Storefront(countryCode: countryCode, id: storefrontID ?? ""))
    }

    @Test(arguments: ["", "US", "usa", "USAA", "ZZZ"]) func anythingElseIsNoCountry(text: String) {
        #expect(StorefrontTable.row(text) == nil)
    }
}

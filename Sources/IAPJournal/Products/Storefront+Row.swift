internal import IAPDatabase
package import IAPModel

extension Storefront {
    static func known(_ commit: Commit) throws(IAPError) -> Storefront? {
        try commit.query("SELECT country_code, identifier FROM storefront") {
            Storefront(countryCode: $0.text(0), id: $0.text(1))
        }.first
    }

    func insert(_ commit: inout Commit) throws(IAPError) {
        try commit.run(
            "INSERT OR REPLACE INTO storefront (id, country_code, identifier) VALUES (1, ?, ?)",
            [Value(countryCode), Value(id)])
    }
}

extension Journal {
    /// The account's App Store, as an earlier run recorded it.
    package func storefront() throws(IAPError) -> Storefront? {
        try read { commit throws(IAPError) in try Storefront.known(commit) }
    }
}

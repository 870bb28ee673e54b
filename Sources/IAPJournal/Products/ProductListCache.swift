internal import IAPDatabase
package import IAPModel

/// The last product lists of the game's server. They serve when the server cannot be reached.
enum ProductListCache {
    /// The maximum number of lists. A game has one list. There are more when the address of its server changes.
    static let limit = 16

    static func store(url: String, ids: [String], _ commit: inout Commit) throws(IAPError) {
        let hasChanged = try list(url: url, commit) != ids
        try commit.run(
            "INSERT OR REPLACE INTO product_list (url, ids) VALUES (?, ?)",
            [Value(url), Value(try ProductCache.json(ids))])
        try commit.run(
            "DELETE FROM product_list WHERE number NOT IN (SELECT number FROM product_list ORDER BY number DESC LIMIT ?)",
            [Value(limit)])
        if hasChanged { commit.audit.append(AuditLine("product_list_changed", amount: ids.count)) }
    }

    static func list(url: String, _ commit: Commit) throws(IAPError) -> [String]? {
        try commit.query("SELECT ids FROM product_list WHERE url = ?", [Value(url)]) {
            ProductCache.decode([String].self, $0.text(0))
        }.first ?? nil
    }
}

extension Journal {
    /// Keeps the list that the server at this address has just returned.
    package func storeProductList(url: String, ids: [String]) throws(IAPError) {
        try change(isPrecious: false) { (commit: inout Commit) throws(IAPError) in
            try ProductListCache.store(url: url, ids: ids, &commit)
        }
    }

    /// The last list that the server at this address returned. Nil if there is none, or if it is damaged.
    package func lastGoodProductList(url: String) throws(IAPError) -> [String]? {
        try read { commit throws(IAPError) in try ProductListCache.list(url: url, commit) }
    }
}

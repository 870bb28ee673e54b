internal import Foundation
internal import IAPDatabase
internal import IAPJSON
package import IAPModel
internal import IAPPaymentQueue
internal import IAPPlatform

/// The last descriptions of products. With them a game can show something immediately. A description that cannot be
/// read is left out.
enum ProductCache {
    /// The maximum number of products.
    static let limit = 1000

    static let schema = """
        -- As the store last described them; the one that was described last has the highest number.
        CREATE TABLE product (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, json TEXT NOT NULL);
        -- The ids of each list that the game's server gave, as JSON.
        CREATE TABLE product_list (number INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, ids TEXT NOT NULL);
        """

    static func store(_ products: [Product], _ commit: inout Commit) throws(IAPError) {
        for product in products.prefix(limit) {
            // SQLite and C end a text at a NUL.
            guard !product.id.hasNUL else { continue }
            try commit.run(
                "INSERT OR REPLACE INTO product (id, json) VALUES (?, ?)",
                [Value(product.id), Value(try json(product))])
        }
        try commit.run(
            "DELETE FROM product WHERE number NOT IN (SELECT number FROM product ORDER BY number DESC LIMIT ?)",
            [Value(limit)])
    }

    static func clear(_ commit: inout Commit) throws(IAPError) {
        try commit.run("DELETE FROM product")
        if commit.changes > 0 { commit.audit.append(AuditLine("products_forgotten", amount: Int64(commit.changes))) }
    }

    /// Nil if the cache does not have it, or if it is damaged.
    static func product(_ id: String, _ commit: Commit) throws(IAPError) -> Product? {
        try commit.query("SELECT id, json FROM product WHERE id = ?", [Value(id)]) { Self.product(in: $0) }.first ?? nil
    }

    /// In the order of their last descriptions.
    static func all(_ commit: Commit) throws(IAPError) -> [Product] {
        try commit.query("SELECT id, json FROM product ORDER BY number") { Self.product(in: $0) }.compactMap { $0 }
    }

    private static func product(in row: Row) -> Product? {
        guard var product = decode(Product.self, row.text(1)), ExactText(product.id) == ExactText(row.text(0)) else {
            return nil
        }
        product.isCached = true
        return product
    }

    static func json(_ value: some Encodable) throws(IAPError) -> String {
        guard let text = JSONEncoder.sortedText(value) else {
            throw IAPError(.internalFailure, "a description of products cannot be written as text")
        }
        return text
    }

    static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) -> Value? {
        // The decoder ends the process for some texts that are nested too deeply.
        guard (try? JSONReader.read(Array(text.utf8))) != nil else { return nil }
        return try? JSONDecoder().decode(type, from: Data(text.utf8))
    }
}

extension Journal {
    /// The products as the store last described them. A product whose row is damaged is missing.
    ///
    /// - Parameter ids: Nil for all products in the cache.
    package func cachedProducts(_ ids: [String]?) throws(IAPError) -> (found: [Product], missing: [String]) {
        try read { commit throws(IAPError) in
            guard let ids else { return (try ProductCache.all(commit), []) }
            var (found, missing): ([Product], [String]) = ([], [])
            for id in ids {
                if let product = try ProductCache.product(id, commit) {
                    found.append(product)
                } else {
                    missing.append(id)
                }
            }
            return (found, missing)
        }
    }
}

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
        if hasChanged { commit.audit.append(AuditLine("product_list_changed", amount: Int64(ids.count))) }
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

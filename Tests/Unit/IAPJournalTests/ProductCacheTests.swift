import IAPDatabase
import Foundation
import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPJournal

/// The last product descriptions of the store, across launches.
struct ProductCacheTests {
    private let folder: Folder
    private let path: String

    init() throws {
        folder = try Folder()
        path = folder.path("journal")
    }

    /// One launch: opens the journal, uses it and closes it.
    private func launch<Result>(_ body: (Journal) throws -> Result) throws -> Result {
        let journal = try Journal(path: path)
        defer { journal.close() }
        return try body(journal)
    }

    private func store(_ products: [Product]) throws {
        try launch { #expect($0.write([.products(products)]) == [.success(.done)]) }
    }

    private func damage(_ sql: String) throws {
        let database = try Database(path: path, format: JournalSchema.format)
        defer { database.close() }
        try database.execute(sql)
    }

    @Test func newJournalHasNoProducts() throws {
        try launch { journal throws in
            #expect(try journal.cachedProducts(nil) == ([], []))
            #expect(try journal.cachedProducts([]) == ([], []))
            #expect(try journal.cachedProducts(["coins.100"]) == ([], ["coins.100"]))
        }
    }

    @Test(arguments: ProductCacheExample.all) func cachedProductIsUnchangedAndMarkedAsCached(product: Product)
        throws
    {
        try store([product])
        #expect(!product.isCached)
        #expect(try launch { try $0.cachedProducts([product.id]) } == ([product.cached], []))
    }

    @Test func productsAreReturnedInTheRequestedOrderAndMissingOnesAreNamed() throws {
        try store([ProductCacheExample.coins("a"), ProductCacheExample.coins("b"), ProductCacheExample.coins("c")])
        let (found, missing) = try launch { try $0.cachedProducts(["c", "x", "a", "A", "y"]) }
        #expect(found.map(\.id) == ["c", "a"])
        #expect(missing == ["x", "A", "y"])
    }

    /// Swift's `String` compares the two ids as equal. The store does not.
    @Test func idsAreEqualOnlyByteForByte() throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        try store([ProductCacheExample.coins(composed)])
        let (found, missing) = try launch { try $0.cachedProducts([composed, decomposed]) }
        #expect(found.count == 1 && missing.count == 1)
    }

    @Test func latestProductOfTheStoreIsUsed() throws {
        try store([ProductCacheExample.coins("a", price: 1), ProductCacheExample.coins("b", price: 1)])
        try store([ProductCacheExample.coins("a", price: 2)])
        let products = try launch { try $0.cachedProducts(nil).found }
        #expect(products.map(\.id) == ["b", "a"] && products.map(\.price.milliunits) == [1, 2])
    }

    @Test func oldestProductsGoWhenThereAreTooMany() throws {
        let limit = ProductCache.limit
        let products = (0..<limit).map { ProductCacheExample.coins("p\($0)") }
        try store(products)
        try store([products[0], ProductCacheExample.coins("new")])
        let kept = try launch { try $0.cachedProducts(nil).found.map(\.id) }
        #expect(kept == (2..<limit).map { "p\($0)" } + ["p0", "new"])
    }

    @Test func firstProductsOfAResponseThatIsTooLongAreKept() throws {
        try store((0..<ProductCache.limit + 5).map { ProductCacheExample.coins("p\($0)") })
        let kept = try launch { try $0.cachedProducts(nil).found.map(\.id) }
        #expect(kept == (0..<ProductCache.limit).map { "p\($0)" })
    }

    @Test func outdatedProductsAreForgottenAndTheAuditLogSaysSoOnce() throws {
        try store(ProductCacheExample.all)
        try launch { journal throws in
            #expect(journal.write([.productsOutdated, .productsOutdated]) == [.success(.done), .success(.done)])
            #expect(try journal.cachedProducts(nil) == ([], []))
            #expect(try journal.auditLines() == [#"{"amount":3,"event":"products_forgotten","time_ms":0}"#])
        }
        #expect(try launch { try $0.cachedProducts(nil) } == ([], []))
    }

    static let damages = [
        "UPDATE product SET json = 'x' WHERE id = 'b'", "UPDATE product SET json = '' WHERE id = 'b'",
        "UPDATE product SET json = '{}' WHERE id = 'b'", "UPDATE product SET json = '[]' WHERE id = 'b'",
        "UPDATE product SET json = substr(json, 1, length(json) - 1) WHERE id = 'b'",
        "UPDATE product SET json = replace(json, '990', '\"990\"') WHERE id = 'b'",
        "UPDATE product SET json = replace(json, '990', '9223372036854775808') WHERE id = 'b'",
        "UPDATE product SET json = (SELECT json FROM product WHERE id = 'a') WHERE id = 'b'",
        "UPDATE product SET json = replace(json, ',', char(0)) WHERE id = 'b'",
    ]

    @Test(arguments: damages) func damagedRowIsLeftOut(sql: String) throws {
        try store(["a", "b", "c"].map { ProductCacheExample.coins($0) })
        try damage(sql)
        try launch { journal throws in
            #expect(try journal.cachedProducts(nil).found.map(\.id) == ["a", "c"])
            let (found, missing) = try journal.cachedProducts(["a", "b", "c"])
            #expect(found.map(\.id) == ["a", "c"] && missing == ["b"])
        }
        try store([ProductCacheExample.coins("b")])
        #expect(try launch { try $0.cachedProducts(["b"]).found } == [ProductCacheExample.coins("b").cached])
    }

    /// With a C string, the id would be cut to the id of another product.
    @Test func productWithANulInItsIdIsNotKept() throws {
        try store([ProductCacheExample.coins("a\0b"), ProductCacheExample.coins("c")])
        try launch { journal throws in
            #expect(try journal.cachedProducts(nil).found.map(\.id) == ["c"])
            #expect(try journal.cachedProducts(["a", "a\0b"]).missing == ["a", "a\0b"])
        }
    }

    @Test func closedJournalReturnsNoProducts() throws {
        let journal = try Journal(path: path)
        journal.close()
        #expect(throws: IAPError.self) { try journal.cachedProducts(nil) }
        #expect(throws: IAPError.self) { try journal.cachedProducts(["a"]) }
    }
}

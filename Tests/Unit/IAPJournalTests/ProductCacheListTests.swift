import IAPDatabase
import IAPModel
import Testing

@testable import IAPJournal

/// The lists of product ids from the game server, across launches.
struct ProductCacheListTests {
    private let folder: Folder
    private let path: String

    init() throws {
        folder = try Folder()
        path = folder.path("journal")
    }

    private func launch<Result>(_ body: (Journal) throws -> Result) throws -> Result {
        let journal = try Journal(path: path)
        defer { journal.close() }
        return try body(journal)
    }

    static let lists: [[String]] = [["coins.100", "club.month"], [], ["ä \"x\"\n", "\u{301}", "b"]]

    @Test(arguments: lists) func listIsKeptByItsAddress(ids: [String]) throws {
        try launch { try $0.storeProductList(url: "https://a.example/list", ids: ids) }
        try launch { journal throws in
            #expect(try journal.lastGoodProductList(url: "https://a.example/list") == ids)
            #expect(try journal.lastGoodProductList(url: "https://a.example/list/") == nil)
            #expect(try journal.lastGoodProductList(url: "https://A.example/list") == nil)
        }
    }

    @Test func lastListOfAnAddressIsUsed() throws {
        for list in Self.lists { try launch { try $0.storeProductList(url: "u", ids: list) } }
        #expect(try launch { try $0.lastGoodProductList(url: "u") } == Self.lists.last)
    }

    @Test func oldestListsGoWhenThereAreTooMany() throws {
        try launch { journal throws in
            for number in 0..<ProductListCache.limit {
                try journal.storeProductList(url: "\(number)", ids: ["\(number)"])
            }
            try journal.storeProductList(url: "0", ids: ["0"])
            try journal.storeProductList(url: "new", ids: ["new"])
            let kept = try (0..<ProductListCache.limit).filter { try journal.lastGoodProductList(url: "\($0)") != nil }
            #expect(kept == [0] + Array(2..<ProductListCache.limit))
            #expect(try journal.lastGoodProductList(url: "new") == ["new"])
        }
    }

    @Test func auditLogListsANewListAndNotTheSameOne() throws {
        try launch { journal throws in
            for ids in [["a", "b"], ["a", "b"], ["a"]] { try journal.storeProductList(url: "secret", ids: ids) }
            #expect(
                try journal.auditLines() == [
                    #"{"amount":2,"event":"product_list_changed","time_ms":0}"#,
                    #"{"amount":1,"event":"product_list_changed","time_ms":0}"#,
                ])
        }
    }

    @Test(arguments: ["x", "", "{}", "[1]", "[\"a\"", "[null]"]) func damagedListIsNotUsed(text: String) throws {
        try launch { try $0.storeProductList(url: "u", ids: ["a"]) }
        let database = try Database(path: path, format: JournalSchema.format)
        try database.run("UPDATE product_list SET ids = ?", [Value(text)])
        database.close()
        try launch { journal throws in
            #expect(try journal.lastGoodProductList(url: "u") == nil)
            try journal.storeProductList(url: "u", ids: ["b"])
            #expect(try journal.lastGoodProductList(url: "u") == ["b"])
        }
    }

    /// Prices change with the storefront. The list of products does not.
    @Test func outdatedProductsTakeNoListWithThem() throws {
        try launch { journal throws in
            try journal.storeProductList(url: "u", ids: ["a"])
            _ = journal.write([.productsOutdated])
            #expect(try journal.lastGoodProductList(url: "u") == ["a"])
        }
    }

    @Test func closedJournalKeepsNoList() throws {
        let journal = try Journal(path: path)
        journal.close()
        #expect(throws: IAPError.self) { try journal.storeProductList(url: "u", ids: []) }
        #expect(throws: IAPError.self) { try journal.lastGoodProductList(url: "u") }
    }
}

import IAPDatabase
import Foundation
import Testing

@testable import IAPJournal

/// The pages of a journal file as bytes. The journal must be closed.
struct DatabasePages {
    private let path: String
    private let size: Int
    /// The pages in file order, counted from 1.
    private let numbers: [Int]

    /// - Parameter name: the table or index whose leaf pages are used.
    init(of name: String, in path: String) throws {
        let database = try Database(path: path, format: JournalSchema.format)
        defer { database.close() }
        self.path = path
        size = try #require(try database.query("PRAGMA page_size") { Int($0.integer(0)) }.first)
        numbers = try database.query(
            "SELECT pageno FROM dbstat WHERE name = '\(name)' AND pagetype = 'leaf' ORDER BY pageno"
        ) { Int($0.integer(0)) }
        try #require(!numbers.isEmpty)
    }

    var count: Int { numbers.count }

    subscript(index: Int) -> Data {
        get throws {
            let start = (numbers[index] - 1) * size
            return try Data(contentsOf: URL(fileURLWithPath: path))[start..<start + size]
        }
    }

    func write(_ page: Data, at index: Int) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: UInt64((numbers[index] - 1) * size))
        try file.write(contentsOf: page)
        try file.close()
    }

    /// Overwrites a page with invalid data.
    func damage(_ index: Int) throws { try write(Data(repeating: 0xA5, count: size), at: index) }
}

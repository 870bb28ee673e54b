internal import IAPModel
package import IAPSQL

/// Who has bought what: one grant per purchase, whoever tells of it, in whatever order and however often. Any thread may use it, and
/// any number of processes on one database.
package final class Book: Sendable {
    package struct Options: Sendable {
        package var bundleID: String
        package var goods: Goods
        /// A purchase that nobody has submitted belongs to the player with the name of its mark, a lowercase UUID.
        package var playersAreTokens = false
        /// The App Store is told how a purchase was used when it asks.
        package var answersConsumption = false
        /// The addresses that hear of events.
        package var endpoints: [Endpoint] = []
        /// From one attempt of an event to the next; the last of these is some three days after the first. Then it is given up.
        package var retrySeconds: [Int64] = [5, 30, 120, 600, 1800, 7200, 21_600, 43_200, 86_400, 86_400]
        /// Milliseconds since 1970.
        package var now: @Sendable () -> Int64

        package init(bundleID: String, goods: Goods, now: @escaping @Sendable () -> Int64) {
            self.bundleID = bundleID
            self.goods = goods
            self.now = now
        }
    }

    package struct Endpoint: Sendable {
        package var url: String
        /// Whether it also receives events of single purchases, which are not part of the Commerce Protocol.
        package var hearsOfPurchases: Bool

        package init(url: String, hearsOfPurchases: Bool) {
            self.url = url
            self.hearsOfPurchases = hearsOfPurchases
        }
    }

    package let options: Options
    let database: any SQLDatabase

    /// Makes the tables that are missing.
    package init(_ database: any SQLDatabase, _ options: Options) throws(SQLError) {
        self.database = database
        self.options = options
        try BookSchema.migrations.apply(to: database)
    }

    package var now: Int64 { options.now() }

    /// The player's name as the tables have it. With `playersAreTokens` capital letters do not matter.
    func name(_ player: String) -> String { options.playersAreTokens ? player.lowercased() : player }

    func inPage<Result>(
        _ environment: String, _ body: (BookPage) throws(SQLError) -> Result
    ) throws(SQLError) -> Result {
        let now = now
        return try database.transaction { connection throws(SQLError) in
            try body(
                BookPage(connection: connection, environment: environment, bundleID: options.bundleID, now: now))
        }
    }
}

extension Book {
    /// Throws if the database does not answer.
    package func checkDatabase() throws(SQLError) {
        try database.transaction { connection throws(SQLError) in try connection.run("SELECT 1") }
    }
}

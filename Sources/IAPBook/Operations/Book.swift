internal import IAPModel
package import IAPSQL

/// The ledger of purchases. It grants each purchase once, independent of the source, the order and the number of
/// reports. It is thread-safe, and any number of processes can use the same database.
package final class Book: Sendable {
    package struct Options: Sendable {
        package var bundleID: String
        package var goods: Goods
        /// If no player has submitted a purchase, it belongs to the player whose name is its appAccountToken, a
        /// lowercase UUID.
        package var playersAreTokens = false
        /// The game gives each player one appAccountToken. If false, the tokens of purchases say nothing about players.
        package var tokensIdentifyPlayers = true
        /// True if the server responds to consumption requests of the App Store.
        package var answersConsumption = false
        /// The addresses that receive events.
        package var endpoints: [Endpoint] = []
        /// The waits between the attempts to send an event. The last attempt is about three days after the first. After
        /// that, the event is given up.
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
        /// True if the address also receives events of single purchases, which are not part of the Commerce Protocol.
        package var hearsOfPurchases: Bool

        package init(url: String, hearsOfPurchases: Bool) {
            self.url = url
            self.hearsOfPurchases = hearsOfPurchases
        }
    }

    package let options: Options
    let database: any SQLDatabase

    /// Creates missing tables.
    package init(_ database: any SQLDatabase, _ options: Options) throws(SQLError) {
        self.database = database
        self.options = options
        try BookSchema.schema.create(in: database)
    }

    package var now: Int64 { options.now() }

    /// Returns the player's name as the tables store it. With `playersAreTokens`, upper and lower case are equal.
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
    /// Throws if the database is not available.
    package func checkDatabase() throws(SQLError) {
        try database.transaction { connection throws(SQLError) in try connection.run("SELECT 1") }
    }
}

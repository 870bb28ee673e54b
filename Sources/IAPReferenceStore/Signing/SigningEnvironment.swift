/// The App Store environment of a store. A new store keeps its environment permanently, and names it in everything that it
/// signs.
package enum SigningEnvironment: String, Sendable, Hashable, Codable, CaseIterable {
    case sandbox = "Sandbox"
    case production = "Production"

    /// The other environment, for a forgery.
    var other: Self { self == .sandbox ? .production : .sandbox }

    /// The environment's name in app receipts.
    var receiptType: String { self == .sandbox ? "ProductionSandbox" : "Production" }

    /// The first transaction ids are as long as Apple's: sixteen digits in the sandbox, fifteen in production.
    var firstTransactionID: Int64 { self == .sandbox ? 2_000_000_000_000_000 : 160_000_000_000_000 }
}

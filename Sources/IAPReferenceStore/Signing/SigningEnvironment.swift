/// Which of the App Store's environments a store stands for. A new store takes one for life: it is in all that it signs.
package enum SigningEnvironment: String, Sendable, Hashable, Codable, CaseIterable {
    case sandbox = "Sandbox"
    case production = "Production"

    /// The other one, of which a forger pretends to be.
    var other: Self { self == .sandbox ? .production : .sandbox }

    /// How app receipts name it.
    var receiptType: String { self == .sandbox ? "ProductionSandbox" : "Production" }

    /// The first ids of transactions have the length that Apple's have: sixteen digits in the sandbox, fifteen in production.
    var firstTransactionID: Int64 { self == .sandbox ? 2_000_000_000_000_000 : 160_000_000_000_000 }
}

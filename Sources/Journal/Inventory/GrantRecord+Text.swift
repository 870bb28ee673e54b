internal import IAPModel

/// A grant in the text of an export.
extension GrantRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case transactionID = "transaction_id"
        case purchaseDate = "purchase_ms"
        case name, kind, amount
        case expirationDate = "expiration_ms"
        case policy = "on_revocation"
        case state
    }

    private static let kinds = [("counter", Grant.Kind.counter), ("unlock", .unlock)]
    private static let states = [
        ("held", State.held), ("revoked", .revoked), ("kept", .kept), ("taken_back", .takenBack),
    ]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let transactionID = try container.decode(String.self, forKey: .transactionID)
        guard let number = UInt64(transactionID), String(number) == transactionID else {
            throw container.mistake(.transactionID, "is no transaction id")
        }
        id = ID(
            transactionID: number, purchaseDate: try container.wholeNumber(.purchaseDate, JSONMistake.exactNumbers),
            name: ExactText(try container.text(.name, GrantRule.mistake(inName:))))
        kind = try container.word(.kind, Self.kinds)
        (amount, expirationDate) = (0, Self.never)
        switch kind {
        case .counter: amount = try container.wholeNumber(.amount, 1...InventoryLimit.balance)
        case .unlock:
            if container.has(.expirationDate) {
                expirationDate = try container.wholeNumber(.expirationDate, JSONMistake.exactNumbers)
            }
        }
        policy = container.has(.policy) ? try container.revocationPolicy(.policy) : .takeBack
        state = container.has(.state) ? try container.word(.state, Self.states) : .held
    }

    /// What is usual is left out: a player may have bought thousands of times.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(String(id.transactionID), forKey: .transactionID)
        try container.encode(id.purchaseDate, forKey: .purchaseDate)
        try container.encode(name, forKey: .name)
        try container.encode(Self.kinds.first { $0.1 == kind }?.0, forKey: .kind)
        if kind == .counter { try container.encode(amount, forKey: .amount) }
        if expirationDate != Self.never { try container.encode(expirationDate, forKey: .expirationDate) }
        if policy != .takeBack { try container.encode(policy.word, forKey: .policy) }
        if state != .held { try container.encode(Self.states.first { $0.1 == state }?.0, forKey: .state) }
    }
}

internal import IAPGrants
internal import IAPJSON
internal import IAPModel

/// A grant in the text of an export.
extension GrantRecord: Encodable {
    private enum CodingKeys: String, CodingKey {
        case transactionID = "transaction_id"
        case purchaseDate = "purchase_ms"
        case name = "name"
        case kind = "kind"
        case amount = "amount"
        case expirationDate = "expiration_ms"
        case policy = "on_revocation"
        case state = "state"
    }

    private static let kinds = [("counter", Grant.Kind.counter), ("unlock", .unlock)]
    private static let states = [
        ("held", State.held), ("revoked", .revoked), ("kept", .kept), ("taken_back", .takenBack),
    ]

    init(_ fields: JSONFields) throws(JSONFieldError) {
        func field(_ key: CodingKeys) -> JSONField { fields[key.rawValue] }
        let text = try field(.transactionID).text()
        guard let number = UInt64(text), String(number) == text else {
            throw field(.transactionID).error("is not a transaction id")
        }
        id = ID(
            transactionID: number, purchaseDate: try field(.purchaseDate).wholeNumber(InventoryLimit.numbers),
            name: ExactText(try field(.name).text(GrantRule.mistake(inName:))))
        kind = try field(.kind).word(Self.kinds)
        (amount, expirationDate) = (0, Self.never)
        switch kind {
        case .counter: amount = try field(.amount).wholeNumber(1...InventoryLimit.balance)
        case .unlock:
            if field(.expirationDate).isPresent {
                expirationDate = try field(.expirationDate).wholeNumber(InventoryLimit.numbers)
            }
        }
        policy = try Grant.RevocationPolicy(field(.policy))
        state = field(.state).isPresent ? try field(.state).word(Self.states) : .held
    }

    /// Leaves out the default values, because a player may have bought thousands of times.
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
